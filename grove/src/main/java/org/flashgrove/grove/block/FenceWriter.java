package org.flashgrove.grove.block;

import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceScale;
import org.flashgrove.grove.fence.FooterFields;
import org.flashgrove.grove.packed.PackedWriter;

/**
 * Writes the footer of a block. A footer stores boxes relative to the box of the block, which is
 * unknown until the block ends. Until then, the writer keeps the boxes of pages exactly. It keeps
 * the boxes of runs (groups of entries of a page) with 16 bits for each side, relative to the box
 * of their page.
 */
final class FenceWriter {
  private static final int BOX_SIDES = 4;
  private static final int LAST_KEPT_STEP = 0xffff;

  private final int at;
  private final int subBoxes;
  private final byte[] footer;
  private final double[] boxes;
  private final char[] runs;
  private final int[] counts;
  private final int[] indices;
  private final FenceScale xScale = new FenceScale();
  private final FenceScale yScale = new FenceScale();
  private final FenceScale runXScale = new FenceScale();
  private final FenceScale runYScale = new FenceScale();
  private final double[] box = new double[BOX_SIDES]; // box of the page being added
  private final double[] runBoxes; // boxes of the runs of this page
  private int pages;

  /**
   * Creates a writer.
   *
   * @param footer array that receives the footer at the end of each block; until then, the caller
   *     may use the array for other data
   */
  FenceWriter(BlockForm form, byte[] footer) {
    at = form.envelopeBytes();
    subBoxes = form.subBoxes();
    this.footer = footer;
    boxes = new double[BOX_SIDES * form.contentPages()];
    runs = new char[subBoxes == 1 ? 0 : BOX_SIDES * subBoxes * form.contentPages()];
    runBoxes = new double[BOX_SIDES * subBoxes];
    counts = new int[form.contentPages()];
    indices = new int[form.contentPages()];
  }

  byte[] footer() {
    return footer;
  }

  /** Starts the footer of a new block. */
  void begin() {
    pages = 0;
  }

  /**
   * Adds a page with entries {@code from} to {@code to - 1}, which must be arranged in runs (groups
   * of neighbouring entries).
   *
   * @param index index of the page in the block
   */
  void page(EntryColumns entries, int from, int to, int index) {
    box[0] = Double.POSITIVE_INFINITY;
    box[1] = Double.POSITIVE_INFINITY;
    box[2] = Double.NEGATIVE_INFINITY;
    box[3] = Double.NEGATIVE_INFINITY;
    for (int run = 0; run < subBoxes; run++) {
      int runFrom = KdTiling.runStart(from, to, run, subBoxes);
      int runTo = KdTiling.runStart(from, to, run + 1, subBoxes);
      if (runFrom < runTo) {
        bound(entries, runFrom, runTo, BOX_SIDES * run);
      }
    }
    System.arraycopy(box, 0, boxes, BOX_SIDES * pages, BOX_SIDES);
    counts[pages] = to - from;
    indices[pages] = index;
    if (subBoxes > 1) {
      keepRuns(to - from);
    }
    pages++;
  }

  /**
   * Stores the boxes of the runs of the current page with 16 bits for each side, relative to the
   * box of the page. That box must be complete. A run is a group of neighbouring entries.
   */
  private void keepRuns(int count) {
    runXScale.reset(box[0], box[2], LAST_KEPT_STEP);
    runYScale.reset(box[1], box[3], LAST_KEPT_STEP);
    for (int run = 0; run < subBoxes; run++) {
      if (KdTiling.runStart(0, count, run, subBoxes)
          < KdTiling.runStart(0, count, run + 1, subBoxes)) {
        int boxAt = BOX_SIDES * run;
        int runAt = BOX_SIDES * (pages * subBoxes + run);
        runs[runAt] = (char) runXScale.floor(runBoxes[boxAt]);
        runs[runAt + 1] = (char) runYScale.floor(runBoxes[boxAt + 1]);
        runs[runAt + 2] = (char) runXScale.ceiling(runBoxes[boxAt + 2]);
        runs[runAt + 3] = (char) runYScale.ceiling(runBoxes[boxAt + 3]);
      }
    }
  }

  /** Writes the footer of the block. */
  void end(int residualPages, long low, long high, int level) {
    PackedWriter.clear(footer, 0, footer.length);
    System.arraycopy(boxes, 0, box, 0, BOX_SIDES);
    int count = counts[0];
    for (int page = 1; page < pages; page++) {
      int from = BOX_SIDES * page;
      box[0] = Math.min(box[0], boxes[from]);
      box[1] = Math.min(box[1], boxes[from + 1]);
      box[2] = Math.max(box[2], boxes[from + 2]);
      box[3] = Math.max(box[3], boxes[from + 3]);
      count += counts[page];
    }
    FooterFields.putForm(footer, at, subBoxes, level);
    FooterFields.putSizes(footer, at, pages, residualPages, count);
    FooterFields.putInterval(footer, at, low, high);
    FooterFields.putBox(footer, at, box[0], box[1], box[2], box[3]);
    xScale.reset(box[0], box[2], BlockFences.LAST_PAGE_STEP);
    yScale.reset(box[1], box[3], BlockFences.LAST_PAGE_STEP);
    for (int page = 0; page < pages; page++) {
      writePage(page);
    }
  }

  private void writePage(int page) {
    int from = BOX_SIDES * page;
    long last = BlockFences.LAST_PAGE_STEP;
    int left = xScale.floor(boxes[from]);
    int bottom = yScale.floor(boxes[from + 1]);
    int right = xScale.ceiling(boxes[from + 2]);
    int top = yScale.ceiling(boxes[from + 3]);
    long sides = left | (long) bottom << 16 | last - right << 32 | last - top << 48;
    FooterFields.SHORT.set(footer, at + FooterFields.countAt(page), (short) counts[page]);
    FooterFields.SHORT.set(footer, at + FooterFields.indexAt(page, pages), (short) indices[page]);
    FooterFields.LONG.set(footer, at + FooterFields.pageBoxAt(page, pages), sides);
    if (subBoxes == 1) {
      return;
    }
    runXScale.reset(xScale.coordinate(left), xScale.coordinate(right), BlockFences.LAST_SUB_STEP);
    runYScale.reset(yScale.coordinate(bottom), yScale.coordinate(top), BlockFences.LAST_SUB_STEP);
    int runAt = at + FooterFields.subBoxesAt(pages) + page * subBoxes * Integer.BYTES;
    for (int run = 0; run < subBoxes; run++) {
      FooterFields.INT.set(footer, runAt + run * Integer.BYTES, subBoxSides(page, run));
    }
  }

  /**
   * Returns the sides of the box of a run (a group of neighbouring entries), with 8 bits for each
   * side. For an empty run, all bits are set. Its lower sides are then greater than its upper
   * sides. Windows therefore seldom intersect the box.
   */
  private int subBoxSides(int page, int run) {
    int count = counts[page];
    if (KdTiling.runStart(0, count, run, subBoxes)
        == KdTiling.runStart(0, count, run + 1, subBoxes)) {
      return -1;
    }
    int from = BOX_SIDES * page;
    int runAt = BOX_SIDES * (page * subBoxes + run);
    int last = BlockFences.LAST_SUB_STEP;
    double left = kept(boxes[from], boxes[from + 2], runs[runAt]);
    double bottom = kept(boxes[from + 1], boxes[from + 3], runs[runAt + 1]);
    double right = kept(boxes[from], boxes[from + 2], runs[runAt + 2]);
    double top = kept(boxes[from + 1], boxes[from + 3], runs[runAt + 3]);
    return runXScale.floor(left)
        | runYScale.floor(bottom) << 8
        | last - runXScale.ceiling(right) << 16
        | last - runYScale.ceiling(top) << 24;
  }

  /**
   * Returns the coordinate of step number {@code step}. The steps divide the range from {@code low}
   * to {@code high} evenly and are numbered with 16 bits.
   */
  private static double kept(double low, double high, int step) {
    return FenceScale.coordinate(low, high, step, LAST_KEPT_STEP);
  }

  /**
   * Computes the box of the run that consists of entries {@code from} to {@code to - 1}, and
   * extends the box of their page by it.
   */
  private void bound(EntryColumns entries, int from, int to, int runAt) {
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
    runBoxes[runAt] = minX;
    runBoxes[runAt + 1] = minY;
    runBoxes[runAt + 2] = maxX;
    runBoxes[runAt + 3] = maxY;
    box[0] = Math.min(box[0], minX);
    box[1] = Math.min(box[1], minY);
    box[2] = Math.max(box[2], maxX);
    box[3] = Math.max(box[3], maxY);
  }

  /** Returns the heap memory of this writer in bytes, without the footer. */
  long bytes() {
    return (long) (boxes.length + runBoxes.length) * Double.BYTES
        + (long) runs.length * Character.BYTES
        + 2L * counts.length * Integer.BYTES;
  }
}
