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
import org.flashgrove.storage.heap.page.HeapPage;
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
        written.add(appended(changes, random));
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

  /** Appends a change with a cell, a note or no content. Returns its text. */
  private static String appended(HeapChanges changes, Random random) {
    byte[] bytes = new byte[1 + random.nextInt(PAGE_SIZE / 2)];
    random.nextBytes(bytes);
    int kind = 1 + random.nextInt(HeapChanges.FREE);
    long pageId = random.nextLong() >>> 1;
    int slot = random.nextInt(9);
    int category = random.nextInt(256);
    switch (random.nextInt(3)) {
      case 0 -> {
        HeapPage page = pageWithCells(random, pageId, slot, bytes);
        changes.appendCell(kind, page, slot, category);
        return text(kind, pageId, slot, category, bytes, bytes.length);
      }
      case 1 -> {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 9);
        ByteBuffer note = ByteBuffer.wrap(longer).order(ByteOrder.LITTLE_ENDIAN);
        changes.appendSealed(pageId, note, bytes.length);
        return text(HeapChanges.SEALED, pageId, 0, 0, bytes, bytes.length);
      }
      default -> {
        int anySlot = random.nextInt(1 << 16);
        changes.append(kind, pageId, anySlot, category);
        return text(kind, pageId, anySlot, category, bytes, 0);
      }
    }
  }

  /** Returns a page with other bytes before and behind the cell in {@code slot}. */
  private static HeapPage pageWithCells(Random random, long pageId, int slot, byte[] cell) {
    HeapPage page = new HeapPage(ByteBuffer.allocate(PAGE_SIZE).order(ByteOrder.LITTLE_ENDIAN));
    page.format(HeapPage.DATA, pageId);
    byte[] other = new byte[random.nextInt(30)];
    Arrays.fill(other, (byte) -1);
    page.put(slot + 1, other, other.length);
    page.put(slot, cell, cell.length);
    page.put(slot + 2, other, other.length);
    return page;
  }

  @Test
  void noFrameIsTooLong() {
    HeapChanges changes = new HeapChanges();
    changes.clear();
    ByteBuffer page = ByteBuffer.allocate(65_536).order(ByteOrder.LITTLE_ENDIAN);
    assertThatThrownBy(
            () -> {
              while (true) {
                changes.appendSealed(1, page, page.capacity());
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
