package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/** Keys in the order of their texts, against texts that are sorted. */
class KeysAsTextsTest {
  private static List<Long> found(Table table) {
    List<Long> keys = new ArrayList<>();
    try (TableSnapshot snapshot = table.snapshot()) {
      KeysAsTexts texts = new KeysAsTexts(snapshot);
      for (long key = texts.next(); key != KeysAsTexts.NONE; key = texts.next()) {
        keys.add(key);
      }
      assertThat(texts.next()).isEqualTo(KeysAsTexts.NONE);
    }
    return keys;
  }

  @Test
  void keysComeInTheOrderOfTheirTexts() throws IOException {
    Random random = Seeds.random();
    long[] ranges = {1, 9, 10, 12, 99, 100, 345, 1_000_000, 999_999_999_999_999_999L};
    for (int round = 0; round < 40; round++) {
      long range = ranges[round % ranges.length];
      TreeSet<Long> keys = new TreeSet<>();
      for (int i = random.nextInt(300); i > 0; i--) {
        keys.add((random.nextLong() & Long.MAX_VALUE) % (range + 1) >> random.nextInt(4));
      }
      if (round % 3 == 0) {
        keys.add(range);
      }
      TableOptions options =
          TableOptions.defaults()
              .withDevice("memory")
              .withSync(SyncMode.CLOSE)
              .withIndex("key", "bplus:capacity=20");
      try (Table table = Table.create(Path.of("none"), options)) {
        try (TableBatch batch = table.begin()) {
          for (long key : keys) {
            batch.insert(key, null, java.nio.ByteBuffer.allocate(3));
          }
          batch.commit();
        }
        List<Long> expected = new ArrayList<>(keys);
        expected.sort(Comparator.comparing(String::valueOf));
        assertThat(found(table)).as("of 0 to %d", range).isEqualTo(expected);
      }
    }
  }
}
