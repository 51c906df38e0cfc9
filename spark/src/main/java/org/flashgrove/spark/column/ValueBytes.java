package org.flashgrove.spark.column;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * View of a text or binary value of a Spark row. Bytes in an array of the row are not copied. The
 * view is valid until the row changes. Not safe for use by several threads.
 */
public final class ValueBytes {
  private static final byte[] NOTHING = {};

  private byte[] array = NOTHING;
  private int start;
  private int length;

  /** Creates a view of no bytes. */
  public ValueBytes() {}

  /** Changes the view to no bytes. */
  public void clear() {
    show(NOTHING);
  }

  /** Changes the view to a complete array. */
  public void show(byte[] bytes) {
    array = bytes;
    start = 0;
    length = bytes.length;
  }

  /** Changes the view to a value that is not null. */
  public void show(InternalRow row, int column, boolean isText) {
    if (row instanceof UnsafeRow unsafe && unsafe.getBaseObject() instanceof byte[] bytes) {
      long place = unsafe.getLong(column); // the upper half is the offset, the lower the length
      array = bytes;
      start = (int) (unsafe.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET + (place >> Integer.SIZE));
      length = (int) place;
    } else {
      show(isText ? row.getUTF8String(column).getBytes() : row.getBinary(column));
    }
  }

  /** Returns the array that contains the bytes. */
  public byte[] array() {
    return array;
  }

  /** Returns the index of the first byte in the array. */
  public int start() {
    return start;
  }

  /** Returns the number of bytes. */
  public int length() {
    return length;
  }

  /** Copies the bytes to an array. Returns the index after the last byte. */
  public int copyTo(byte[] into, int at) {
    System.arraycopy(array, start, into, at, length);
    return at + length;
  }

  /** Returns whether all bytes are ASCII characters. */
  boolean isAscii() {
    int at = start;
    int end = start + length;
    long signs = 0;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      signs |= RowForm.longAt(array, at) & 0x8080808080808080L;
    }
    for (; at < end; at++) {
      signs |= array[at] & Byte.MIN_VALUE;
    }
    return signs == 0;
  }
}
