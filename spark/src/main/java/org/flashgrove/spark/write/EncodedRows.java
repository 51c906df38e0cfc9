package org.flashgrove.spark.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encoded rows in an array, and a view of the current row. A row consists of its key (8 bytes), the
 * length of its geometry (4), the length of its attributes (4), the geometry and the attributes.
 */
final class EncodedRows {
  static final int HEAD = Long.BYTES + 2 * Integer.BYTES;
  private static final int AT_WKB = Long.BYTES;
  private static final int AT_ROW = AT_WKB + Integer.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final ByteBuffer heads;
  private final ByteBuffer wkb;
  private final ByteBuffer row;
  private int shown;

  EncodedRows(byte[] bytes) {
    this.bytes = bytes;
    heads = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    row = heads.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    wkb = ByteBuffer.wrap(bytes);
  }

  /**
   * Writes a row into an array.
   *
   * @param at position of the row
   * @param key sort key
   * @param geometry WKB; an empty array if the geometry is null
   * @param attributes bytes of the attributes, from position to limit
   * @return the position after the row
   */
  static int put(byte[] into, int at, long key, byte[] geometry, ByteBuffer attributes) {
    int length = attributes.remaining();
    putHead(into, at, key, geometry.length, length);
    System.arraycopy(geometry, 0, into, at + HEAD, geometry.length);
    int rowAt = at + HEAD + geometry.length;
    attributes.get(attributes.position(), into, rowAt, length);
    return rowAt + length;
  }

  /** Writes the key and the lengths of a row into an array. */
  static void putHead(byte[] into, int at, long key, int geometryBytes, int attributeBytes) {
    LONGS.set(into, at, key);
    INTS.set(into, at + AT_WKB, geometryBytes);
    INTS.set(into, at + AT_ROW, attributeBytes);
  }

  /** Returns the array that contains the rows. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the number of bytes of the row at a position, including its key and lengths. */
  int size(int at) {
    return HEAD + heads.getInt(at + AT_WKB) + heads.getInt(at + AT_ROW);
  }

  long key(int at) {
    return heads.getLong(at);
  }

  /** Makes the row at a position the current one. */
  void show(int at) {
    shown = at;
    int rowAt = at + HEAD + heads.getInt(at + AT_WKB);
    wkb.limit(rowAt).position(at + HEAD);
    row.limit(rowAt + heads.getInt(at + AT_ROW)).position(rowAt);
  }

  /** Returns the key of the current row. */
  long key() {
    return key(shown);
  }

  /** Returns the geometry of the current row. */
  ByteBuffer wkb() {
    return wkb;
  }

  /** Returns the attributes of the current row. */
  ByteBuffer row() {
    return row;
  }
}
