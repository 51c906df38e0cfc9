package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Bulk load of an empty heap file. It writes full pages directly to the device. The log gets one
 * log record for many pages, instead of one for each inserted record. If the load is not committed,
 * {@link HeapFile} later finds and frees its pages.
 *
 * <p>The pages get new page numbers, so that no reader has an image of them. The version of the
 * pages is later than the commit of every open snapshot, so no snapshot sees them. This version is
 * not later than the commit of the load.
 */
final class HeapLoad {
  private static final int BATCH_PAGES = 64;

  private final HeapFile file;
  private final FreeSpaceMap spaces;
  private final HeapChanges changes;
  private final HeapPage[] batch = new HeapPage[BATCH_PAGES];
  private final int[] batchRecords = new int[BATCH_PAGES];
  private final HeapPage current;
  private final int mostInlineBytes;
  private long currentPage;

  /** Number of records in the current page. They are in slots 0 to {@code currentRecords - 1}. */
  private int currentRecords;

  private int count;
  private long nextPage;

  /**
   * First page that is already on the device but not yet in a log record, or -1 if there is none.
   * {@link #note} holds the free-space categories of all such pages.
   */
  private long noted = -1;

  private final ByteBuffer note;
  private int notedPages;
  private long notedRecords;

  /**
   * Begins a load.
   *
   * @throws IllegalStateException if the file is not empty, or the operation has made other changes
   */
  HeapLoad(HeapFile file, FreeSpaceMap spaces, HeapChanges changes, int mostInlineBytes) {
    if (spaces.records() > 0 || !changes.isEmpty()) {
      throw new IllegalStateException(
          "append: "
              + (spaces.records() > 0
                  ? "the heap file has " + spaces.records() + " records; append to an empty file"
                  : "the operation has other changes; commit them, then append in a new one"));
    }
    this.file = file;
    this.spaces = spaces;
    this.changes = changes;
    this.mostInlineBytes = mostInlineBytes;
    int pageSize = file.pageSize();
    ByteBuffer slab = AlignedBuffers.allocate((BATCH_PAGES + 1) * pageSize);
    for (int i = 0; i < BATCH_PAGES; i++) {
      batch[i] = page(slab, i);
    }
    current = page(slab, BATCH_PAGES);
    note = ByteBuffer.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN);
    nextPage = Math.max(spaces.lastPage() + 1, file.device().map().pageBound());
    beginPage();
  }

  private static HeapPage page(ByteBuffer slab, int index) {
    int pageSize = slab.capacity() / (BATCH_PAGES + 1);
    return new HeapPage(slab.slice(index * pageSize, pageSize).order(ByteOrder.LITTLE_ENDIAN));
  }

  private long takePage() {
    long page = spaces.skipMapPage(nextPage);
    nextPage = page + 1;
    return page;
  }

  /** Adds a record. Returns its RID. */
  long insert(long id, ByteBuffer wkb, ByteBuffer attributes) {
    int length = HeapCell.INLINE_HEAD + wkb.remaining() + attributes.remaining();
    if (length <= mostInlineBytes) {
      HeapCell.writeInline(current.bytes(), reserve(length), id, wkb, attributes);
      return lastRid();
    }
    int at = reserve(HeapCell.LONG_BYTES);
    long rid = lastRid();
    long first = takePage(); // the overflow chain starts after the home page
    int bodyBytes = HeapCell.bodyBytes(wkb, attributes);
    HeapCell.writeLong(current.bytes(), at, id, bodyBytes, first);
    writeChain(rid, bodyBytes, first, wkb, attributes);
    return rid;
  }

  /**
   * Reserves space for a cell of {@code length} bytes. Begins a new page if the current page has
   * too little space. Returns the offset of the cell.
   */
  private int reserve(int length) {
    int at = current.append(length);
    if (at < 0) {
      finishPage();
      beginPage();
      at = current.append(length);
    }
    currentRecords++;
    return at;
  }

  private void beginPage() {
    currentPage = takePage();
    current.format(HeapPage.DATA, currentPage);
  }

  private long lastRid() {
    return Rid.of(currentPage, currentRecords - 1);
  }

  private void writeChain(
      long rid, int bodyBytes, long first, ByteBuffer wkb, ByteBuffer attributes) {
    int capacity = HeapPage.payloadCapacity(file.pageSize());
    long pageId = first;
    for (int sequence = 0; pageId != HeapPage.NO_PAGE; sequence++) {
      int from = sequence * capacity;
      int part = Math.min(capacity, bodyBytes - from);
      long next = from + part < bodyBytes ? takePage() : HeapPage.NO_PAGE;
      HeapPage page = batchPage();
      page.format(HeapPage.OVERFLOW, pageId);
      page.overflow(next, rid, sequence, part);
      HeapCell.writeBody(page.bytes(), HeapPage.HEADER_BYTES, wkb, attributes, from, from + part);
      batchRecords[count++] = 0;
      pageId = next;
    }
  }

  private HeapPage batchPage() {
    if (count == BATCH_PAGES) {
      writeBatch();
    }
    return batch[count];
  }

  private void finishPage() {
    if (currentRecords > 0) {
      batchPage().copyFrom(current);
      batchRecords[count++] = currentRecords;
      currentRecords = 0;
    }
  }

  private void writeBatch() {
    file.writes().writeSealed(batch, count);
    for (int i = 0; i < count; i++) {
      HeapPage page = batch[i];
      int category =
          page.kind() == HeapPage.DATA ? spaces.category(page.freeBytes()) : FreeSpaceMap.OTHER;
      spaces.set(page.pageId(), category, batchRecords[i]);
      note(page.pageId(), category, batchRecords[i]);
    }
    count = 0;
  }

  /**
   * Adds a page to the log record of the load. The page was already written to the device. One log
   * record covers consecutive pages that belong to one group of the free-space map.
   */
  private void note(long pageId, int category, int records) {
    boolean follows =
        notedPages > 0
            && pageId == noted + notedPages
            && spaces.group(pageId) == spaces.group(noted);
    if (!follows) {
      appendNote();
      noted = pageId;
    }
    note.put(Long.BYTES + notedPages++, (byte) category);
    notedRecords += records;
  }

  private void appendNote() {
    if (notedPages > 0) {
      note.putLong(0, notedRecords);
      changes.appendSealed(noted, note, Long.BYTES + notedPages);
      notedPages = 0;
      notedRecords = 0;
    }
  }

  /** Writes the pages that are not written yet. No further records may be added. */
  void finish() {
    finishPage();
    if (count > 0) {
      writeBatch();
    }
    appendNote();
  }
}
