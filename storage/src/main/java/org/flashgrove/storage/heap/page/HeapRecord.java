package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * A record as it is read: id, geometry, attributes. One object serves many records; what it shows
 * is valid until the next record is read with it.
 */
public final class HeapRecord {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final boolean isDirect;
  private ByteBuffer assembled = NOTHING;
  private ByteBuffer source = NOTHING;
  private ByteBuffer wkb = NOTHING;
  private ByteBuffer body = NOTHING;
  private ByteBuffer attributes = NOTHING;
  private long rid;
  private long id;

  /** Creates an object that shows nothing yet, and copies what it does not show in place. */
  public HeapRecord() {
    this(false);
  }

  private HeapRecord(boolean isDirect) {
    this.isDirect = isDirect;
  }

  /**
   * Returns an empty record that uses direct buffers, so that its copies of content are outside of
   * the JVM's heap as well. Reuse it for many records.
   */
  public static HeapRecord direct() {
    return new HeapRecord(true);
  }

  /** Returns the record's id in the file, which is unique while the record exists. */
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

  /** Returns the geometry, little endian, from position to limit; read only. */
  public ByteBuffer wkb() {
    return wkb;
  }

  /** Returns the attributes, from position to limit; read only. */
  public ByteBuffer attributes() {
    return attributes;
  }

  /** Shows the body at {@code offset} of a page. */
  public void show(long newRid, long newId, ByteBuffer page, int offset, int length) {
    rid = newRid;
    id = newId;
    if (source != page) {
      source = page;
      wkb = page.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
      attributes = page.asReadOnlyBuffer();
      body = page.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    body.limit(offset + length).position(offset);
    int wkbEnd = offset + HeapCell.BODY_HEAD + page.getInt(offset);
    wkb.limit(wkbEnd).position(offset + HeapCell.BODY_HEAD);
    attributes.limit(offset + length).position(wkbEnd);
  }

  /** Appends bytes of a page to a body that has {@code length} bytes so far. */
  void assemble(int length, ByteBuffer page, int offset, int count) {
    if (length + count > assembled.capacity()) {
      int capacity = Math.max(length + count, 2 * assembled.capacity());
      ByteBuffer larger =
          isDirect ? AlignedBuffers.allocate(capacity) : ByteBuffer.allocate(capacity);
      larger.put(0, assembled, 0, length);
      assembled = larger.order(ByteOrder.LITTLE_ENDIAN);
    }
    assembled.put(length, page, offset, count);
  }

  /** Returns the length of the WKB in an assembled body. */
  int assembledWkbBytes() {
    return assembled.getInt(0);
  }

  /** Shows an assembled body. */
  void showAssembled(long newRid, long newId, int length) {
    show(newRid, newId, assembled, 0, length);
  }
}
