package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/** Decodes entries of a packed page into columns in memory, points column by column. */
final class PageDecoder {
  private final PackedPage of;
  private final PageColumns columns;
  private final double[] box = new double[4];

  PageDecoder(PackedPage of) {
    this.of = of;
    columns = of.columns;
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
