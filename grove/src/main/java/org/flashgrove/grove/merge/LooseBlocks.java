package org.flashgrove.grove.merge;

import org.flashgrove.grove.curve.Directory;

/**
 * Finds neighbouring intervals whose blocks would need less room if they were merged: fewer blocks,
 * or blocks nearer to the beginning of the file.
 */
public final class LooseBlocks {
  /** Target of the search. */
  public enum What {
    /** Blocks that would be fewer. */
    SPARSE,
    /** Blocks that would be nearer to the beginning of the file. */
    BEHIND
  }

  /**
   * Part of a new block that may stay free, as its entries may be packed less densely than before.
   */
  private static final int SPARE_PART = 8;

  /** Part of the blocks that a merge has to save at least. */
  private static final int LEAST_SAVED = 4;

  private final int mostIntervals;
  private final int expectedPages;
  private long lo;
  private long hi;

  /**
   * Creates one that has found nothing.
   *
   * @param mostIntervals most intervals that are merged together
   * @param contentPages pages of a block that are not its footer
   */
  LooseBlocks(int mostIntervals, int contentPages) {
    this.mostIntervals = mostIntervals;
    expectedPages = Math.max(1, contentPages - Math.max(1, contentPages / SPARE_PART));
  }

  /** Returns the start of the intervals that were found. */
  long lo() {
    return lo;
  }

  /** Returns the end of the intervals that were found. */
  long hi() {
    return hi;
  }

  /**
   * Finds the first intervals from a place on whose merge saves blocks, or the first whose blocks
   * are behind as many places as there are blocks.
   *
   * @param from place on the curve to begin at, the start of an interval
   * @return whether there are some
   */
  boolean find(Directory directory, long from, What what) {
    for (int first = directory.find(from); first < directory.intervals(); first++) {
      int count = what == What.SPARSE ? saving(directory, first) : behind(directory, first);
      if (count > 0) {
        lo = directory.start(first);
        hi = directory.end(first + count - 1);
        return true;
      }
    }
    return false;
  }

  /** Returns how many intervals from one on save the most blocks together; 0 if none do. */
  private int saving(Directory directory, int first) {
    int most = Math.min(mostIntervals, directory.intervalsOfCurve(first) - first);
    int blocks = 0;
    int pages = 0;
    long entries = 0;
    int best = 0;
    int bestCount = 0;
    for (int count = 1; count <= most; count++) {
      int at = first + count - 1;
      for (int b = directory.firstBlock(at); b < directory.firstBlock(at + 1); b++) {
        blocks++;
        pages += directory.block(b).block().pages() - 1;
        entries += directory.block(b).entries();
      }
      if (count > 1 && entries > MergePicker.MOST_ENTRIES) {
        break;
      }
      int saved = blocks - (pages + expectedPages - 1) / expectedPages;
      if (saved > best && saved * LEAST_SAVED > blocks) {
        best = saved;
        bestCount = count;
      }
    }
    return bestCount;
  }

  /** Returns 1 if an interval has such a block, else 0. */
  private static int behind(Directory directory, int interval) {
    for (int b = directory.firstBlock(interval); b < directory.firstBlock(interval + 1); b++) {
      if (directory.block(b).block().number() >= directory.blocks()) {
        return 1;
      }
    }
    return 0;
  }

  /** Returns the number of places in the file up to the last block. */
  public static long places(Directory directory) {
    long end = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      end = Math.max(end, directory.block(b).block().number() + 1);
    }
    return end;
  }
}
