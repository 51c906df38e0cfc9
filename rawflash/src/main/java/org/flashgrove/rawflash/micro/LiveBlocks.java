package org.flashgrove.rawflash.micro;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * The blocks of a flash that currently belong to a circular file, by their number in the file. For
 * each of them this class knows the block of the flash, the number of programmed pages, and the
 * positions without a page.
 *
 * <p>Numbers increase with each new block and are never reused. Numbers between the oldest and the
 * newest may be missing, because a power cut destroyed their blocks.
 */
final class LiveBlocks {
  private final int pagesPerBlock;

  // Index of these arrays: number of a block in the file, modulo the number of flash blocks
  private final int[] physical;
  private final int[] used;
  private final long[] firstOrdinal;

  private final TreeSet<Long> holes = new TreeSet<>();
  private long oldest;

  /** Number of the block that is being programmed; -1 before the first block. */
  private long newest = -1;

  LiveBlocks(int blockCount, int pagesPerBlock) {
    this.pagesPerBlock = pagesPerBlock;
    physical = new int[blockCount];
    used = new int[blockCount];
    firstOrdinal = new long[blockCount];
  }

  /** Returns the memory in bytes that is needed for {@code blockCount} blocks. */
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

  /** Returns whether the file has no block yet. */
  boolean isEmpty() {
    return newest < 0;
  }

  long oldest() {
    return oldest;
  }

  long newest() {
    return newest;
  }

  /**
   * Returns how many numbers there are from the oldest block to the newest block. Numbers of
   * missing blocks are included.
   */
  int count() {
    return (int) (newest - oldest + 1);
  }

  /**
   * Returns the block of the flash that has {@code number} in the file, or a negative value if the
   * number is missing.
   */
  int physical(long number) {
    return physical[at(number)];
  }

  /** Returns the number of programmed pages of a block. */
  int used(long number) {
    return used[at(number)];
  }

  /** Returns the position of the oldest page, or of the next page if there is none. */
  long oldestPosition() {
    return oldest * pagesPerBlock;
  }

  /** Returns the position after the newest page. */
  long nextPosition() {
    return isEmpty() ? 0 : newest * pagesPerBlock + used[at(newest)];
  }

  /** Returns the number of the first record in the oldest block that has records. */
  long oldestOrdinal() {
    return firstOrdinal[at(oldest)];
  }

  /**
   * Sets the number of the first record in a block. If the block has no records, it is the number
   * of the first record after the block.
   */
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

  /** Marks a position as one without a page. */
  void addHole(long position) {
    holes.add(position);
  }

  /**
   * Gives a block of the flash the next number in the file.
   *
   * @param ordinal number of the first record that the block will contain
   */
  void begin(int block, long ordinal) {
    newest++;
    physical[at(newest)] = block;
    used[at(newest)] = 0;
    firstOrdinal[at(newest)] = ordinal;
  }

  /** Counts another programmed page of the newest block. */
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

  /** Returns whether no block except the oldest has pages. */
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

  /**
   * Increases the number of the oldest block until a block with this number exists. A power cut
   * during an erase can destroy the oldest blocks.
   */
  void skipMissing() {
    while (oldest < newest && physical[at(oldest)] < 0) {
      oldest++;
    }
  }

  // Opening

  /**
   * Sets the number of the newest block, before the blocks are added with {@link #put}. Until a
   * block is added, its number counts as missing.
   */
  void startAt(long highest) {
    newest = highest;
    oldest = Math.max(0, highest - physical.length + 1);
    Arrays.fill(physical, -1);
  }

  /**
   * Adds a block that was found on the flash, with its number in the file and the number of its
   * programmed pages.
   */
  void put(long number, int block, int pages) {
    physical[at(number)] = block;
    used[at(number)] = pages;
  }

  /**
   * Sets the numbers of the oldest and the newest live block, after the newest complete page was
   * found.
   */
  void settle(long oldestNumber, long newestNumber) {
    oldest = oldestNumber;
    for (; newest > newestNumber; newest--) {
      // the block was begun with a torn page, perhaps after the oldest block was erased
      physical[at(newest)] = -1;
      used[at(newest)] = 0;
    }
    holes.tailSet((newest + 1) * pagesPerBlock).clear();
  }

  /** Resets this object to the state of a file without pages. */
  void clear() {
    newest = -1;
    oldest = 0;
  }
}
