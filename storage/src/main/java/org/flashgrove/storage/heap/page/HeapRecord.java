package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * A record that was read: id, geometry and attributes. A {@code HeapRecord} object can be reused
 * for many records. The buffers that it returns are valid until the next record is read into the
 * object.
 */
public final class HeapRecord {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Least number of bytes in an off-heap copy. */
  private static final int LEAST_DIRECT = 4096;

  private final boolean isDirect;
  private ByteBuffer assembled = NOTHING;
  private ByteBuffer source = NOTHING;
  private ByteBuffer body = NOTHING;

  /** View of the WKB, or null if no caller has used it. */
  private ByteBuffer wkb;

  /** View of the attributes, or null if no caller has used it. */
  private ByteBuffer attributes;

  private int start;
  private int end;
  private int wkbEnd;
  private long rid;
  private long id;

  /** Creates an empty record. If content must be copied, it is copied to the Java heap. */
  public HeapRecord() {
    this(false);
  }

  private HeapRecord(boolean isDirect) {
    this.isDirect = isDirect;
  }

  /**
   * Returns an empty record. If content must be copied, it is copied to off-heap memory. Such an
   * object should be reused for many records.
   */
  public static HeapRecord direct() {
    return new HeapRecord(true);
  }

  /** Returns the record's RID, which is unique in the file while the record exists. */
  public long rid() {
    return rid;
  }

  /** Returns the id with which the record was inserted. */
  public long id() {
    return id;
  }

  /**
   * Returns the whole body as a read-only little-endian buffer, from position to limit: WKB length
   * (4 bytes), WKB, attributes.
   */
  public ByteBuffer body() {
    return body;
  }

  /** Returns the geometry as a read-only little-endian buffer, from position to limit. */
  public ByteBuffer wkb() {
    if (wkb == null) {
      wkb = source.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    return wkb.limit(wkbEnd).position(start);
  }

  /** Returns the attributes as a read-only buffer, from position to limit. */
  public ByteBuffer attributes() {
    if (attributes == null) {
      attributes = source.asReadOnlyBuffer();
    }
    return attributes.limit(end).position(wkbEnd);
  }

  /**
   * Makes this object show the body at {@code offset} of a page. The object refers to the page and
   * does not copy the body.
   */
  public void show(long newRid, long newId, ByteBuffer page, int offset, int length) {
    rid = newRid;
    id = newId;
    if (source != page) {
      source = page;
      wkb = null;
      attributes = null;
      body = page.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    int wkbBytes = page.getInt(offset);
    if (wkbBytes < 0 || wkbBytes > length - HeapCell.BODY_HEAD) {
      throw new IllegalArgumentException(
          "record " + newRid + ": WKB of " + wkbBytes + " bytes in a body of " + length);
    }
    body.limit(offset + length).position(offset);
    start = offset + HeapCell.BODY_HEAD;
    wkbEnd = start + wkbBytes;
    end = offset + length;
  }

  /** Appends bytes of a page to the copied body, which has {@code length} bytes so far. */
  void assemble(int length, ByteBuffer page, int offset, int count) {
    if (length + count > assembled.capacity()) {
      int least = isDirect ? LEAST_DIRECT : 0;
      int capacity = Math.max(Math.max(least, length + count), 2 * assembled.capacity());
      ByteBuffer larger =
          isDirect ? AlignedBuffers.allocate(capacity) : ByteBuffer.allocate(capacity);
      larger.put(0, assembled, 0, length);
      assembled = larger.order(ByteOrder.LITTLE_ENDIAN);
    }
    assembled.put(length, page, offset, count);
  }

  /** Returns the length of the WKB in the body that was copied with {@link #assemble}. */
  int assembledWkbBytes() {
    return assembled.getInt(0);
  }

  /** Makes this object show the body that was copied with {@link #assemble}. */
  void showAssembled(long newRid, long newId, int length) {
    show(newRid, newId, assembled, 0, length);
  }
}
