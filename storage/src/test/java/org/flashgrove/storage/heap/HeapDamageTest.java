package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.placement.PageMap;
import org.junit.jupiter.api.Test;

/** Pages whose checksums are right and whose content is not. */
class HeapDamageTest {
  private Random random = Seeds.random();
  private final MemoryDirectory directory = new MemoryDirectory();

  private HeapTestFiles.HeapStore open() {
    return HeapTestFiles.open(directory, 512, HeapTestFiles.memory(16, "lru"), 1 << 20, false);
  }

  private TreeMap<Long, String> fill() {
    HeapModel model = new HeapModel(random, 3_000);
    try (HeapTestFiles.HeapStore store = open()) {
      for (int i = 0; i < 60; i++) {
        model.operation(store.heap(), true);
      }
      store.flush();
    }
    return new TreeMap<>(model.committed());
  }

  /** Writes a page with changed bytes as if it were what an operation left. */
  private void forge(HeapDevice device, long pageId, HeapPage page) {
    device.read(page, pageId, device.map().place(pageId));
    for (int change = random.nextInt(3); change >= 0; change--) {
      int at = random.nextInt(512);
      at = at < 16 || at >= 16 && at < 40 ? 6 : at; // magic, format, id and binding stay right
      ByteBuffer bytes = page.bytes();
      int value = random.nextBoolean() ? random.nextInt(8) : random.nextInt();
      bytes.put(at, (byte) value);
    }
    device.append(page);
    device.finishBatch();
  }

  @Test
  void impossibleContentIsRightOrReportedAndNeverEndless() {
    damages(80);
  }

  /** A statistic, so always the same draw. */
  @Test
  void impossibleContentIsOftenReported() {
    random = new Random(42);
    assertThat(damages(40)).isGreaterThan(7);
  }

  /** Damages pages of some heap files; in how many of them reading reported damage. */
  private int damages(int rounds) {
    int reported = 0;
    int changed = 0;
    for (int round = 0; round < rounds; round++) {
      TreeMap<Long, String> records = fill();
      try (HeapTestFiles.HeapStore store = open()) {
        HeapDevice device = store.heap().device();
        HeapPage page = device.take();
        long last = store.heap().spaces().lastPage();
        Set<Long> forged = new HashSet<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          long pageId = 1 + random.nextInt((int) last);
          if (forged.add(pageId)
              && PageMap.isStored(device.map().place(pageId))
              && !store.heap().spaces().isMapPage(pageId)) {
            forge(device, pageId, page);
          }
        }
        boolean[] result = new boolean[2];
        readAll(store.heap(), records, result);
        reported += result[0] ? 1 : 0;
        changed += result[1] ? 1 : 0;
      }
      directory.delete("store.log");
      directory.delete("nodes.pages");
    }
    System.out.println(
        "HeapDamageTest: "
            + reported
            + " of "
            + rounds
            + " reported, "
            + changed
            + " others changed");
    return reported;
  }

  /** Returns whether any call reported damage, and whether none did although a result changed. */
  private static void readAll(HeapFile file, TreeMap<Long, String> records, boolean[] result) {
    boolean same = true;
    HeapRecord record = new HeapRecord();
    for (long rid : records.keySet()) {
      try {
        same &= file.get(rid, record) && HeapModel.text(record).equals(records.get(rid));
      } catch (DamagedStoreException e) {
        result[0] = true;
      }
    }
    try {
      HeapModel.scanned(file, 3);
    } catch (DamagedStoreException e) {
      result[0] = true;
    }
    result[0] |= !file.check().isClean();
    result[1] = !result[0] && !same;
    try (HeapOperation operation = file.begin()) {
      for (long rid : records.keySet()) {
        operation.update(rid, 1, ByteBuffer.allocate(600), ByteBuffer.allocate(3));
        operation.delete(rid);
      }
      operation.commit();
    } catch (DamagedStoreException e) {
      assertThat(result[0]).as("reported by reading, too").isTrue();
    }
  }
}
