package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/** Decodes entries of a packed page into memory, many at once. */
final class PageDecoder {
  private static final int BOX = 4;

  private final PackedPage of;
  private final PageColumns columns;
  private final double[] box = new double[4];

  PageDecoder(PackedPage of) {
    this.of = of;
    columns = of.columns;
  }

  /**
   * Decodes the rectangles of some entries.
   *
   * @param which bits of the entries in some words
   * @param into takes the sides of each, from those of rectangle {@code at} on
   */
  void rectangles(long[] which, int words, double[] into, int at) {
    if (columns.split) {
      splitRectangles(which, words, into, BOX * at);
      return;
    }
    int next = BOX * at;
    for (int w = 0; w < words; w++) {
      for (long rest = which[w]; rest != 0; rest &= rest - 1) {
        of.rectangle((w << 6) + Long.numberOfTrailingZeros(rest), into, next);
        next += BOX;
      }
    }
  }

  /** Decodes cells and rows of a split page: a row's place follows from that of the first one. */
  private void splitRectangles(long[] which, int words, double[] into, int at) {
    int xShift = columns.xShift;
    int yShift = columns.yShift;
    long xRest = PackedBits.greatest(xShift);
    long yRest = PackedBits.greatest(yShift);
    boolean points = columns.points;
    int rowBits = columns.rowBits;
    byte[] rows = of.page; // nothing is taken from it if there are no rows
    int end = rowBits == 0 ? columns.count : 0;
    int firstBit = 0;
    int next = at;
    for (int w = 0; w < words; w++) {
      for (long rest = which[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (i >= end) {
          int k = of.rows.pageOf(i);
          rows = of.rows.page(k, i);
          firstBit = of.rows.bit(k, i) - i * rowBits;
          end = of.rows.endOf(k);
        }
        int bit = firstBit + i * rowBits;
        into[next] = side(of.xAxis, of.xBit, i, xShift, rows, bit, xRest);
        bit += xShift;
        into[next + 1] = side(of.yAxis, of.yBit, i, yShift, rows, bit, yRest);
        bit += yShift;
        if (points) {
          into[next + 2] = into[next];
          into[next + 3] = into[next + 1];
        } else {
          into[next + 2] = side(of.xAxis, of.upperXBit, i, xShift, rows, bit, xRest);
          bit += xShift;
          into[next + 3] = side(of.yAxis, of.upperYBit, i, yShift, rows, bit, yRest);
          of.requireSides(i, into, next);
        }
        next += BOX;
      }
    }
  }

  /** Decodes a side from its cell and the rest of its bits, which one word holds. */
  private double side(
      Axis axis, int cells, int i, int shift, byte[] rows, int bit, long greatestRest) {
    return of.coordinate(
        axis, of.cell(cells, i) << shift | PackedBits.readNarrow(rows, bit, greatestRest));
  }

  /** Appends entries {@code from} to {@code to - 1}. */
  void append(EntryColumns entries, int from, int to) {
    if (columns.points && !columns.deletions) {
      appendPoints(entries, from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      of.rectangle(i, box);
      entries.add(0, of.id(i), box[0], box[1], box[2], box[3], of.isDeletion(i));
    }
  }

  /** Appends points of a page without deletions, column by column. */
  private void appendPoints(EntryColumns entries, int from, int to) {
    int at = entries.addPoints(to - from);
    int firstId = of.idBit + from * columns.idWidth;
    PackedBits.readAll(
        of.page, firstId, columns.idWidth, columns.idBase, entries.ids(), at, to - from);
    if (!columns.split) {
      appendAxis(of.xAxis, of.xBit, columns.xWidth, entries.minXs(), at, from, to);
      appendAxis(of.yAxis, of.yBit, columns.yWidth, entries.minYs(), at, from, to);
    } else if (columns.rowBits == 0) {
      appendCells(of.xAxis, of.xBit, entries.minXs(), at, from, to);
      appendCells(of.yAxis, of.yBit, entries.minYs(), at, from, to);
    } else {
      for (int i = from; i < to; ) {
        int k = of.rows.pageOf(i);
        int end = Math.min(to, of.rows.endOf(k));
        appendRows(entries, at + i - from, i, end, k);
        i = end;
      }
    }
    entries.closePoints(at);
  }

  private void appendAxis(
      Axis axis, int firstBit, int width, double[] into, int at, int from, int to) {
    long mask = PackedBits.greatest(width);
    int bit = firstBit + from * width;
    for (int i = at; i < at + to - from; i++) {
      into[i] = of.coordinate(axis, PackedBits.read(of.page, bit, width, mask));
      bit += width;
    }
  }

  private void appendCells(Axis axis, int firstBit, double[] into, int at, int from, int to) {
    for (int i = from; i < to; i++) {
      into[at + i - from] = of.coordinate(axis, of.cell(firstBit, i));
    }
  }

  /** Appends the coordinates of points whose rows are on one residual page. */
  private void appendRows(EntryColumns entries, int at, int from, int to, int k) {
    byte[] bytes = of.rows.page(k, from);
    double[] xs = entries.minXs();
    double[] ys = entries.minYs();
    int xShift = columns.xShift;
    int yShift = columns.yShift;
    long xRest = PackedBits.greatest(xShift);
    long yRest = PackedBits.greatest(yShift);
    int bit = of.rows.bit(k, from);
    for (int i = from; i < to; i++) {
      long x = of.cell(of.xBit, i) << xShift | PackedBits.read(bytes, bit, xShift, xRest);
      bit += xShift;
      long y = of.cell(of.yBit, i) << yShift | PackedBits.read(bytes, bit, yShift, yRest);
      bit += yShift;
      xs[at + i - from] = of.coordinate(of.xAxis, x);
      ys[at + i - from] = of.coordinate(of.yAxis, y);
    }
  }
}
