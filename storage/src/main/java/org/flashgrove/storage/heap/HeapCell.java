package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The content of a slot of a data page, little endian:
 *
 * <pre>
 * INLINE   kind 1  id 8  WKB length 4  WKB  attributes
 * LONG     kind 1  id 8  body bytes 4  first overflow page 8      body: WKB length 4  WKB  attributes
 * FORWARD  kind 1  RID of the MOVED cell 8
 * MOVED    kind 1  RID of the FORWARD cell 8  id 8  WKB length 4  WKB  attributes
 * </pre>
 *
 * <p>The RID of a record is that of its INLINE, LONG or FORWARD cell and never changes. A record
 * that has grown beyond its page is MOVED, one too large for any is LONG.
 */
final class HeapCell {
  static final int INLINE = 1;
  static final int LONG = 2;
  static final int FORWARD = 3;
  static final int MOVED = 4;

  static final int INLINE_HEAD = 13;
  static final int LONG_BYTES = 21;
  static final int FORWARD_BYTES = 9;
  static final int MOVED_HEAD = 21;

  /** Bytes of a LONG record's body before the WKB. */
  static final int BODY_HEAD = 4;

  /** Where the id of an INLINE or LONG cell, and the RID of the others, is. */
  static final int AT_FIRST = 1;

  static final int AT_BODY_BYTES = 9;
  static final int AT_FIRST_PAGE = 13;
  static final int AT_MOVED_ID = 9;

  private HeapCell() {}

  static int kind(ByteBuffer page, int offset) {
    return page.get(offset);
  }

  /** Returns whether the RID of a cell of this kind is a record's. */
  static boolean isHome(int kind) {
    return kind != MOVED;
  }

  /** Returns whether bytes within a page can be a cell. */
  static boolean isPossible(ByteBuffer page, int offset, int length) {
    if (length < FORWARD_BYTES) {
      return false;
    }
    switch (kind(page, offset)) {
      case INLINE:
        return hasWkb(page, offset, length, INLINE_HEAD);
      case MOVED:
        return hasWkb(page, offset, length, MOVED_HEAD);
      case LONG:
        return length == LONG_BYTES
            && page.getInt(offset + AT_BODY_BYTES) >= BODY_HEAD
            && page.getLong(offset + AT_FIRST_PAGE) >= 0;
      case FORWARD:
        return length == FORWARD_BYTES;
      default:
        return false;
    }
  }

  private static boolean hasWkb(ByteBuffer page, int offset, int length, int head) {
    if (length < head) {
      return false;
    }
    int wkb = page.getInt(offset + head - Integer.BYTES);
    return wkb >= 0 && wkb <= length - head;
  }

  /** Writes an INLINE or MOVED cell; {@code home} counts for the latter. Returns its length. */
  static int writeRecord(
      byte[] into, int kind, long home, long id, ByteBuffer wkb, ByteBuffer attributes) {
    ByteBuffer cell = ByteBuffer.wrap(into).order(ByteOrder.LITTLE_ENDIAN);
    cell.put((byte) kind);
    if (kind == MOVED) {
      cell.putLong(home);
    }
    cell.putLong(id);
    writeBody(cell, wkb, attributes);
    return cell.position();
  }

  /** Writes a body: length of the WKB, WKB, attributes. */
  static void writeBody(ByteBuffer into, ByteBuffer wkb, ByteBuffer attributes) {
    into.putInt(wkb.remaining());
    into.put(wkb.duplicate());
    into.put(attributes.duplicate());
  }

  /** Writes a LONG cell; returns its length. */
  static int writeLong(byte[] into, long id, int bodyBytes, long firstPage) {
    ByteBuffer cell = ByteBuffer.wrap(into).order(ByteOrder.LITTLE_ENDIAN);
    cell.put((byte) LONG).putLong(id).putInt(bodyBytes).putLong(firstPage);
    return LONG_BYTES;
  }

  /** Writes a FORWARD cell; returns its length. */
  static int writeForward(byte[] into, long target) {
    ByteBuffer cell = ByteBuffer.wrap(into).order(ByteOrder.LITTLE_ENDIAN);
    cell.put((byte) FORWARD).putLong(target);
    return FORWARD_BYTES;
  }
}
