package org.flashgrove.core.component;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * A sealed block, as the frames of a log name it. The sequence says which of the contents that a
 * block had one after the other is meant: no two contents of a store have the same one.
 *
 * @param number which block of the space, 0 to 2^32 - 1
 * @param sequence of this content, at least 1; later ones are greater
 * @param pages pages written, 1 to {@link BlockSpace#MAX_BLOCK_PAGES}
 * @param checksum checksum of the last page as the store wrote it; an index that puts checksums of
 *     the others there has all of them bound
 */
public record Block(long number, long sequence, int pages, int checksum) {
  /** Words that {@link #write} takes. */
  public static final int WORDS = 3;

  /** Most a block's number may be. */
  public static final long MAX_NUMBER = (1L << 32) - 1;

  /** Checks the ranges. */
  public Block {
    if (!isPossible(number, sequence, pages)) {
      throw new IllegalArgumentException(
          "block "
              + number
              + ", sequence "
              + sequence
              + ", "
              + pages
              + " pages (allowed: 0 to "
              + MAX_NUMBER
              + ", at least 1, 1 to "
              + BlockSpace.MAX_BLOCK_PAGES
              + ")");
    }
  }

  private static boolean isPossible(long number, long sequence, long pages) {
    return number >= 0
        && number <= MAX_NUMBER
        && sequence >= 1
        && pages >= 1
        && pages <= BlockSpace.MAX_BLOCK_PAGES;
  }

  /** Written out, since what a record has by itself is made when it is first called, for long. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Block block
        && number == block.number
        && sequence == block.sequence
        && pages == block.pages
        && checksum == block.checksum;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(sequence); // no other content has it
  }

  /** Puts the block into {@link #WORDS} words from {@code at} on. */
  public void write(long[] words, int at) {
    words[at] = number | (long) pages << 32;
    words[at + 1] = sequence;
    words[at + 2] = checksum & 0xFFFF_FFFFL;
  }

  /**
   * Returns the block in words of a log.
   *
   * @param frame number of the frame, for the message
   * @param length number of words in all
   * @throws DamagedStoreException if no block is written like that, or the words end before
   */
  public static Block read(long frame, long[] words, int length, int at) {
    if (at < 0 || at > length - WORDS) {
      throw new DamagedStoreException("log", "frame " + frame, "ends within a block's words");
    }
    long number = words[at] & MAX_NUMBER;
    long pages = words[at] >>> 32;
    long sequence = words[at + 1];
    if (!isPossible(number, sequence, pages) || words[at + 2] >>> 32 != 0) {
      throw new DamagedStoreException("log", "frame " + frame, "impossible words of a block");
    }
    return new Block(number, sequence, (int) pages, (int) words[at + 2]);
  }
}
