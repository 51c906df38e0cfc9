package org.flashgrove.spark.remote;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.storage.heap.page.HeapCell;

/**
 * Column of numbers of a page of records.
 *
 * @param isLength whether the numbers are lengths of the variable-length column {@code offset}
 * @param inRow whether {@code offset} counts from the row of a record, not from its cell
 * @param isCoordinate whether the numbers have the byte order of the geometries
 */
record PageColumn(
    boolean isLength,
    boolean inRow,
    int offset,
    int width,
    boolean isDouble,
    boolean isCoordinate) {
  /** Offset in a cell of the length of its geometry. */
  static final int AT_WKB_LENGTH = HeapCell.INLINE_HEAD - Integer.BYTES;

  /** Number of bytes of a WKB geometry before its SRID or coordinates. */
  static final int WKB_HEAD = 5;

  /**
   * Returns the columns of a page in the order in which they are stored. The first columns are the
   * ids and the lengths.
   *
   * @param fixed offset in a geometry's WKB at which the columns of coordinates end; 0 for none
   */
  static PageColumn[] all(RecordColumns columns, int fixed) {
    List<PageColumn> all = new ArrayList<>();
    all.add(inCell(HeapCell.AT_FIRST, Long.BYTES));
    all.add(inCell(AT_WKB_LENGTH, Integer.BYTES));
    for (int i = 0; i < columns.variable().length; i++) {
      all.add(new PageColumn(true, false, i, Integer.BYTES, false, false));
    }
    if (fixed > 0) {
      all.add(inCell(HeapCell.INLINE_HEAD, 1));
      all.add(inCell(HeapCell.INLINE_HEAD + 1, Integer.BYTES));
      int at = WKB_HEAD;
      if ((fixed - at) % Double.BYTES != 0) {
        all.add(inCell(HeapCell.INLINE_HEAD + at, Integer.BYTES));
        at += Integer.BYTES;
      }
      for (; at < fixed; at += Double.BYTES) {
        all.add(new PageColumn(false, false, HeapCell.INLINE_HEAD + at, Double.BYTES, true, true));
      }
    }
    for (RecordColumns.Fixed column : columns.fixed()) {
      all.add(
          new PageColumn(false, true, column.offset(), column.width(), column.isDouble(), false));
    }
    return all.toArray(PageColumn[]::new);
  }

  private static PageColumn inCell(int offset, int width) {
    return new PageColumn(false, false, offset, width, false, false);
  }
}
