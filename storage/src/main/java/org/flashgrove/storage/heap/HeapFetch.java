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

  /** A copy of a page of which several records are shown, or null if there was none. */
  private HeapPage page;

  private final HeapRecord inPage = HeapRecord.direct();

  /** The only record of a page in memory that was shown so far. */
  private final HeapRecord single = new HeapRecord();

  private HeapRecord record = single;
  private int current = -1;
  private boolean isLoaded;
  private boolean there;

  HeapFetch(HeapSnapshot snapshot, int windowPages) {
    this.snapshot = snapshot;
    window = new PageWindow(snapshot, windowPages, true);
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
    current = -1;
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
   * Brings the pages of records into memory: the missing ones are read together, each once.
   *
   * @param rids sorted ascending; a negative one is none
   */
  void load(long[] rids) {
    long[] pages = new long[window.most()];
    int count = 0;
    for (int i = 0; i < rids.length; i++) {
      if (rids[i] >= 0 && (count == 0 || pages[count - 1] != Rid.page(rids[i]))) {
        if (count == pages.length) {
          load(pages, count);
          count = 0;
        }
        pages[count++] = Rid.page(rids[i]);
      }
    }
    load(pages, count);
  }

  private void load(long[] pages, int count) {
    read(pages, count);
    for (int i = 0; i < count; i++) {
      if (window.wasRead(i)) {
        current = i;
        isLoaded = false;
        loaded(i); // which keeps it
      }
    }
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
    if (at != current) {
      current = at;
      isLoaded = false;
      if (!window.wasRead(at)) {
        record = single; // most often the only one of its page: a copy of the page would cost more
        return snapshot.read(rid, single);
      }
    }
    HeapPage shown = loaded(at);
    record = inPage;
    return there && shown.isUsed(Rid.slot(rid)) && snapshot.show(shown, rid, inPage);
  }

  /** Returns a copy of the current page. */
  private HeapPage loaded(int at) {
    HeapPage copy = page;
    if (copy == null) {
      int pageSize = snapshot.file().pageSize();
      copy = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
      page = copy;
    }
    if (!isLoaded) {
      there = window.load(at, copy) && copy.kind() == HeapPage.DATA;
      isLoaded = true;
    }
    return copy;
  }

  /** Returns the record shown last, valid until the next one is shown. */
  public HeapRecord record() {
    return record;
  }
}
