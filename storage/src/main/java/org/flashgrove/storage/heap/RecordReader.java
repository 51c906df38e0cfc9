package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Reads records through their home cells. Content that no operation can have written ends in {@link
 * DamagedStoreException}; a chain is believed page by page, so that neither a cycle nor a length
 * that is not true costs more than the pages that are there.
 */
final class RecordReader {
  /** Where images of pages come from. */
  interface Source {
    /** The image of a page that is in use; to be unpinned. */
    HeapPage pin(long pageId);

    void unpin(HeapPage page);

    /** Whether there is an image of a page, of whatever kind. */
    boolean exists(long pageId);
  }

  private final Source source;
  private HeapPage shown;

  RecordReader(Source source) {
    this.source = source;
  }

  /**
   * Reads a record.
   *
   * @return whether it is there; if so the record shows it until {@link #release}
   */
  boolean read(long rid, HeapRecord into) {
    long pageId = HeapCell.page(rid);
    if (rid < 0 || !source.exists(pageId)) {
      return false;
    }
    HeapPage page = source.pin(pageId);
    boolean found = false;
    try {
      found = readHome(page, rid, into);
    } finally {
      if (!found || shown != page) {
        source.unpin(page);
      }
    }
    return found;
  }

  /** Ends the use of the page that the record shows. */
  void release() {
    if (shown != null) {
      HeapPage page = shown;
      shown = null;
      source.unpin(page);
    }
  }

  private boolean readHome(HeapPage page, long rid, HeapRecord into) {
    int slot = HeapCell.slot(rid);
    if (page.kind() != HeapPage.DATA || !page.isUsed(slot)) {
      return false;
    }
    ByteBuffer bytes = page.bytes();
    int offset = page.offset(slot);
    switch (HeapCell.kind(bytes, offset)) {
      case HeapCell.INLINE:
        showInline(page, rid, slot, into);
        shown = page;
        return true;
      case HeapCell.LONG:
        readChain(
            rid,
            bytes.getLong(offset + HeapCell.AT_FIRST),
            bytes.getInt(offset + HeapCell.AT_BODY_BYTES),
            bytes.getLong(offset + HeapCell.AT_FIRST_PAGE),
            into);
        return true;
      case HeapCell.FORWARD:
        readMoved(rid, bytes.getLong(offset + HeapCell.AT_FIRST), into);
        return true;
      default:
        return false; // a MOVED cell is not the home of its record
    }
  }

  /** Shows the record of an INLINE cell. */
  static void showInline(HeapPage page, long rid, int slot, HeapRecord into) {
    int offset = page.offset(slot);
    int head = HeapCell.INLINE_HEAD - HeapCell.BODY_HEAD;
    into.show(
        rid,
        page.bytes().getLong(offset + HeapCell.AT_FIRST),
        page.bytes(),
        offset + head,
        page.length(slot) - head);
  }

  private void readMoved(long rid, long target, HeapRecord into) {
    HeapPage page = source.pin(requireExisting(rid, HeapCell.page(target)));
    int slot = HeapCell.slot(target);
    if (!isMoved(page, slot, rid)) {
      source.unpin(page);
      throw damaged(rid, "forward to " + target + ", where the record is not");
    }
    int offset = page.offset(slot);
    int head = HeapCell.MOVED_HEAD - HeapCell.BODY_HEAD;
    into.show(
        rid,
        page.bytes().getLong(offset + HeapCell.AT_MOVED_ID),
        page.bytes(),
        offset + head,
        page.length(slot) - head);
    shown = page;
  }

  private long requireExisting(long rid, long pageId) {
    if (pageId < 0 || !source.exists(pageId)) {
      throw damaged(rid, "continues on page " + pageId + ", which is not there");
    }
    return pageId;
  }

  /** Whether the MOVED cell of a record stands in a slot. */
  static boolean isMoved(HeapPage page, int slot, long rid) {
    return page.kind() == HeapPage.DATA
        && page.isUsed(slot)
        && HeapCell.kind(page.bytes(), page.offset(slot)) == HeapCell.MOVED
        && page.bytes().getLong(page.offset(slot) + HeapCell.AT_FIRST) == rid;
  }

  private void readChain(long rid, long id, int bodyBytes, long first, HeapRecord into) {
    int length = 0;
    long pageId = first;
    for (int sequence = 0; length < bodyBytes; sequence++) {
      HeapPage page = source.pin(requireExisting(rid, pageId));
      try {
        int capacity = HeapPage.payloadCapacity(page.pageSize());
        int part = Math.min(capacity, bodyBytes - length);
        requireLink(page, rid, sequence, part);
        page.bytes().get(HeapPage.HEADER_BYTES, into.assemble(length, part), length, part);
        length += part;
        pageId = page.next();
      } finally {
        source.unpin(page);
      }
    }
    if (pageId != HeapPage.NO_PAGE) {
      throw damaged(rid, "overflow chain goes on after " + bodyBytes + " bytes");
    }
    int wkb = into.assembledWkbBytes();
    if (wkb < 0 || wkb > bodyBytes - HeapCell.BODY_HEAD) {
      throw damaged(rid, "WKB of " + wkb + " bytes in a body of " + bodyBytes);
    }
    into.showAssembled(rid, id, bodyBytes);
  }

  /** Checks that a page is the {@code sequence}-th of a record's chain. */
  static void requireLink(HeapPage page, long rid, int sequence, int payloadBytes) {
    boolean right =
        page.kind() == HeapPage.OVERFLOW
            && page.owner() == rid
            && page.sequence() == sequence
            && page.payloadBytes() == payloadBytes;
    if (!right) {
      throw damaged(
          rid, "page " + page.pageId() + " is not page " + sequence + " of its overflow chain");
    }
  }

  static DamagedStoreException damaged(long rid, String cause) {
    return new DamagedStoreException(HeapDevice.FILE, "heap record " + rid, cause);
  }
}
