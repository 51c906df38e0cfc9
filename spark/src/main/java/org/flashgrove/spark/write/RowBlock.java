package org.flashgrove.spark.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.column.ValueBytes;
import org.locationtech.jts.geom.Envelope;

/**
 * Encoded rows of one tile, with the number and the bounds of their non-empty geometries. Tasks
 * that encode rows send blocks to the tasks that write tables. Spark moves each block as one row,
 * which stands for thousands of written rows.
 */
final class RowBlock {
  /** Columns of the row that stands for a block. */
  static final StructType COLUMNS =
      new StructType()
          .add("tile", DataTypes.IntegerType, false)
          .add("located", DataTypes.LongType, false)
          .add("minX", DataTypes.DoubleType, false)
          .add("minY", DataTypes.DoubleType, false)
          .add("maxX", DataTypes.DoubleType, false)
          .add("maxY", DataTypes.DoubleType, false)
          .add("rows", DataTypes.BinaryType, false);

  /** Number of bytes from which a block counts as full. */
  static final int FULL = 240 << 10;

  private static final byte[] NOTHING = {};
  private static final int FIRST_BYTES = 256;

  private final Envelope bounds;
  private final int start;
  private byte[] bytes;
  private int length;
  private long located;

  /** Creates an empty block. */
  RowBlock() {
    bounds = new Envelope();
    bytes = NOTHING;
    start = 0;
  }

  /** Restores a block from the row that stands for it. It is valid until that row changes. */
  RowBlock(InternalRow row) {
    located = row.getLong(1);
    bounds =
        located == 0
            ? new Envelope()
            : new Envelope(row.getDouble(2), row.getDouble(4), row.getDouble(3), row.getDouble(5));
    ValueBytes rows = new ValueBytes();
    rows.show(row, 6, false);
    bytes = rows.array();
    start = rows.start();
    length = rows.length();
  }

  /** Encodes the row that an encoder read last, and adds it. */
  void add(InternalRow row, RowEncoder encoder) {
    int end = reserve(encoder.bytes());
    encoder.put(row, bytes, length);
    length = end;
    if (encoder.isLocated()) {
      located++;
      encoder.expand(bounds);
    }
  }

  /**
   * Adds a row without counting its geometry.
   *
   * @param key sort key of the row, not negative
   * @param wkb geometry; an empty array if it is null
   * @param attributes bytes of the attributes, from position to limit
   */
  void add(long key, byte[] wkb, ByteBuffer attributes) {
    reserve(Math.addExact(EncodedRows.HEAD + wkb.length, attributes.remaining()));
    length = EncodedRows.put(bytes, length, key, wkb, attributes);
  }

  /** Returns whether a row fits in the memory that the block has. */
  boolean hasRoom(int size) {
    return size <= bytes.length - length;
  }

  /** Makes room for a row. Returns the end of the row. */
  int reserve(int size) {
    int end = Math.addExact(length, size);
    if (end > bytes.length) {
      int more = Math.max(FIRST_BYTES, length < FULL / 2 ? 2 * length : FULL);
      bytes = Arrays.copyOf(bytes, Math.max(end, more));
    }
    return end;
  }

  /** Removes all rows. */
  void clear() {
    length = 0;
    located = 0;
    bounds.setToNull();
  }

  /** Returns an array that contains the rows. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the position of the first row; 0 unless the block was restored. */
  int start() {
    return start;
  }

  /** Returns the number of bytes of the rows. */
  int length() {
    return length;
  }

  /** Returns the number of bytes that the block has for rows. */
  int memoryBytes() {
    return bytes.length;
  }

  /** Returns the number of rows with a geometry that is not empty. */
  long located() {
    return located;
  }

  /** Returns the bounds of the geometries; a null envelope if all are null or empty. */
  Envelope bounds() {
    return bounds;
  }

  /**
   * Returns the row that stands for this block.
   *
   * @param key value of the column {@code tile}
   */
  InternalRow row(int key) {
    return new GenericInternalRow(
        new Object[] {
          key,
          located,
          bounds.getMinX(),
          bounds.getMinY(),
          bounds.getMaxX(),
          bounds.getMaxY(),
          Arrays.copyOf(bytes, length)
        });
  }
}
