package org.flashgrove.grove.fence;

/**
 * Finds the pages of a block whose boxes meet a closed window, and the runs on these pages.
 * Reusable; not safe for use by several threads.
 *
 * <pre>
 *   scan.window(minX, minY, maxX, maxY);
 *   for each block: for (int page = scan.first(fences); page &gt;= 0; page = scan.next()) ...
 * </pre>
 */
public final class FenceScan {
  private final FenceBoxes boxes = new FenceBoxes();
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private BlockFences fences;
  private int page;
  private long most;
  private long least;
  private long met;
  private long inside;

  /** Sets the window; sides may be infinite but not NaN. */
  public void window(double windowMinX, double windowMinY, double windowMaxX, double windowMaxY) {
    minX = windowMinX;
    minY = windowMinY;
    maxX = windowMaxX;
    maxY = windowMaxY;
  }

  /**
   * Returns the first page of a block that may contain results: its box and the box of one of its
   * runs (groups of neighbouring entries) meet the window. Returns -1 if there is none.
   */
  public int first(BlockFences block) {
    return turnTo(block) ? next() : -1;
  }

  /**
   * Returns the first page of a block whose box meets the window. Unlike {@link #first}, this
   * method does not test the boxes of runs on the page. Returns -1 if there is none.
   */
  public int firstBox(BlockFences block) {
    return turnTo(block) ? nextBox() : -1;
  }

  /**
   * Returns the next page of the block whose own box meets the window. Returns -1 if there is none.
   */
  public int nextBox() {
    page = fences.firstAtMost(page + 1, most);
    return page;
  }

  /**
   * Returns which runs of a page have boxes that meet the window, as bit r for run r. A run is a
   * group of neighbouring entries.
   *
   * @return 0 if the box of the page does not meet the window
   */
  public long runs(BlockFences block, int ofPage) {
    boxes.block(block);
    boxes.page(ofPage);
    if (!boxes.pageMeets(minX, minY, maxX, maxY)) {
      return 0;
    }
    if (block.subBoxes() == 1) {
      return 1;
    }
    fences = block;
    page = ofPage;
    findRuns(block.subBoxes());
    return met;
  }

  private boolean turnTo(BlockFences block) {
    if (!(block.minX() <= maxX
        && minX <= block.maxX()
        && block.minY() <= maxY
        && minY <= block.maxY())) {
      return false;
    }
    fences = block;
    page = -1;
    boxes.block(block);
    setSides(boxes.xPages(), boxes.yPages(), BlockFences.LAST_PAGE_STEP);
    return true;
  }

  /**
   * Converts the window to step numbers, with 16 bits for each side in one word. A box meets the
   * window if each of its sides is at most the corresponding side in {@link #most}. The window
   * contains a box if each side of the box is at least the corresponding side in {@link #least}.
   */
  private void setSides(FenceScale x, FenceScale y, int last) {
    long upToX = x.floor(maxX);
    long upToY = y.floor(maxY);
    long fromX = x.ceiling(minX);
    long fromY = y.ceiling(minY);
    most = upToX | upToY << 16 | last - fromX << 32 | last - fromY << 48 | BlockFences.GUARDS;
    least = fromX | fromY << 16 | last - upToX << 32 | last - upToY << 48;
  }

  /** Returns the next page of the block that may contain results. Returns -1 if there is none. */
  public int next() {
    for (page = fences.firstAtMost(page + 1, most);
        page >= 0;
        page = fences.firstAtMost(page + 1, most)) {
      int runs = fences.subBoxes();
      long all = -1L >>> Long.SIZE - runs;
      if (areAtLeast(fences.pageSides(page))) {
        met = all;
        inside = all;
        return page;
      }
      met = all;
      inside = 0;
      if (runs == 1) {
        return page;
      }
      boxes.page(page);
      if (findRuns(runs)) {
        return page;
      }
    }
    return -1;
  }

  private boolean areAtMost(long sides) {
    return (most - sides & BlockFences.GUARDS) == BlockFences.GUARDS;
  }

  private boolean areAtLeast(long sides) {
    return ((sides | BlockFences.GUARDS) - least & BlockFences.GUARDS) == BlockFences.GUARDS;
  }

  /**
   * Finds the runs (groups of neighbouring entries) of the selected page that meet the window.
   * Returns false if no run does.
   */
  private boolean findRuns(int runs) {
    long pageMost = most;
    long pageLeast = least;
    setSides(boxes.xRuns(), boxes.yRuns(), BlockFences.LAST_SUB_STEP);
    long found = 0;
    for (int run = 0; run < runs; run++) {
      found |= (areAtMost(runSides(run)) ? 1L : 0L) << run;
    }
    met = found;
    inside = 0;
    for (long rest = found; rest != 0; rest &= rest - 1) {
      inside |= areAtLeast(runSides(Long.numberOfTrailingZeros(rest))) ? rest & -rest : 0;
    }
    most = pageMost;
    least = pageLeast;
    return found != 0;
  }

  /**
   * Returns the sides of the box of a run (a group of neighbouring entries) in one word, with 16
   * bits for each side.
   */
  private long runSides(int run) {
    long packed = fences.subBoxSides(page, run) & 0xffff_ffffL;
    long apart = (packed | packed << 16) & 0x0000_ffff_0000_ffffL;
    return (apart | apart << 8) & 0x00ff_00ff_00ff_00ffL;
  }

  /**
   * Returns which runs (groups of neighbouring entries) of the current page may contain results, as
   * bit r for run r.
   */
  public long met() {
    return met;
  }

  /**
   * Returns which runs of the current page lie completely within the window, as bit r for run r.
   * Each of these bits is also set in {@link #met}.
   */
  public long inside() {
    return inside;
  }
}
