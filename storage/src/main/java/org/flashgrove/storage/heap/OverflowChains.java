package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.RecordReader;

/**
 * Writes and frees the overflow pages that an operation adds or removes. Overflow pages contain the
 * records that are too large for a data page.
 */
record OverflowChains(int pageSize, StagedPages staged, FreeSpaceMap spaces, HeapChanges changes) {

  /**
   * Writes the body of a record (WKB length, WKB and attributes) to overflow pages. Returns the id
   * of the first page.
   */
  long write(long rid, int bodyBytes, ByteBuffer wkb, ByteBuffer attributes) {
    int capacity = HeapPage.payloadCapacity(pageSize);
    long first = takePage();
    long pageId = first;
    for (int sequence = 0; pageId != HeapPage.NO_PAGE; sequence++) {
      int from = sequence * capacity;
      int part = Math.min(capacity, bodyBytes - from);
      long next = from + part < bodyBytes ? takePage() : HeapPage.NO_PAGE;
      HeapPage page = staged.format(HeapPage.OVERFLOW, pageId);
      page.overflow(next, rid, sequence, part);
      HeapCell.writeBody(page.bytes(), HeapPage.HEADER_BYTES, wkb, attributes, from, from + part);
      changes.appendOverflow(page);
      pageId = next;
    }
    return first;
  }

  private long takePage() {
    long pageId = spaces.unused();
    spaces.set(pageId, FreeSpaceMap.OTHER, 0);
    return pageId;
  }

  /** Frees the overflow pages of a long record, whose LONG cell is at {@code offset}. */
  void free(ByteBuffer bytes, int offset, long rid) {
    int left = bytes.getInt(offset + HeapCell.AT_BODY_BYTES);
    long pageId = bytes.getLong(offset + HeapCell.AT_FIRST_PAGE);
    int capacity = HeapPage.payloadCapacity(pageSize);
    for (int sequence = 0; left > 0; sequence++) {
      int part = Math.min(capacity, left);
      if (spaces.categoryOf(pageId) != FreeSpaceMap.OTHER) {
        throw RecordReader.damaged(rid, "overflow chain leads to page " + pageId);
      }
      HeapPage link = staged.change(pageId);
      RecordReader.requireLink(link, rid, sequence, part);
      long next = link.next();
      freePage(pageId);
      pageId = next;
      left -= part;
    }
  }

  /** Frees a page of any kind. */
  void freePage(long pageId) {
    staged.format(HeapPage.FREE, pageId);
    changes.append(HeapChanges.FREE, pageId, 0, FreeSpaceMap.UNUSED);
    spaces.set(pageId, FreeSpaceMap.UNUSED, 0);
  }
}
