package org.flashgrove.storage.heap;

import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Records by their RIDs, page by page: pages that hold some of them are read together, and each is
 * looked at in place. It serves one thread and ends with its snapshot.
 */
public final class HeapFetch {
  private final HeapSnapshot snapshot;
  private final PageWindow window;
  private final HeapPage page;
  private final HeapRecord record = HeapRecord.direct();
  private int loaded = -1;
  private boolean there;

  HeapFetch(HeapSnapshot snapshot, int windowPages) {
    this.snapshot = snapshot;
    window = new PageWindow(snapshot, windowPages, true);
    int pageSize = snapshot.file().pageSize();
    page = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Takes other pages in place of those before, and reads those that are not in memory.
   *
   * @param pageIds pages in the order they are looked at, each once
   * @param count how many of them, at most those of the window
   */
  public void read(long[] pageIds, int count) {
    snapshot.requireOpen();
    window.clear();
    loaded = -1;
    HeapFile file = snapshot.file();
    file.lock().lock();
    try {
      for (int i = 0; i < count; i++) {
        window.add(pageIds[i]);
      }
    } finally {
      file.lock().unlock();
    }
    window.read();
  }

  /**
   * Shows a record of a page.
   *
   * @param at which of the pages read it is on
   * @return whether there is such a record
   */
  public boolean show(int at, long rid) {
    snapshot.requireOpen();
    if (at >= window.count() || window.id(at) != Rid.page(rid)) {
      throw new IllegalArgumentException("record " + rid + " is not on page " + at + " of those");
    }
    if (at != loaded) {
      there = window.load(at, page) && page.kind() == HeapPage.DATA;
      loaded = at;
    }
    return there && page.isUsed(Rid.slot(rid)) && snapshot.show(page, rid, record);
  }

  /** Returns the record shown last, valid until the next one is shown; always the same object. */
  public HeapRecord record() {
    return record;
  }
}
