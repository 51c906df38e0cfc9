package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.junit.jupiter.api.Test;

class HeapChangesTest {
  private static final int PAGE_SIZE = 512;

  private static String text(
      int kind, long pageId, int slot, int category, byte[] bytes, int length) {
    return List.of(kind, pageId, slot, category) + Arrays.toString(Arrays.copyOf(bytes, length));
  }

  @Test
  void comesBackAsItWas() {
    Random random = Seeds.random();
    HeapChanges changes = new HeapChanges();
    for (int round = 0; round < 50; round++) {
      changes.clear();
      assertThat(changes.isEmpty()).isTrue();
      List<String> written = new ArrayList<>();
      for (int i = random.nextInt(40); i >= 0; i--) {
        byte[] bytes = new byte[random.nextInt(PAGE_SIZE + 1)];
        random.nextBytes(bytes);
        int kind = 1 + random.nextInt(HeapChanges.FREE);
        long pageId = random.nextLong() >>> 1;
        int slot = random.nextInt(1 << 16);
        int category = random.nextInt(256);
        int before = random.nextInt(9);
        changes.append(kind, pageId, slot, category, behind(before, bytes), before, bytes.length);
        written.add(text(kind, pageId, slot, category, bytes, bytes.length));
      }
      List<String> read = new ArrayList<>();
      HeapChanges.decode(
          changes.words(),
          changes.length(),
          PAGE_SIZE,
          (kind, pageId, slot, category, bytes, length) ->
              read.add(text(kind, pageId, slot, category, bytes, length)));
      assertThat(read).isEqualTo(written);
    }
  }

  /** Bytes with others before and behind them. */
  private static ByteBuffer behind(int before, byte[] bytes) {
    byte[] others = new byte[before + bytes.length + 9];
    Arrays.fill(others, (byte) -1);
    return ByteBuffer.wrap(others).put(before, bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void noFrameIsTooLong() {
    HeapChanges changes = new HeapChanges();
    changes.clear();
    ByteBuffer page = ByteBuffer.allocate(65_536).order(ByteOrder.LITTLE_ENDIAN);
    assertThatThrownBy(
            () -> {
              while (true) {
                changes.append(HeapChanges.OVERFLOW, 1, 0, 1, page, 0, page.capacity());
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + HeapChanges.MAX_WORDS);
    assertThat(changes.length()).isLessThanOrEqualTo(1 << 24);
  }

  @Test
  void anyWordsAreChangesOrDamage() {
    damagedOfWords(Seeds.random());
  }

  /** A statistic, so always the same draw. */
  @Test
  void mostWordsAreFoundDamaged() {
    assertThat(damagedOfWords(new Random(42))).isGreaterThan(15_000);
  }

  private static int damagedOfWords(Random random) {
    int damaged = 0;
    for (int round = 0; round < 20_000; round++) {
      long[] words = random.longs(1 + random.nextInt(20)).toArray();
      if (random.nextBoolean()) {
        words[0] = 1 + random.nextInt(9) | (long) random.nextInt(100) << 32;
      }
      try {
        HeapChanges.decode(words, words.length, PAGE_SIZE, (k, p, s, c, b, l) -> {});
      } catch (DamagedStoreException e) {
        damaged++;
      }
    }
    return damaged;
  }
}
