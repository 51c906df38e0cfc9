package org.flashgrove.storage.heap.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapPageTest {
  private static final long TAG = 77;

  private static HeapPage page(int pageSize) {
    HeapPage page = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
    page.format(HeapPage.DATA, 5);
    return page;
  }

  /** Returns an INLINE cell of some length with random content. */
  static byte[] cell(Random random, int length) {
    byte[] cell = new byte[length];
    random.nextBytes(cell);
    cell[0] = HeapCell.INLINE;
    ByteBuffer.wrap(cell)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(9, random.nextInt(length - HeapCell.INLINE_HEAD + 1));
    return cell;
  }

  private static byte[] read(HeapPage page, int slot) {
    byte[] cell = new byte[page.length(slot)];
    page.bytes().get(page.offset(slot), cell);
    return cell;
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096, 65_536})
  void agreesWithMapOfSlots(int pageSize) {
    Random random = Seeds.random();
    for (int round = 0; round < 5; round++) {
      HeapPage page = page(pageSize);
      TreeMap<Integer, byte[]> model = new TreeMap<>();
      int longest = 13 + random.nextInt(pageSize / 3);
      for (int step = 0; step < 600; step++) {
        int used = page.slotCount();
        int slot = random.nextInt(3) == 0 ? page.freeSlot() : random.nextInt(used + 1);
        if (model.containsKey(slot) && random.nextInt(3) == 0) {
          page.remove(slot);
          model.remove(slot);
        } else {
          byte[] cell = cell(random, 13 + random.nextInt(longest - 12));
          if (page.hasRoom(slot, cell.length)) {
            page.put(slot, cell, cell.length);
            model.put(slot, cell);
          } else {
            assertThatThrownBy(() -> page.put(slot, cell, cell.length))
                .isInstanceOf(IllegalStateException.class);
          }
        }
        verify(page, model);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096, 65_536})
  void appendReservesWhatReserveWould(int pageSize) {
    Random random = Seeds.random();
    HeapPage appended = page(pageSize);
    HeapPage reserved = page(pageSize);
    int longest = 13 + random.nextInt(pageSize / 3);
    for (int misses = 0; misses < 5; ) {
      byte[] cell = cell(random, 13 + random.nextInt(longest - 12));
      int slot = reserved.slotCount();
      int at = appended.append(cell.length);
      if (reserved.hasRoom(slot, cell.length)) {
        assertThat(at).isEqualTo(reserved.reserve(slot, cell.length));
        appended.bytes().put(at, cell);
        reserved.bytes().put(at, cell);
      } else {
        assertThat(at).isEqualTo(-1);
        misses++;
      }
      assertThat(appended.bytes()).isEqualTo(reserved.bytes());
    }
    assertThat(appended.impossible()).isNull();
  }

  private static void verify(HeapPage page, TreeMap<Integer, byte[]> model) {
    assertThat(page.impossible()).isNull();
    assertThat(page.cellCount()).isEqualTo(model.size());
    assertThat(page.slotCount()).isEqualTo(model.isEmpty() ? 0 : model.lastKey() + 1);
    int taken = 0;
    for (var entry : model.entrySet()) {
      assertThat(page.isUsed(entry.getKey())).isTrue();
      assertThat(Arrays.equals(read(page, entry.getKey()), entry.getValue())).isTrue();
      taken += Math.max(HeapPage.LEAST_CELL_BYTES, entry.getValue().length);
    }
    int directory = page.slotCount() * HeapPage.SLOT_BYTES;
    assertThat(page.freeBytes())
        .isEqualTo(page.pageSize() - HeapPage.HEADER_BYTES - taken - directory);
  }

  @Test
  void fillsUpToTheLastByte() {
    HeapPage page = page(512);
    byte[] cell = cell(new Random(1), 512 - 64 - 4);
    assertThat(page.hasRoom(0, cell.length + 1)).isFalse();
    page.put(0, cell, cell.length);
    assertThat(page.freeBytes()).isZero();
    assertThat(page.hasRoom(1, 13)).isFalse();
    assertThat(page.hasRoom(0, cell.length)).isTrue();
  }

  @Test
  void everyCellCanGiveWayToAnyHead() {
    HeapPage page = page(512);
    byte[] small = cell(new Random(1), 13);
    int slot = 0;
    while (page.hasRoom(slot, small.length)) {
      page.put(slot++, small, small.length);
    }
    for (int i = 0; i < slot; i++) {
      if (i % 2 == 0) {
        HeapCell.writeLong(page.bytes(), page.reserve(i, HeapCell.LONG_BYTES), i, 1000, 7);
      } else {
        HeapCell.writeForward(page.bytes(), page.reserve(i, HeapCell.FORWARD_BYTES), 1234);
      }
    }
    assertThat(page.impossible()).isNull();
  }

  @Test
  void everyFlippedBitIsNoticed() {
    Random random = Seeds.random();
    HeapPage page = page(512);
    for (int slot = 0; slot < 4; slot++) {
      byte[] cell = cell(random, 30 + slot);
      page.put(slot, cell, cell.length);
    }
    page.version(9);
    page.seal(TAG);
    int checksum = page.storedChecksum();
    page.requireSealed("file", 5, TAG, checksum);
    for (int bit = 0; bit < 512 * 8; bit++) {
      flip(page, bit);
      assertThatThrownBy(() -> page.requireSealed("file", 5, TAG, checksum))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("heap page 5");
      flip(page, bit);
    }
    assertThatThrownBy(() -> page.requireSealed("file", 6, TAG, checksum))
        .isInstanceOf(DamagedStoreException.class);
    assertThatThrownBy(() -> page.requireSealed("file", 5, TAG + 1, checksum))
        .isInstanceOf(DamagedStoreException.class);
    page.version(8);
    page.seal(TAG); // an intact image, but not the one the map knows
    assertThatThrownBy(() -> page.requireSealed("file", 5, TAG, checksum))
        .isInstanceOf(DamagedStoreException.class);
  }

  private static void flip(HeapPage page, int bit) {
    ByteBuffer bytes = page.bytes();
    bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ 1 << bit % 8));
  }

  @Test
  void impossibleContentIsReportedWhateverItIs() {
    Random random = Seeds.random();
    int reported = 0;
    for (int round = 0; round < 5_000; round++) {
      HeapPage page = page(512);
      for (int slot = 0; slot < 6; slot++) {
        byte[] cell = cell(random, 13 + random.nextInt(40));
        page.put(slot, cell, cell.length);
      }
      page.remove(random.nextInt(6));
      for (int change = random.nextInt(4); change >= 0; change--) {
        int at = random.nextInt(3) > 0 ? 512 - 1 - random.nextInt(24) : random.nextInt(512);
        page.bytes().put(at, (byte) random.nextInt());
      }
      if (page.impossible() != null) {
        reported++;
      } else if (page.kind() == HeapPage.DATA) {
        for (int slot = 0; slot < page.slotCount(); slot++) {
          if (page.isUsed(slot)) {
            read(page, slot); // within the page, at least
          }
        }
      }
    }
    assertThat(reported).isGreaterThan(1_200);
  }
}
