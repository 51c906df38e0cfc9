package org.flashgrove.grove.merge;

import org.flashgrove.grove.curve.Directory;

/**
 * Finds neighbouring intervals that file compaction should merge. A merge of these intervals
 * reduces the number of their blocks, or moves the blocks nearer to the start of the file.
 */
public final class LooseBlocks {
  /** Kind of blocks to look for. */
  public enum What {
    /** Blocks that are filled sparsely; a merge stores the same entries in fewer blocks. */
    SPARSE,
    /** Blocks near the end of the file; a merge moves them nearer to the start. */
    BEHIND
  }

  /**
   * Assumption that 1 / {@value} of the pages of a new block stay free, because a merge may pack
   * entries less densely than before.
   */
  private static final int SPARE_PART = 8;

  /** A merge of n blocks must reduce the number of blocks by more than n / {@value}. */
  private static final int LEAST_SAVED = 4;

  private final int mostIntervals;
  private final int expectedPages;
  private long lo;
  private long hi;

  /**
   * Creates a search, which {@link #find} runs.
   *
   * @param mostIntervals maximum number of intervals in one merge
   * @param contentPages number of pages in a block without its footer
   */
  LooseBlocks(int mostIntervals, int contentPages) {
    this.mostIntervals = mostIntervals;
    expectedPages = Math.max(1, contentPages - Math.max(1, contentPages / SPARE_PART));
  }

  /** Returns the start of the found intervals on the curve. */
  long lo() {
    return lo;
  }

  /** Returns the exclusive end of the found intervals on the curve. */
  long hi() {
    return hi;
  }

  /**
   * Finds the first intervals, from {@code from} on, that are worth merging. For {@link
   * What#SPARSE} the merge must save blocks. For {@link What#BEHIND}, an interval must have a block
   * in the tail of the file. The tail begins where the file would end if it had no gaps.
   *
   * @param from start of an interval
   * @return whether such intervals exist
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

  /**
   * Returns the number of neighbouring intervals, beginning with {@code first}, whose merge saves
   * the most blocks. Returns 0 if no merge saves enough.
   */
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

  /**
   * Returns 1 if the interval has a block in the tail of the file, otherwise 0. The tail begins
   * where the file would end if it had no gaps.
   */
  private static int behind(Directory directory, int interval) {
    for (int b = directory.firstBlock(interval); b < directory.firstBlock(interval + 1); b++) {
      if (directory.block(b).block().number() >= directory.blocks()) {
        return 1;
      }
    }
    return 0;
  }

  /** Returns the length of the file in blocks, up to the last block in use. */
  public static long places(Directory directory) {
    long end = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      end = Math.max(end, directory.block(b).block().number() + 1);
    }
    return end;
  }
}
