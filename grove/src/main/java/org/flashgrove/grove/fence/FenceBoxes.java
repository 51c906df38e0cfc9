package org.flashgrove.grove.fence;

/**
 * Decodes the boxes of the pages of a block, and of the runs on a page. Values that several boxes
 * share are computed once for each block or page. Reusable; not safe for use by several threads.
 */
public final class FenceBoxes {
  private final FenceScale xPages = new FenceScale();
  private final FenceScale yPages = new FenceScale();
  private final FenceScale xRuns = new FenceScale();
  private final FenceScale yRuns = new FenceScale();
  private final double[] around = new double[4];
  private BlockFences fences;
  private int page;

  /** Selects the block whose boxes the other methods decode. */
  public void block(BlockFences block) {
    fences = block;
    xPages.reset(block.minX(), block.maxX(), BlockFences.LAST_PAGE_STEP);
    yPages.reset(block.minY(), block.maxY(), BlockFences.LAST_PAGE_STEP);
  }

  /** Copies the box of a page, like {@link BlockFences#pageBox}. */
  public void pageBox(int ofPage, double[] box) {
    long sides = fences.pageSides(ofPage);
    box[0] = xPages.coordinate(BlockFences.pageStep(sides, 0));
    box[1] = yPages.coordinate(BlockFences.pageStep(sides, 1));
    box[2] = xPages.coordinate(BlockFences.pageStep(sides, 2));
    box[3] = yPages.coordinate(BlockFences.pageStep(sides, 3));
  }

  /**
   * Returns the steps to which the x coordinates of page boxes in the selected block are rounded.
   */
  FenceScale xPages() {
    return xPages;
  }

  FenceScale yPages() {
    return yPages;
  }

  /**
   * Returns the steps to which the x coordinates of run boxes on the selected page are rounded. A
   * run is a group of neighbouring entries.
   */
  FenceScale xRuns() {
    return xRuns;
  }

  FenceScale yRuns() {
    return yRuns;
  }

  /**
   * Selects a page of the selected block. Other methods then decode the box of this page and the
   * boxes of its runs.
   */
  public void page(int newPage) {
    page = newPage;
    pageBox(newPage, around);
    xRuns.reset(around[0], around[2], BlockFences.LAST_SUB_STEP);
    yRuns.reset(around[1], around[3], BlockFences.LAST_SUB_STEP);
  }

  /** Returns whether the box of the selected page meets a window. */
  boolean pageMeets(double minX, double minY, double maxX, double maxY) {
    return around[0] <= maxX && minX <= around[2] && around[1] <= maxY && minY <= around[3];
  }

  /**
   * Copies the box of a run to {@code box}: minX, minY, maxX, maxY. Of the n entries of the page,
   * run r has entries {@code n * r / subBoxes} to {@code n * (r + 1) / subBoxes}, exclusive. If the
   * page has a single run, this run has the box of the page. The box of an empty run is undefined.
   */
  public void runBox(int run, double[] box) {
    if (fences.subBoxes() == 1) {
      System.arraycopy(around, 0, box, 0, around.length);
      return;
    }
    int sides = fences.subBoxSides(page, run);
    int last = BlockFences.LAST_SUB_STEP;
    box[0] = xRuns.coordinate(sides & last);
    box[1] = yRuns.coordinate(sides >>> 8 & last);
    box[2] = xRuns.coordinate(last - (sides >>> 16 & last));
    box[3] = yRuns.coordinate(last - (sides >>> 24));
  }
}
