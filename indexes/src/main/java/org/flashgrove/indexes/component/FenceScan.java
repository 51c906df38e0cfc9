package org.flashgrove.indexes.component;

/**
 * Finds the pages of blocks that a closed window meets, and the runs of entries on them, by the
 * blocks' fences. To be used again and again; not by several threads at once.
 *
 * <pre>
 *   scan.window(minX, minY, maxX, maxY);
 *   for each block: for (int page = scan.first(fences); page &gt;= 0; page = scan.next()) ...
 * </pre>
 */
public final class FenceScan {
  private final FenceScale xScale = new FenceScale();
  private final FenceScale yScale = new FenceScale();
  private final double[] box = new double[4];
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

  /** Sets the window: not NaN; infinite sides are allowed. */
  public void window(double windowMinX, double windowMinY, double windowMaxX, double windowMaxY) {
    minX = windowMinX;
    minY = windowMinY;
    maxX = windowMaxX;
    maxY = windowMaxY;
  }

  /** Returns the first page of a block that may hold hits, or -1. */
  public int first(BlockFences block) {
    if (!(block.minX() <= maxX
        && minX <= block.maxX()
        && block.minY() <= maxY
        && minY <= block.maxY())) {
      return -1;
    }
    fences = block;
    page = -1;
    xScale.reset(block.minX(), block.maxX(), BlockFences.LAST_PAGE_STEP);
    yScale.reset(block.minY(), block.maxY(), BlockFences.LAST_PAGE_STEP);
    setSides(BlockFences.LAST_PAGE_STEP);
    return next();
  }

  /**
   * Sets the window's sides in steps, in lanes: what boxes that it meets have at most, covers at
   * least.
   */
  private void setSides(int last) {
    long upToX = xScale.floor(maxX);
    long upToY = yScale.floor(maxY);
    long fromX = xScale.ceiling(minX);
    long fromY = yScale.ceiling(minY);
    most = upToX | upToY << 16 | last - fromX << 32 | last - fromY << 48 | BlockFences.GUARDS;
    least = fromX | fromY << 16 | last - upToX << 32 | last - upToY << 48;
  }

  /** Returns the next page of the same block that may hold hits, or -1. */
  public int next() {
    int pages = fences.pages();
    while (++page < pages) {
      long sides = fences.pageSides(page);
      if (!areAtMost(sides)) {
        continue;
      }
      int runs = fences.subBoxes();
      long all = -1L >>> Long.SIZE - runs;
      if (areAtLeast(sides)) {
        met = all;
        inside = all;
        return page;
      }
      met = all;
      inside = 0;
      if (runs == 1 || findRuns(runs)) {
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

  private boolean findRuns(int runs) {
    fences.pageBox(page, box);
    long pageMost = most;
    long pageLeast = least;
    xScale.reset(box[0], box[2], BlockFences.LAST_SUB_STEP);
    yScale.reset(box[1], box[3], BlockFences.LAST_SUB_STEP);
    setSides(BlockFences.LAST_SUB_STEP);
    long found = 0;
    long covered = 0;
    for (int run = 0; run < runs; run++) {
      long packed = fences.subBoxSides(page, run);
      long sides =
          packed & 0xff
              | (packed & 0xff00) << 8
              | (packed & 0xff0000) << 16
              | (packed & 0xff000000L) << 24;
      found |= (areAtMost(sides) ? 1L : 0L) << run;
      covered |= (areAtLeast(sides) ? 1L : 0L) << run;
    }
    met = found;
    inside = covered & found;
    most = pageMost;
    least = pageLeast;
    return found != 0;
  }

  /** Returns bits: run r of the page's entries may hold hits if bit r is set. */
  public long met() {
    return met;
  }

  /** Returns bits: every entry of run r is a hit if bit r is set; a part of {@link #met}. */
  public long inside() {
    return inside;
  }
}
