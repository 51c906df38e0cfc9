package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;

/**
 * Reads and writes cells. A cell is the content of a slot of a data page, little endian. The number
 * after a field is its length in bytes:
 *
 * <pre>
 * INLINE   kind 1  id 8  WKB length 4  WKB  attributes
 * LONG     kind 1  id 8  body bytes 4  first overflow page 8      body: WKB length 4  WKB  attributes
 * FORWARD  kind 1  RID of the MOVED cell 8
 * MOVED    kind 1  RID of the FORWARD cell 8  id 8  WKB length 4  WKB  attributes
 * </pre>
 *
 * <p>A record's RID is the RID of its INLINE, LONG or FORWARD cell and never changes. A record that
 * has outgrown its page is stored in a MOVED cell on another page. A record that is too large for
 * any page has a LONG cell, and its body is on overflow pages.
 */
public final class HeapCell {
  public static final int INLINE = 1;
  public static final int LONG = 2;
  public static final int FORWARD = 3;
  public static final int MOVED = 4;

  public static final int INLINE_HEAD = 13;
  public static final int LONG_BYTES = 21;
  public static final int FORWARD_BYTES = 9;
  public static final int MOVED_HEAD = 21;

  /** Number of bytes before the WKB in the body of a LONG record. */
  public static final int BODY_HEAD = 4;

  /** Offset in a cell of the id (INLINE and LONG cells) or of the RID (other cells). */
  public static final int AT_FIRST = 1;

  public static final int AT_BODY_BYTES = 9;
  public static final int AT_FIRST_PAGE = 13;
  public static final int AT_MOVED_ID = 9;

  private HeapCell() {}

  public static int kind(ByteBuffer page, int offset) {
    return page.get(offset);
  }

  /**
   * Returns whether a cell of this kind is a home cell. The RID of a home cell is the RID of its
   * record.
   */
  public static boolean isHome(int kind) {
    return kind != MOVED;
  }

  /** Returns whether {@code length} bytes at {@code offset} of a page form a valid cell. */
  public static boolean isPossible(ByteBuffer page, int offset, int length) {
    if (length < FORWARD_BYTES) {
      return false;
    }
    return switch (kind(page, offset)) {
      case INLINE -> hasWkb(page, offset, length, INLINE_HEAD);
      case MOVED -> hasWkb(page, offset, length, MOVED_HEAD);
      case LONG ->
          length == LONG_BYTES
              && page.getInt(offset + AT_BODY_BYTES) >= BODY_HEAD
              && page.getLong(offset + AT_FIRST_PAGE) >= 0;
      case FORWARD -> length == FORWARD_BYTES;
      default -> false;
    };
  }

  private static boolean hasWkb(ByteBuffer page, int offset, int length, int head) {
    if (length < head) {
      return false;
    }
    int wkb = page.getInt(offset + head - Integer.BYTES);
    return wkb >= 0 && wkb <= length - head;
  }

  /** Writes an INLINE cell at {@code offset} of a page. */
  public static void writeInline(
      ByteBuffer page, int offset, long id, ByteBuffer wkb, ByteBuffer attributes) {
    int wkbBytes = wkb.remaining();
    int body = offset + INLINE_HEAD;
    page.put(offset, (byte) INLINE).putLong(offset + AT_FIRST, id);
    page.putInt(body - BODY_HEAD, wkbBytes);
    page.put(body, wkb, wkb.position(), wkbBytes);
    page.put(body + wkbBytes, attributes, attributes.position(), attributes.remaining());
  }

  /** Writes a MOVED cell for a record whose RID is {@code home}. */
  public static void writeMoved(
      ByteBuffer page, int offset, long home, long id, ByteBuffer wkb, ByteBuffer attributes) {
    page.put(offset, (byte) MOVED).putLong(offset + AT_FIRST, home);
    page.putLong(offset + AT_MOVED_ID, id);
    writeBody(page, offset + MOVED_HEAD - BODY_HEAD, wkb, attributes);
  }

  private static void writeBody(
      ByteBuffer page, int offset, ByteBuffer wkb, ByteBuffer attributes) {
    writeBody(page, offset, wkb, attributes, 0, bodyBytes(wkb, attributes));
  }

  /** Returns the length in bytes of a body, which consists of WKB length, WKB and attributes. */
  public static int bodyBytes(ByteBuffer wkb, ByteBuffer attributes) {
    return BODY_HEAD + wkb.remaining() + attributes.remaining();
  }

  /** Writes bytes {@code [from, to)} of a record's body to a page, beginning at {@code offset}. */
  public static void writeBody(
      ByteBuffer page, int offset, ByteBuffer wkb, ByteBuffer attributes, int from, int to) {
    int wkbBytes = wkb.remaining();
    for (int i = from; i < Math.min(to, BODY_HEAD); i++) {
      page.put(offset + i - from, (byte) (wkbBytes >>> i * Byte.SIZE));
    }
    writePart(page, offset - from, wkb, BODY_HEAD, from, to);
    writePart(page, offset - from, attributes, BODY_HEAD + wkbBytes, from, to);
  }

  /**
   * Writes the bytes of one field of a record's body that lie within {@code [from, to)} of the
   * body.
   *
   * @param body offset in the page at which byte 0 of the body would be
   * @param part content of the field
   * @param start offset of the field in the body
   */
  private static void writePart(
      ByteBuffer page, int body, ByteBuffer part, int start, int from, int to) {
    int begin = Math.max(from, start);
    int end = Math.min(to, start + part.remaining());
    if (begin < end) {
      page.put(body + begin, part, part.position() + begin - start, end - begin);
    }
  }

  public static void writeLong(
      ByteBuffer page, int offset, long id, int bodyBytes, long firstPage) {
    page.put(offset, (byte) LONG).putLong(offset + AT_FIRST, id);
    page.putInt(offset + AT_BODY_BYTES, bodyBytes).putLong(offset + AT_FIRST_PAGE, firstPage);
  }

  public static void writeForward(ByteBuffer page, int offset, long target) {
    page.put(offset, (byte) FORWARD).putLong(offset + AT_FIRST, target);
  }
}
