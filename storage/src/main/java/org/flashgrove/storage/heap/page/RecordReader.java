package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Reads records and copies their content. A record's RID refers to its home cell, from which the
 * reader follows references to other pages. Only one page is open at a time. Malformed content
 * throws {@link DamagedStoreException}. Overflow chains are checked page by page, so that a cycle
 * or a wrong length cannot cause endless reading.
 */
public final class RecordReader {
  /** Source of page images. */
  public interface Source {
    /**
     * Returns the image of a page of any kind, or null if the page does not exist. The image is
     * valid until {@link #close}.
     */
    HeapPage open(long pageId);

    void close(HeapPage page);
  }

  private final Source source;

  public RecordReader(Source source) {
    this.source = source;
  }

  /** Reads a record. Returns whether it exists. The content of {@code into} is a copy. */
  public boolean read(long rid, HeapRecord into) {
    HeapPage page = rid < 0 ? null : source.open(Rid.page(rid));
    if (page == null) {
      return false;
    }
    Home home;
    try {
      int slot = Rid.slot(rid);
      if (page.kind() != HeapPage.DATA || !page.isUsed(slot)) {
        return false;
      }
      int offset = page.offset(slot);
      if (HeapCell.kind(page.bytes(), offset) == HeapCell.INLINE) {
        long id = page.bytes().getLong(offset + HeapCell.AT_FIRST);
        copy(page, rid, id, slot, HeapCell.INLINE_HEAD, into);
        return true;
      }
      home = Home.of(page, slot);
    } finally {
      source.close(page);
    }
    return readOn(home, rid, into);
  }

  /**
   * Reads a record from its home page. Content that is completely on this page is not copied.
   *
   * @param page a data page on which the record's slot is used
   * @return whether the record exists
   */
  public boolean show(HeapPage page, long rid, HeapRecord into) {
    int slot = Rid.slot(rid);
    if (HeapCell.kind(page.bytes(), page.offset(slot)) == HeapCell.INLINE) {
      showInline(page, rid, slot, into);
      return true;
    }
    return readOn(Home.of(page, slot), rid, into);
  }

  /** Decoded home cell of a record, which is the cell to which the record's RID refers. */
  private record Home(int kind, long first, int bodyBytes, long next) {
    static Home of(HeapPage page, int slot) {
      ByteBuffer bytes = page.bytes();
      int offset = page.offset(slot);
      int kind = HeapCell.kind(bytes, offset);
      long first = bytes.getLong(offset + HeapCell.AT_FIRST);
      return kind == HeapCell.LONG
          ? new Home(
              kind,
              first,
              bytes.getInt(offset + HeapCell.AT_BODY_BYTES),
              bytes.getLong(offset + HeapCell.AT_FIRST_PAGE))
          : new Home(kind, first, 0, HeapPage.NO_PAGE);
    }
  }

  /** Reads the record of a home cell that refers to another page: a FORWARD or LONG cell. */
  private boolean readOn(Home home, long rid, HeapRecord into) {
    switch (home.kind) {
      case HeapCell.LONG:
        readChain(rid, home.first, home.bodyBytes, home.next, into);
        return true;
      case HeapCell.FORWARD:
        readMoved(rid, home.first, into);
        return true;
      default:
        return false; // a MOVED cell is not the home of its record
    }
  }

  private static void copy(
      HeapPage page, long rid, long id, int slot, int headBytes, HeapRecord into) {
    int head = headBytes - HeapCell.BODY_HEAD;
    int length = page.length(slot) - head;
    into.assemble(0, page.bytes(), page.offset(slot) + head, length);
    into.showAssembled(rid, id, length);
  }

  /** Shows the record of an INLINE cell without copying it. */
  private static void showInline(HeapPage page, long rid, int slot, HeapRecord into) {
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
    HeapPage page = openNext(rid, Rid.page(target));
    try {
      int slot = Rid.slot(target);
      if (!isMoved(page, slot, rid)) {
        throw damaged(rid, "refers to " + target + ", which does not contain the record");
      }
      long id = page.bytes().getLong(page.offset(slot) + HeapCell.AT_MOVED_ID);
      copy(page, rid, id, slot, HeapCell.MOVED_HEAD, into);
    } finally {
      source.close(page);
    }
  }

  private HeapPage openNext(long rid, long pageId) {
    HeapPage page = pageId < 0 ? null : source.open(pageId);
    if (page == null) {
      throw damaged(rid, "continues on page " + pageId + ", which does not exist");
    }
    return page;
  }

  /** Returns whether a slot contains the MOVED cell of the record with this RID. */
  public static boolean isMoved(HeapPage page, int slot, long rid) {
    return page.kind() == HeapPage.DATA
        && page.isUsed(slot)
        && HeapCell.kind(page.bytes(), page.offset(slot)) == HeapCell.MOVED
        && page.bytes().getLong(page.offset(slot) + HeapCell.AT_FIRST) == rid;
  }

  private void readChain(long rid, long id, int bodyBytes, long first, HeapRecord into) {
    int length = 0;
    long pageId = first;
    for (int sequence = 0; length < bodyBytes; sequence++) {
      HeapPage page = openNext(rid, pageId);
      try {
        int capacity = HeapPage.payloadCapacity(page.pageSize());
        int part = Math.min(capacity, bodyBytes - length);
        requireLink(page, rid, sequence, part);
        into.assemble(length, page.bytes(), HeapPage.HEADER_BYTES, part);
        length += part;
        pageId = page.next();
      } finally {
        source.close(page);
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

  /** Throws unless a page is the {@code sequence}-th page of a record's overflow chain. */
  public static void requireLink(HeapPage page, long rid, int sequence, int payloadBytes) {
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

  public static DamagedStoreException damaged(long rid, String cause) {
    return new DamagedStoreException(HeapDevice.FILE, "heap record " + rid, cause);
  }
}
