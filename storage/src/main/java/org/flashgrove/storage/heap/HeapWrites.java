package org.flashgrove.storage.heap;

import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.placement.PageMap;

/**
 * Writes pages of a heap file that do not go through the page cache. These are the pages of a bulk
 * load, freed pages, and pages of the free-space map.
 */
final class HeapWrites {
  private final LoggedStore store;
  private final ReentrantLock lock;
  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;

  HeapWrites(LoggedStore store, HeapDevice device, HeapBuffer buffer, FreeSpaceMap spaces) {
    this.store = store;
    lock = store.lock();
    this.device = device;
    this.buffer = buffer;
    this.spaces = spaces;
  }

  /**
   * Writes the pages of a bulk load. Their version is later than the commits of all open snapshots,
   * so that these snapshots do not see them.
   */
  void writeSealed(HeapPage[] pages, int count) {
    lock.lock();
    try {
      long version = store.frames().lastFrame() + 1;
      for (int i = 0; i < count; i++) {
        pages[i].version(version);
        device.append(pages[i]);
      }
      device.finishBatch();
    } catch (StoreException e) {
      throw store.fail(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Frees the slots of stored pages that are unused according to the free-space map, such as pages
   * of a bulk load that was not committed.
   */
  void giveUpUnused() {
    if (device.failure() != null || store.isRefusing()) {
      return; // the next open of the file frees them
    }
    PageMap map = device.map();
    HeapPage free = null;
    lock.lock();
    try {
      for (long pageId = 1; pageId < map.pageBound(); pageId++) {
        boolean unused =
            PageMap.isStored(map.place(pageId))
                && !spaces.isMapPage(pageId)
                && spaces.categoryOf(pageId) == FreeSpaceMap.UNUSED
                && buffer.resident(pageId) == null;
        if (unused) {
          free = free == null ? device.take() : free;
          free.format(HeapPage.FREE, pageId);
          free.version(store.frames().lastFrame());
          device.append(free);
        }
      }
      if (free != null) {
        device.finishBatch();
      }
    } catch (StoreException e) {
      throw store.fail(e);
    } finally {
      lock.unlock();
      if (free != null) {
        device.give(free);
      }
    }
  }

  /** Writes the changed pages of the free-space map. */
  void flushSpaces() {
    long frame = store.frames().lastFrame();
    HeapPage page = device.take();
    for (int group = spaces.nextChanged(0); group >= 0; group = spaces.nextChanged(group + 1)) {
      spaces.store(group, page);
      page.version(frame);
      device.append(page);
    }
    device.finishBatch();
    for (int group = spaces.nextChanged(0); group >= 0; group = spaces.nextChanged(group + 1)) {
      spaces.stored(group);
    }
    device.give(page);
  }
}
