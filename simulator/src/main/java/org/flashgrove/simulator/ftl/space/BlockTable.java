package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.gc.VictimPolicy;

/** State and valid pages of each block of a {@link PageSpace}. */
final class BlockTable {
  /** Counters of one plane. */
  private static final class Plane {
    private final VictimPolicy victims;
    private final EraseSpread spread = new EraseSpread();
    private int goodBlocks;
    private int validPages;

    Plane(VictimPolicy victims) {
      this.victims = victims;
    }
  }

  /** Usage of a block. */
  enum State {
    FREE,
    OPEN,
    CLOSED,
    MOVING,
    BAD
  }

  private final FlashOperations flash;
  private final int pagesPerBlock;
  private final int blocksPerPlane;
  private final Plane[] plane;
  private final State[] states;
  private final int[] validPages;
  private final long[] validBits;
  private int goodBlocks;
  private int validTotal;

  /** Creates the table for a space without valid pages. Every block is free or bad. */
  BlockTable(FlashOperations flash, VictimPolicy.Factory victims) {
    this.flash = flash;
    FlashGeometry geometry = flash.geometry();
    pagesPerBlock = geometry.pagesPerBlock();
    blocksPerPlane = geometry.blocksPerPlane();
    plane = new Plane[geometry.planeCount()];
    for (int number = 0; number < plane.length; number++) {
      plane[number] = new Plane(victims.make(blocksPerPlane, pagesPerBlock));
    }
    states = new State[geometry.blockCount()];
    validPages = new int[states.length];
    validBits = new long[(geometry.pageCount() + 63) / 64];
    for (int block = 0; block < states.length; block++) {
      boolean bad = flash.isBad(block);
      states[block] = bad ? State.BAD : State.FREE;
      if (!bad) {
        planeOf(block).spread.add(flash.eraseCount(block));
        planeOf(block).goodBlocks++;
        goodBlocks++;
      }
    }
  }

  private Plane planeOf(int block) {
    return plane[block / blocksPerPlane];
  }

  boolean is(int block, State state) {
    return states[block] == state;
  }

  void state(int block, State state) {
    states[block] = state;
  }

  /** Returns the histogram of the erase counts in the plane with the given number. */
  EraseSpread spread(int number) {
    return plane[number].spread;
  }

  /**
   * Removes a closed block from the candidates for collection, because its pages are now being
   * moved.
   */
  void startMoving(int block) {
    planeOf(block).victims.removed(block % blocksPerPlane);
    states[block] = State.MOVING;
  }

  /** Marks a page as valid. */
  void validate(int page) {
    validBits[page >> 6] |= 1L << page;
    count(page / pagesPerBlock, 1);
  }

  private void count(int block, int change) {
    validPages[block] += change;
    planeOf(block).validPages += change;
    validTotal += change;
  }

  /**
   * Closes a full block, which then becomes a candidate for collection.
   *
   * @param clock number of pages programmed so far, with which the policy measures age
   */
  void close(int block, long clock) {
    states[block] = State.CLOSED;
    planeOf(block).victims.closed(block % blocksPerPlane, validPages[block], clock);
  }

  void turnedBad(int block, int eraseCount) {
    states[block] = State.BAD;
    planeOf(block).spread.remove(eraseCount);
    planeOf(block).goodBlocks--;
    goodBlocks--;
  }

  /**
   * Returns whether a plane has enough spare room. Spare room is the number of pages in the plane's
   * good blocks minus the number of its valid pages. It is enough if it is at least {@code
   * leastSparePages} pages, and at least half of the mean spare room of all planes. If the flash
   * has only one plane, this plane always has enough.
   */
  boolean isRoomy(int number, int leastSparePages) {
    long spare = (long) plane[number].goodBlocks * pagesPerBlock - plane[number].validPages;
    long spareTotal = (long) goodBlocks * pagesPerBlock - validTotal;
    return plane.length == 1 || spare >= leastSparePages && 2 * spare * plane.length >= spareTotal;
  }

  int badBlocks() {
    int bad = 0;
    for (State state : states) {
      bad += state == State.BAD ? 1 : 0;
    }
    return bad;
  }

  /**
   * Returns the block that the policy of a plane chooses to collect next, or -1 if there is none.
   *
   * @param number number of the plane
   * @param clock number of pages programmed so far
   */
  int victim(int number, long clock) {
    int victim = plane[number].victims.choose(clock);
    return victim < 0 ? -1 : number * blocksPerPlane + victim;
  }

  /**
   * Returns the closed block with the fewest valid pages in the plane with the given number, or -1.
   * Unlike {@link #victim} this ignores the policy; such a block is the safest choice when little
   * room is left.
   */
  int fewestValid(int number) {
    int best = -1;
    int end = (number + 1) * blocksPerPlane;
    for (int block = number * blocksPerPlane; block < end; block++) {
      if (states[block] == State.CLOSED && (best < 0 || validPages[block] < validPages[best])) {
        best = block;
      }
    }
    return best;
  }

  /**
   * Returns the block of a plane that static wear levelling should empty, or -1 if there is none.
   * This is the least erased closed block, if the greatest erase count in the plane exceeds the
   * count of this block by more than {@code threshold}.
   *
   * @param number number of the plane
   */
  int restedBeyond(int threshold, int number) {
    EraseSpread spread = plane[number].spread;
    if (spread.highest() - spread.lowest() <= threshold) {
      return -1;
    }
    int rested = -1;
    int end = (number + 1) * blocksPerPlane;
    for (int block = number * blocksPerPlane; block < end; block++) {
      if (states[block] == State.CLOSED
          && (rested < 0 || flash.eraseCount(block) < flash.eraseCount(rested))) {
        rested = block;
      }
    }
    return rested >= 0 && spread.highest() - flash.eraseCount(rested) > threshold ? rested : -1;
  }

  /** Returns the first valid page in {@code [page, end)}; {@code end} if there is none. */
  int nextValid(int page, int end) {
    int at = page;
    while (at < end) {
      long word = validBits[at >> 6] >>> at;
      if (word != 0) {
        return Math.min(end, at + Long.numberOfTrailingZeros(word));
      }
      at = (at | 63) + 1;
    }
    return end;
  }

  /** Marks a page as no longer valid. */
  void invalidate(int page, long clock) {
    int block = page / pagesPerBlock;
    validBits[page >> 6] &= ~(1L << page);
    count(block, -1);
    if (states[block] == State.CLOSED) {
      planeOf(block).victims.invalidated(block % blocksPerPlane, validPages[block], clock);
    }
  }

  /** Returns the number of valid pages in a block. */
  int validPages(int block) {
    return validPages[block];
  }

  /**
   * Returns the highest sequence number of the valid pages in a block. Blocks sorted by this number
   * are in the order in which they were closed; this works for up to 2^32 programs.
   */
  long newest(int block) {
    long newest = 0;
    int first = block * pagesPerBlock;
    int end = first + pagesPerBlock;
    for (int page = nextValid(first, end); page < end; page = nextValid(page + 1, end)) {
      newest = Math.max(newest, flash.sequence(page));
    }
    return newest;
  }
}
