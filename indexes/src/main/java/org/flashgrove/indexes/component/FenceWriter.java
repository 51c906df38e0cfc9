package org.flashgrove.indexes.component;

import java.util.Arrays;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.KdTiling;

/** Writes the footer of a block while its pages are built. */
final class FenceWriter {
  private static final int BOX_SIDES = 4;

  private final int at;
  private final int subBoxes;
  private final byte[] footer;
  private final FenceScale xScale = new FenceScale();
  private final FenceScale yScale = new FenceScale();
  private final FenceScale runXScale = new FenceScale();
  private final FenceScale runYScale = new FenceScale();
  private final double[] box = new double[BOX_SIDES];
  private int pages;

  FenceWriter(BlockForm form) {
    at = form.envelopeBytes();
    subBoxes = form.subBoxes();
    footer = new byte[form.pageSize()];
  }

  /** Returns the page with the footer. */
  byte[] footer() {
    return footer;
  }

  /** Begins the footer of a block of some entries. */
  void begin(
      EntryColumns entries,
      int from,
      int to,
      int entryPages,
      int residualPages,
      long low,
      long high) {
    pages = entryPages;
    Arrays.fill(footer, (byte) 0);
    BlockFences.INT.set(footer, at + BlockFences.MAGIC_AT, BlockFences.MAGIC);
    BlockFences.SHORT.set(footer, at + BlockFences.FORMAT_AT, (short) BlockFences.FORMAT);
    footer[at + BlockFences.SUB_BOXES_AT] = (byte) subBoxes;
    BlockFences.SHORT.set(footer, at + BlockFences.PAGES_AT, (short) entryPages);
    BlockFences.SHORT.set(footer, at + BlockFences.RESIDUAL_PAGES_AT, (short) residualPages);
    BlockFences.INT.set(footer, at + BlockFences.COUNT_AT, to - from);
    BlockFences.LONG.set(footer, at + BlockFences.LOW_KEY_AT, low);
    BlockFences.LONG.set(footer, at + BlockFences.HIGH_KEY_AT, high);
    bound(entries, from, to);
    for (int side = 0; side < BOX_SIDES; side++) {
      BlockFences.LONG.set(
          footer,
          at + BlockFences.BOX_AT + side * Long.BYTES,
          Double.doubleToRawLongBits(box[side]));
    }
    xScale.reset(box[0], box[2], BlockFences.LAST_PAGE_STEP);
    yScale.reset(box[1], box[3], BlockFences.LAST_PAGE_STEP);
  }

  /** Adds the page of entries from to to - 1, which stand in the order of their runs. */
  void page(int page, EntryColumns entries, int from, int to) {
    bound(entries, from, to);
    long last = BlockFences.LAST_PAGE_STEP;
    int left = xScale.floor(box[0]);
    int bottom = yScale.floor(box[1]);
    int right = xScale.ceiling(box[2]);
    int top = yScale.ceiling(box[3]);
    long sides = left | (long) bottom << 16 | last - right << 32 | last - top << 48;
    BlockFences.SHORT.set(footer, at + BlockFences.countAt(page), (short) (to - from));
    BlockFences.LONG.set(footer, at + BlockFences.pageBoxAt(page, pages), sides);
    if (subBoxes == 1) {
      return;
    }
    runXScale.reset(xScale.coordinate(left), xScale.coordinate(right), BlockFences.LAST_SUB_STEP);
    runYScale.reset(yScale.coordinate(bottom), yScale.coordinate(top), BlockFences.LAST_SUB_STEP);
    int runAt = at + BlockFences.subBoxesAt(pages) + page * subBoxes * Integer.BYTES;
    for (int run = 0; run < subBoxes; run++) {
      int runFrom = KdTiling.runStart(from, to, run, subBoxes);
      int runTo = KdTiling.runStart(from, to, run + 1, subBoxes);
      BlockFences.INT.set(
          footer, runAt + run * Integer.BYTES, subBoxSides(entries, runFrom, runTo));
    }
  }

  /**
   * Returns the sides of a run's box; those of a run without entries meet nothing but by chance.
   */
  private int subBoxSides(EntryColumns entries, int from, int to) {
    if (from == to) {
      return -1;
    }
    bound(entries, from, to);
    int last = BlockFences.LAST_SUB_STEP;
    return runXScale.floor(box[0])
        | runYScale.floor(box[1]) << 8
        | last - runXScale.ceiling(box[2]) << 16
        | last - runYScale.ceiling(box[3]) << 24;
  }

  private void bound(EntryColumns entries, int from, int to) {
    double minX = entries.minX(from);
    double minY = entries.minY(from);
    double maxX = entries.maxX(from);
    double maxY = entries.maxY(from);
    for (int i = from + 1; i < to; i++) {
      minX = Math.min(minX, entries.minX(i));
      minY = Math.min(minY, entries.minY(i));
      maxX = Math.max(maxX, entries.maxX(i));
      maxY = Math.max(maxY, entries.maxY(i));
    }
    box[0] = minX;
    box[1] = minY;
    box[2] = maxX;
    box[3] = maxY;
  }
}
