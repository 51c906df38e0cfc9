package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/** Decodes many entries of a packed page at once. */
final class PageDecoder {
  private static final int BOX = 4;
  private static final int WORD_BITS = 6;
  private static final long CELL = PackedBits.greatest(PageColumns.CELL_BITS);

  private final PackedPage of;
  private final PageColumns columns;
  private final double[] box = new double[4];

  PageDecoder(PackedPage of) {
    this.of = of;
    columns = of.columns;
  }

  /** Implements {@link PackedPage#ids}. */
  void ids(long[] which, int words, long[] into, int at) {
    byte[] page = of.page;
    int firstBit = of.idBit;
    int width = columns.idWidth;
    long base = columns.idBase;
    long mask = of.idMask;
    boolean isNarrow = width <= PackedBits.ONE_WORD;
    int next = at;
    for (int w = 0; w < words; w++) {
      for (long rest = which[w]; rest != 0; rest &= rest - 1) {
        int bit = firstBit + ((w << WORD_BITS) + Long.numberOfTrailingZeros(rest)) * width;
        long id =
            isNarrow
                ? PackedBits.readNarrow(page, bit, mask)
                : PackedBits.read(page, bit, width, mask);
        into[next++] = base + id;
      }
    }
  }

  /** Implements {@link PackedPage#rectangles(long[], int, double[], int)}. */
  void rectangles(long[] which, int words, double[] into, int at) {
    int next = BOX * at;
    if (of.xAxis.isNarrow() && of.yAxis.isNarrow()) {
      boolean isDone =
          columns.split ? fromRows(which, into, next) : joined(which, words, into, next);
      if (isDone) {
        return;
      }
    }
    for (int w = 0; w < words; w++) {
      for (long rest = which[w]; rest != 0; rest &= rest - 1) {
        of.rectangle((w << 6) + Long.numberOfTrailingZeros(rest), into, next);
        next += BOX;
      }
    }
  }

  /**
   * Decodes rectangles of a page whose low bits are in rows on residual pages. Handles the entries
   * of one residual page after the other.
   *
   * @return false if a rectangle is invalid
   */
  private boolean fromRows(long[] which, double[] into, int at) {
    int next = at;
    byte[] rows = of.page; // not accessed if there are no rows
    int firstBit = 0;
    int end = columns.count;
    for (int from = 0; from < columns.count && next >= 0; from = end) {
      int first = firstOf(which, from);
      if (first == columns.count) {
        break;
      }
      if (columns.rowBits > 0) {
        int k = of.rows.pageOf(first);
        rows = of.rows.page(k, first);
        firstBit = of.rows.bit(k, first) - first * columns.rowBits;
        end = of.rows.endOf(k);
      }
      next =
          columns.points
              ? points(which, first, end, rows, firstBit, into, next)
              : boxes(which, first, end, rows, firstBit, into, next);
    }
    return next >= 0;
  }

  /**
   * Returns the least index in a set that is at least {@code from}. Returns the number of all
   * entries if there is none.
   */
  private int firstOf(long[] which, int from) {
    int last = columns.count - 1 >> WORD_BITS;
    int w = from >> WORD_BITS;
    long rest = which[w] & -1L << from;
    while (rest == 0 && w < last) {
      rest = which[++w];
    }
    return rest == 0 ? columns.count : (w << WORD_BITS) + Long.numberOfTrailingZeros(rest);
  }

  /** Returns the bits of word {@code w} that stand for entries {@code from} to {@code end - 1}. */
  private static long inWord(int w, int from, int end) {
    long bits = w == from >> WORD_BITS ? -1L << from : -1L;
    return w == end - 1 >> WORD_BITS ? bits & -1L >>> -end : bits;
  }

  /**
   * Decodes the points among entries {@code from} to {@code end - 1}, whose rows are on one
   * residual page.
   *
   * <p>This method and {@link #boxes} run for each result of a window. They therefore keep page
   * properties in local variables, and call only methods that the JIT compiler inlines. A row that
   * fits in a word is read with a single access.
   *
   * @param firstBit bit position that the row of entry 0 would have if it were on this residual
   *     page
   * @return index for the next rectangle, or -1 if a coordinate is not finite
   */
  private int points(
      long[] which, int from, int end, byte[] rows, int firstBit, double[] into, int at) {
    byte[] page = of.page;
    int xs = of.xBit >> 3;
    int ys = of.yBit >> 3;
    int xShift = columns.xShift;
    int yShift = columns.yShift;
    long xRest = PackedBits.greatest(xShift);
    long yRest = PackedBits.greatest(yShift);
    int rowBits = columns.rowBits;
    boolean isNarrow = rowBits <= PackedBits.ONE_WORD;
    Axis xAxis = of.xAxis;
    Axis yAxis = of.yAxis;
    boolean isOrdered = xAxis.isOneSign() && yAxis.isOneSign();
    long xStart = xAxis.start();
    long yStart = yAxis.start();
    int xLeft = xAxis.leftShift();
    int yLeft = yAxis.leftShift();
    long xFlip = xAxis.flip();
    long yFlip = yAxis.flip();
    long xLast = xAxis.last();
    long yLast = yAxis.last();
    long beyond = 0; // negative if a difference exceeded the last valid one
    int next = at;
    for (int w = from >> WORD_BITS; w <= end - 1 >> WORD_BITS; w++) {
      for (long rest = which[w] & inWord(w, from, end); rest != 0; rest &= rest - 1) {
        int i = (w << WORD_BITS) + Long.numberOfTrailingZeros(rest);
        int bit = firstBit + i * rowBits;
        long row = (long) PackedBits.LONG.get(rows, bit >>> 3) >>> (bit & 7);
        long x = cell(page, xs, i) << xShift | row & xRest;
        row = isNarrow ? row >>> xShift : PackedBits.readNarrow(rows, bit + xShift, yRest);
        long y = cell(page, ys, i) << yShift | row & yRest;
        beyond |= xLast - x | yLast - y;
        double xSide =
            isOrdered
                ? Double.longBitsToDouble(xStart + (x << xLeft) ^ xFlip)
                : xAxis.coordinate(x);
        double ySide =
            isOrdered
                ? Double.longBitsToDouble(yStart + (y << yLeft) ^ yFlip)
                : yAxis.coordinate(y);
        into[next] = xSide;
        into[next + 1] = ySide;
        into[next + 2] = xSide;
        into[next + 3] = ySide;
        next += BOX;
      }
    }
    return beyond < 0 ? -1 : next;
  }

  /** Decodes rectangles that are not points. Otherwise works like {@link #points}. */
  private int boxes(
      long[] which, int from, int end, byte[] rows, int firstBit, double[] into, int at) {
    byte[] page = of.page;
    int lowXs = of.xBit >> 3;
    int lowYs = of.yBit >> 3;
    int highXs = of.upperXBit >> 3;
    int highYs = of.upperYBit >> 3;
    int xShift = columns.xShift;
    int yShift = columns.yShift;
    long xRest = PackedBits.greatest(xShift);
    long yRest = PackedBits.greatest(yShift);
    int rowBits = columns.rowBits;
    int half = xShift + yShift;
    boolean isNarrow = half <= PackedBits.ONE_WORD;
    Axis xAxis = of.xAxis;
    Axis yAxis = of.yAxis;
    boolean isOrdered = xAxis.isOneSign() && yAxis.isOneSign();
    long xStart = xAxis.start();
    long yStart = yAxis.start();
    int xLeft = xAxis.leftShift();
    int yLeft = yAxis.leftShift();
    long xFlip = xAxis.flip();
    long yFlip = yAxis.flip();
    long xLast = xAxis.last();
    long yLast = yAxis.last();
    long beyond = 0; // also negative if a lower side is above an upper side
    int next = at;
    for (int w = from >> WORD_BITS; w <= end - 1 >> WORD_BITS; w++) {
      for (long rest = which[w] & inWord(w, from, end); rest != 0; rest &= rest - 1) {
        int i = (w << WORD_BITS) + Long.numberOfTrailingZeros(rest);
        int bit = firstBit + i * rowBits;
        long row = (long) PackedBits.LONG.get(rows, bit >>> 3) >>> (bit & 7);
        long x1 = cell(page, lowXs, i) << xShift | row & xRest;
        row = isNarrow ? row >>> xShift : PackedBits.readNarrow(rows, bit + xShift, yRest);
        long y1 = cell(page, lowYs, i) << yShift | row & yRest;
        bit += half;
        row = (long) PackedBits.LONG.get(rows, bit >>> 3) >>> (bit & 7);
        long x2 = cell(page, highXs, i) << xShift | row & xRest;
        row = isNarrow ? row >>> xShift : PackedBits.readNarrow(rows, bit + xShift, yRest);
        long y2 = cell(page, highYs, i) << yShift | row & yRest;
        beyond |= xLast - x2 | x2 - x1 | yLast - y2 | y2 - y1;
        into[next] =
            isOrdered
                ? Double.longBitsToDouble(xStart + (x1 << xLeft) ^ xFlip)
                : xAxis.coordinate(x1);
        into[next + 1] =
            isOrdered
                ? Double.longBitsToDouble(yStart + (y1 << yLeft) ^ yFlip)
                : yAxis.coordinate(y1);
        into[next + 2] =
            isOrdered
                ? Double.longBitsToDouble(xStart + (x2 << xLeft) ^ xFlip)
                : xAxis.coordinate(x2);
        into[next + 3] =
            isOrdered
                ? Double.longBitsToDouble(yStart + (y2 << yLeft) ^ yFlip)
                : yAxis.coordinate(y2);
        next += BOX;
      }
    }
    return beyond < 0 ? -1 : next;
  }

  /**
   * Decodes rectangles of a page that stores all bits of coordinates.
   *
   * @return false if a rectangle is invalid or if a column is too wide
   */
  private boolean joined(long[] which, int words, double[] into, int at) {
    int widest = Math.max(columns.xWidth, columns.yWidth);
    widest = columns.points ? widest : Math.max(widest, Math.max(columns.wWidth, columns.hWidth));
    if (widest > PackedBits.ONE_WORD) {
      return false;
    }
    byte[] page = of.page;
    int xBit = of.xBit;
    int yBit = of.yBit;
    int wBit = of.upperXBit;
    int hBit = of.upperYBit;
    int xWidth = columns.xWidth;
    int yWidth = columns.yWidth;
    int wWidth = columns.wWidth;
    int hWidth = columns.hWidth;
    long xMask = of.xMask;
    long yMask = of.yMask;
    long wMask = of.wMask;
    long hMask = of.hMask;
    boolean points = columns.points;
    long wBase = columns.wBase - 1; // extents are stored increased by 1
    long hBase = columns.hBase - 1;
    Axis xAxis = of.xAxis;
    Axis yAxis = of.yAxis;
    long xLast = xAxis.last();
    long yLast = yAxis.last();
    int next = at;
    for (int w = 0; w < words; w++) {
      for (long rest = which[w]; rest != 0; rest &= rest - 1) {
        int i = (w << WORD_BITS) + Long.numberOfTrailingZeros(rest);
        long x1 = PackedBits.readNarrow(page, xBit + i * xWidth, xMask);
        long y1 = PackedBits.readNarrow(page, yBit + i * yWidth, yMask);
        long x2 = x1;
        long y2 = y1;
        if (!points) {
          x2 += wBase + PackedBits.readNarrow(page, wBit + i * wWidth, wMask);
          y2 += hBase + PackedBits.readNarrow(page, hBit + i * hWidth, hMask);
        }
        if ((xLast - x2 | x2 - x1 | yLast - y2 | y2 - y1) < 0) {
          return false;
        }
        into[next] = xAxis.coordinate(x1);
        into[next + 1] = yAxis.coordinate(y1);
        into[next + 2] = points ? into[next] : xAxis.coordinate(x2);
        into[next + 3] = points ? into[next + 1] : yAxis.coordinate(y2);
        next += BOX;
      }
    }
    return true;
  }

  private static long cell(byte[] page, int cells, int i) {
    return (long) PackedBits.LONG.get(page, cells + i * Short.BYTES) & CELL;
  }

  /**
   * Implements {@link PackedPage#appendTo(EntryColumns, int, int)}. Points of a page without
   * deletions are appended one column after another.
   *
   * <p>This method is too long for inlining (over 325 bytes of code). The JIT compiler thus
   * compiles it once, and not again for every caller.
   */
  void append(EntryColumns entries, int from, int to) {
    if (!columns.points || columns.deletions) {
      for (int i = from; i < to; i++) {
        of.rectangle(i, box);
        entries.setDeletion(
            entries.add(0, of.id(i), box[0], box[1], box[2], box[3]), of.isDeletion(i));
      }
      return;
    }
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

  /** Appends the coordinates of points whose rows (low bits) are on one residual page. */
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
