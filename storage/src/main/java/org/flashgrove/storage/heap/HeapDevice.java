package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * Where the pages of a heap file are kept: in free slots, with a page map, told by MOVE frames. The
 * pages of a batch go to neighbouring slots in one write.
 */
final class HeapDevice {
  static final String FILE = FreePages.FILE;

  /** Words before the moves of a MOVE frame: tree, number of moves. */
  static final int MOVE_HEAD_WORDS = 2;

  /** Words of a move: page id, place, version. */
  static final int MOVE_WORDS = 3;

  private static final int BATCH_PAGES = 64;
  private static final int SLAB_PAGES = 16;

  private final PageStore store;
  private final FreePages slots;
  private final PageMap map;
  private final int tree;
  private final long storeTag;
  private final MoveLog log;
  private final ByteBuffer slab;
  private final long[] slotList = new long[BATCH_PAGES];
  private final long[] moves = new long[MOVE_HEAD_WORDS + BATCH_PAGES * MOVE_WORDS];
  private final ArrayDeque<HeapPage> unusedPages = new ArrayDeque<>();
  private int batched;
  private int moveLength;
  private long pagesWritten;
  private StoreException failure;

  HeapDevice(PageStore store, FreePages slots, int tree, long storeTag, MoveLog log) {
    this.store = store;
    this.slots = slots;
    this.tree = tree;
    this.storeTag = storeTag;
    this.log = log;
    map = slots.map(tree);
    slab = AlignedBuffers.allocate(BATCH_PAGES * store.pageSize());
    startBatch();
  }

  int pageSize() {
    return store.pageSize();
  }

  PageMap map() {
    return map;
  }

  /** Pages written up to now. */
  long pagesWritten() {
    return pagesWritten;
  }

  /** Lends a page object; its content is whatever it was. */
  HeapPage take() {
    if (unusedPages.isEmpty()) {
      int pageSize = store.pageSize();
      ByteBuffer pages = AlignedBuffers.allocate(SLAB_PAGES * pageSize);
      for (int i = 0; i < SLAB_PAGES; i++) {
        ByteBuffer page = pages.slice(i * pageSize, pageSize).order(ByteOrder.LITTLE_ENDIAN);
        unusedPages.push(new HeapPage(page));
      }
    }
    return unusedPages.pop();
  }

  /** Takes a page object back that nobody has pinned. */
  void give(HeapPage page) {
    unusedPages.push(page);
  }

  /** Reads and verifies a page. */
  void read(HeapPage into, long pageId) {
    int entered = slots.enterRead();
    try {
      long place = map.place(pageId);
      if (!PageMap.isStored(place)) {
        throw HeapPage.damaged(
            FILE, pageId, place == PageMap.DELETED ? "is not used any more" : "was never stored");
      }
      slotList[0] = PageMap.slot(place);
      store.read(slotList, 1, into.bytes());
      into.requireSealed(FILE, pageId, storeTag, PageMap.checksum(place));
    } finally {
      slots.leaveRead(entered);
    }
  }

  /**
   * Reads pages without verifying them, in as few device calls as their places allow.
   *
   * @param places where they stand
   */
  void readAhead(long[] places, int count, ByteBuffer into) {
    long[] at = new long[count];
    for (int i = 0; i < count; i++) {
      at[i] = PageMap.slot(places[i]);
    }
    int entered = slots.enterRead();
    try {
      store.read(at, count, into);
    } finally {
      slots.leaveRead(entered);
    }
  }

  /** Verifies a page that {@link #readAhead} has read. */
  void verify(HeapPage page, long pageId, long place) {
    page.requireSealed(FILE, pageId, storeTag, PageMap.checksum(place));
  }

  /** Whether exactly the image of a place stands in its slot. */
  boolean verifies(HeapPage into, long pageId, long place) {
    if (PageMap.slot(place) >= store.pageCount()) {
      return false;
    }
    slotList[0] = PageMap.slot(place);
    store.read(slotList, 1, into.bytes());
    return into.isSealed(pageId, storeTag, PageMap.checksum(place));
  }

  /** Says where a page stands as the log tells it. */
  void recovered(long pageId, long place, long version) {
    if (place == PageMap.DELETED) {
      slots.deleted(tree, pageId, version);
    } else {
      slots.recovered(tree, pageId, PageMap.slot(place), PageMap.checksum(place), version);
    }
  }

  private void startBatch() {
    batched = 0;
    moveLength = MOVE_HEAD_WORDS;
  }

  /** Adds a page to the batch; an unused one is only told to the log. */
  void append(HeapPage page) {
    if (moveLength == moves.length) {
      finishBatch();
    }
    moves[moveLength] = page.pageId();
    moves[moveLength + 2] = page.version();
    if (page.kind() == HeapPage.FREE) {
      moves[moveLength + 1] = PageMap.DELETED;
    } else {
      page.seal(storeTag);
      moves[moveLength + 1] = page.storedChecksum() & 0xFFFF_FFFFL;
      slab.put(batched * pageSize(), page.bytes(), 0, pageSize());
      batched++;
    }
    moveLength += MOVE_WORDS;
  }

  /** Writes the batch: one run of slots, then one MOVE frame. */
  void finishBatch() {
    int count = (moveLength - MOVE_HEAD_WORDS) / MOVE_WORDS;
    if (count == 0) {
      return;
    }
    try {
      if (batched > 0) {
        slots.allocate(batched, slotList);
        store.write(slotList, batched, slab);
        pagesWritten += batched;
      }
      tellLog(count);
    } catch (StoreException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
    for (int at = MOVE_HEAD_WORDS; at < moveLength; at += MOVE_WORDS) {
      long place = moves[at + 1];
      if (place == PageMap.DELETED) {
        slots.deleted(tree, moves[at], moves[at + 2]);
      } else {
        int checksum = PageMap.checksum(place);
        slots.stored(tree, moves[at], PageMap.slot(place), checksum, moves[at + 2]);
      }
    }
    startBatch();
  }

  private void tellLog(int count) {
    int next = 0;
    for (int at = MOVE_HEAD_WORDS; at < moveLength; at += MOVE_WORDS) {
      if (moves[at + 1] != PageMap.DELETED) {
        moves[at + 1] = PageMap.place(slotList[next++], (int) moves[at + 1]);
      }
    }
    moves[0] = tree;
    moves[1] = count;
    log.moved(moves, moveLength);
  }

  /** The first write that failed, or null: what the device holds since then is not known. */
  StoreException failure() {
    return failure;
  }
}
