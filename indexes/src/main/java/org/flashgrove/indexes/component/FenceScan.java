package org.flashgrove.indexes.component;

/**
 * Finds the pages of blocks that a closed window meets, by their fences. To be used again and again;
 * not by several threads at once.
 *
 * <pre>
 *   scan.window(minX, minY, maxX, maxY);
 *   for each block: for (int page = scan.first(fences); page &gt;= 0; page = scan.next()) ...
 * </pre>
 */
public final class FenceScan {
  /** Sets the window. */
  public void window(double minX, double minY, double maxX, double maxY) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** The first page of a block that may hold hits, or -1. */
  public int first(BlockFences fences) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** The next page of the same block that may hold hits, or -1. */
  public int next() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Bit r: run r of the page's entries may hold hits. */
  public long met() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Bit r: the window holds every entry of run r of the page; a part of {@link #met}. */
  public long inside() {
    throw new UnsupportedOperationException("not there yet");
  }
}
