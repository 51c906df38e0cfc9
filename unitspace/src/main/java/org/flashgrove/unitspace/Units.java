package org.flashgrove.unitspace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/** Tracks the state of each unit of a device, and the number of its written and its valid pages. */
final class Units {
  /** State of a unit. */
  enum State {
    /** The unit holds no pages. */
    FREE,
    /** Pages can be written to the unit. */
    OPEN,
    /** No more pages are written to the unit before it is reset. */
    CLOSED
  }

  private final int pagesPerUnit;
  private final int recordsPerPage;
  private final State[] states;

  /** Number of written pages in each unit, including summaries. */
  private final int[] filled;

  /**
   * Number of valid pages in each unit. A page is valid if it holds the newest content of a page of
   * the space.
   */
  private final int[] valid;

  /**
   * Number of records of emptied pages in each unit. A record lists a range of neighbouring pages.
   */
  private final int[] records;

  /** Sequence number of the first batch in each unit. */
  private final long[] firstSequences;

  private final int[] classes;
  private final long[] sets;
  private final int[] setSizes;

  /** Units that were reset and have not been written since. */
  private final BitSet clean = new BitSet();

  /** Free units, in the order in which they became free. */
  private final Deque<Integer> free = new ArrayDeque<>();

  /**
   * Creates the state of {@code count} units whose content is unknown. All units begin as closed.
   *
   * @param recordsPerPage number of records of emptied pages that fit into a page
   */
  Units(int count, int pagesPerUnit, int recordsPerPage) {
    this.pagesPerUnit = pagesPerUnit;
    this.recordsPerPage = recordsPerPage;
    states = new State[count];
    Arrays.fill(states, State.CLOSED);
    filled = new int[count];
    valid = new int[count];
    records = new int[count];
    firstSequences = new long[count];
    classes = new int[count];
    sets = new long[count];
    setSizes = new int[count];
  }

  int count() {
    return states.length;
  }

  int pagesPerUnit() {
    return pagesPerUnit;
  }

  State state(int unit) {
    return states[unit];
  }

  int filled(int unit) {
    return filled[unit];
  }

  int remaining(int unit) {
    return pagesPerUnit - filled[unit];
  }

  int valid(int unit) {
    return valid[unit];
  }

  long set(int unit) {
    return sets[unit];
  }

  int setSize(int unit) {
    return setSizes[unit];
  }

  int deathClass(int unit) {
    return classes[unit];
  }

  long firstSequence(int unit) {
    return firstSequences[unit];
  }

  int freeCount() {
    return free.size();
  }

  /** Returns the number of pages that still fit into the free and open units. */
  long roomPages() {
    long pages = (long) free.size() * pagesPerUnit;
    for (int unit = 0; unit < states.length; unit++) {
      pages += states[unit] == State.OPEN ? remaining(unit) : 0;
    }
    return pages;
  }

  void addValid(int unit, int pages) {
    valid[unit] += pages;
  }

  int records(int unit) {
    return records[unit];
  }

  void addRecords(int unit, int number) {
    records[unit] += number;
  }

  /** Returns the number of records that fill a unit. */
  int recordsPerUnit() {
    return recordsPerPage * pagesPerUnit;
  }

  /** Returns the greatest number of records in a closed unit. */
  int mostRecords() {
    int most = 0;
    for (int unit = 0; unit < states.length; unit++) {
      most = states[unit] == State.CLOSED ? Math.max(most, records[unit]) : most;
    }
    return most;
  }

  /** Returns about how many pages garbage collection would write to empty a unit. */
  int pagesToMove(int unit) {
    return valid[unit] + records[unit] / recordsPerPage;
  }

  /** Returns the smallest sequence number of a batch in any unit that is not free. */
  long oldestSequence() {
    long oldest = Long.MAX_VALUE;
    for (int unit = 0; unit < states.length; unit++) {
      if (states[unit] != State.FREE && filled[unit] > 0) {
        oldest = Math.min(oldest, firstSequences[unit]);
      }
    }
    return oldest;
  }

  /**
   * Records that a unit is free, because it has no content or no valid content.
   *
   * @param isReset whether the unit was reset and not written since
   */
  void release(int unit, boolean isReset) {
    states[unit] = State.FREE;
    filled[unit] = 0;
    valid[unit] = 0;
    clean.set(unit, isReset);
    free.add(unit);
  }

  /** Opens the unit that has been free for the longest. */
  int open(int deathClass, long set, int setSize) {
    int unit = free.remove();
    reopen(unit, deathClass, set, setSize);
    return unit;
  }

  void reopen(int unit, int deathClass, long set, int setSize) {
    states[unit] = State.OPEN;
    classes[unit] = deathClass;
    sets[unit] = set;
    setSizes[unit] = setSize;
  }

  /**
   * Returns whether a unit must be reset before it is written. Afterwards the unit no longer counts
   * as reset.
   */
  boolean takeUnclean(int unit) {
    boolean wasClean = clean.get(unit);
    clean.clear(unit);
    return !wasClean;
  }

  void close(int unit) {
    states[unit] = State.CLOSED;
  }

  /**
   * Records that {@code pages} pages were appended to a unit.
   *
   * @param sequence sequence number of their batch
   */
  void advance(int unit, int pages, long sequence) {
    if (filled[unit] == 0) {
      firstSequences[unit] = sequence;
    }
    filled[unit] += pages;
  }
}
