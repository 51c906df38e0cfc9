package org.flashgrove.rawflash.micro;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * The live blocks of a circular file by their numbers: the block of the flash, the number of
 * programmed pages, and the pages without content.
 *
 * <p>Numbers increase with each new block and are never reused. Between the oldest and the newest
 * number some may be missing, because a power cut lost their blocks.
 */
final class LiveBlocks {
  private final int pagesPerBlock;

  // By number modulo the number of blocks.
  private final int[] physical;
  private final int[] used;
  private final long[] firstOrdinal;

  private final TreeSet<Long> holes = new TreeSet<>();
  private long oldest;

  /** Number of the block that is programmed now; -1 before the first. */
  private long newest = -1;

  LiveBlocks(int blockCount, int pagesPerBlock) {
    this.pagesPerBlock = pagesPerBlock;
    physical = new int[blockCount];
    used = new int[blockCount];
    firstOrdinal = new long[blockCount];
  }

  /** Returns the bytes that are in memory for a number of blocks. */
  static long memoryBytes(int blockCount) {
    return (2L * Integer.BYTES + Long.BYTES) * blockCount;
  }

  private int at(long number) {
    return (int) (number % physical.length);
  }

  /** Returns the number of blocks of the flash. */
  int blockCount() {
    return physical.length;
  }

  /** Returns whether no block was started. */
  boolean isEmpty() {
    return newest < 0;
  }

  long oldest() {
    return oldest;
  }

  long newest() {
    return newest;
  }

  /** Returns the number of live blocks, missing ones included. */
  int count() {
    return (int) (newest - oldest + 1);
  }

  /** Returns the block of the flash with a number; negative if the number is missing. */
  int physical(long number) {
    return physical[at(number)];
  }

  /** Returns how many pages of a block are programmed. */
  int used(long number) {
    return used[at(number)];
  }

  /** Returns the position of the oldest page, or of the next page if there is none. */
  long oldestPosition() {
    return oldest * pagesPerBlock;
  }

  /** Returns the position behind the newest page. */
  long nextPosition() {
    return isEmpty() ? 0 : newest * pagesPerBlock + used[at(newest)];
  }

  /** Returns the number of the first record that the oldest block has, or the next one has. */
  long oldestOrdinal() {
    return firstOrdinal[at(oldest)];
  }

  /** Notes the number of the first record that a block has, or the next one has. */
  void firstOrdinal(long number, long ordinal) {
    firstOrdinal[at(number)] = ordinal;
  }

  /** Returns whether a position has a page. */
  boolean exists(long position) {
    long number = position / pagesPerBlock;
    return position >= 0
        && number >= oldest
        && number <= newest
        && position % pagesPerBlock < used[at(number)]
        && !holes.contains(position);
  }

  /** Notes that a position has no page. */
  void addHole(long position) {
    holes.add(position);
  }

  /** Assigns the next number to a block of the flash. */
  void begin(int block, long ordinal) {
    newest++;
    physical[at(newest)] = block;
    used[at(newest)] = 0;
    firstOrdinal[at(newest)] = ordinal;
  }

  /** Notes that the next page of the newest block is programmed. */
  void programmed() {
    used[at(newest)]++;
  }

  /** Returns whether the newest block has no page left to program. */
  boolean isFull() {
    return used[at(newest)] == pagesPerBlock;
  }

  /** Returns whether the oldest live block is the given block of the flash. */
  boolean isOldest(int block) {
    return newest >= oldest && physical[at(oldest)] == block;
  }

  /** Returns whether only the oldest block has pages. */
  boolean oldestHasAllPages() {
    for (long number = oldest + 1; number <= newest; number++) {
      if (used[at(number)] > 0) {
        return false;
      }
    }
    return true;
  }

  void dropOldest() {
    oldest++;
    skipMissing();
    holes.headSet(oldestPosition()).clear();
  }

  /** Passes over blocks that went with a power cut in their erase. */
  void skipMissing() {
    while (oldest < newest && physical[at(oldest)] < 0) {
      oldest++;
    }
  }

  // Opening

  /** Sets the greatest number, with all numbers missing. */
  void startAt(long highest) {
    newest = highest;
    oldest = Math.max(0, highest - physical.length + 1);
    Arrays.fill(physical, -1);
  }

  /** Records the block of the flash with a number and its number of programmed pages. */
  void put(long number, int block, int pages) {
    physical[at(number)] = block;
    used[at(number)] = pages;
  }

  /** Notes which numbers are live, after the newest whole page was found. */
  void settle(long oldestNumber, long newestNumber) {
    oldest = oldestNumber;
    for (; newest > newestNumber; newest--) {
      physical[at(newest)] = -1; // begun with a torn page, perhaps in place of the oldest block
      used[at(newest)] = 0;
    }
    holes.tailSet((newest + 1) * pagesPerBlock).clear();
  }

  /** Resets the state to no complete page. */
  void clear() {
    newest = -1;
    oldest = 0;
  }
}
