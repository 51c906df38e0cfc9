package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A record as it is read: id, geometry, attributes. One object serves many records; what it shows
 * is valid until the next record is read with it.
 */
public final class HeapRecord {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private byte[] assembled = new byte[0];
  private ByteBuffer assembledView = NOTHING;
  private ByteBuffer source = NOTHING;
  private ByteBuffer wkb = NOTHING;
  private ByteBuffer body = NOTHING;
  private ByteBuffer attributes = NOTHING;
  private long rid;
  private long id;

  /** Creates an object that shows nothing yet. */
  public HeapRecord() {}

  /** Returns the record's id in the file, which no other record has as long as it is there. */
  public long rid() {
    return rid;
  }

  /** Returns the id that the record was inserted with. */
  public long id() {
    return id;
  }

  /**
   * Returns the whole body, little endian, from position to limit; read only: bytes of the WKB (4),
   * WKB, attributes.
   */
  public ByteBuffer body() {
    return body;
  }

  /** Returns the geometry, from position to limit; read only. */
  public ByteBuffer wkb() {
    return wkb;
  }

  /** Returns the attributes, from position to limit; read only. */
  public ByteBuffer attributes() {
    return attributes;
  }

  /** Shows the body at {@code offset} of a page. */
  void show(long newRid, long newId, ByteBuffer page, int offset, int length) {
    rid = newRid;
    id = newId;
    if (source != page) {
      source = page;
      wkb = page.asReadOnlyBuffer();
      attributes = page.asReadOnlyBuffer();
      body = page.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    body.limit(offset + length).position(offset);
    int wkbEnd = offset + HeapCell.BODY_HEAD + page.getInt(offset);
    wkb.limit(wkbEnd).position(offset + HeapCell.BODY_HEAD);
    attributes.limit(offset + length).position(wkbEnd);
  }

  /**
   * Returns the array of a body that has {@code length} bytes so far, with room for {@code more}.
   */
  byte[] assemble(int length, int more) {
    if (length + more > assembled.length) {
      assembled = Arrays.copyOf(assembled, Math.max(length + more, 2 * assembled.length));
      assembledView = ByteBuffer.wrap(assembled).order(ByteOrder.LITTLE_ENDIAN);
    }
    return assembled;
  }

  /** Returns the length of the WKB in an assembled body. */
  int assembledWkbBytes() {
    return assembledView.getInt(0);
  }

  /** Shows an assembled body. */
  void showAssembled(long newRid, long newId, int length) {
    show(newRid, newId, assembledView, 0, length);
  }
}
