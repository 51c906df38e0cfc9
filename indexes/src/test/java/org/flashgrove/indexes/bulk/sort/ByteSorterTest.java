package org.flashgrove.indexes.bulk.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteSorterTest {
  @TempDir private Path directory;

  @Test
  void sortsInMemory() {
    sorts(500);
  }

  @Test
  void mergesManyRuns() {
    sorts(40_000);
  }

  private void sorts(int count) {
    Random random = Seeds.random();
    List<byte[]> expected = new ArrayList<>();
    try (ByteSorter sorter = new ByteSorter(64 << 10, directory)) {
      for (int i = 0; i < count; i++) {
        byte[] string = new byte[random.nextInt(i % 1_000 == 0 ? 5_000 : 12)];
        random.nextBytes(string);
        sorter.add(Arrays.copyOf(string, string.length + 3), string.length);
        expected.add(string);
      }
      expected.sort(Arrays::compareUnsigned);
      sorter.sort();
      for (byte[] each : expected) {
        assertThat(sorter.next()).isEqualTo(each);
      }
      assertThat(sorter.next()).isNull();
    }
    assertThat(directory).isEmptyDirectory();
  }
}
