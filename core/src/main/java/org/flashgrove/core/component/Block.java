package org.flashgrove.core.component;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Reference to a sealed block, that is, to a block that is completely written. The frames of a log
 * contain such references. The sequence number identifies the content of the block. It is unique
 * within the store, even if the block is erased and written again.
 *
 * @param number number of the block in its space, 0 to 2^32 - 1
 * @param sequence sequence number of the content, at least 1; newer contents have greater numbers
 * @param pages number of written pages, 1 to {@link BlockSpace#MAX_BLOCK_PAGES}
 * @param checksum checksum of the last page. An index that stores the checksums of the other pages
 *     in the last page thereby protects all pages
 */
public record Block(long number, long sequence, int pages, int checksum) {
  /** Number of array elements that {@link #write} fills. */
  public static final int WORDS = 3;

  /** Greatest block number. */
  public static final long MAX_NUMBER = (1L << 32) - 1;

  /**
   * Throws an {@link IllegalArgumentException} if the number, the sequence or the number of pages
   * is out of range.
   */
  public Block {
    if (!isPossible(number, sequence, pages)) {
      throw new IllegalArgumentException(
          "block number "
              + number
              + ", sequence "
              + sequence
              + ", "
              + pages
              + " pages (allowed: number 0 to "
              + MAX_NUMBER
              + ", sequence 1 or more, 1 to "
              + BlockSpace.MAX_BLOCK_PAGES
              + " pages)");
    }
  }

  private static boolean isPossible(long number, long sequence, long pages) {
    return number >= 0
        && number <= MAX_NUMBER
        && sequence >= 1
        && pages >= 1
        && pages <= BlockSpace.MAX_BLOCK_PAGES;
  }

  /**
   * Returns whether both blocks have equal components. Written by hand because the generated method
   * of a record is slow on its first call.
   */
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
    return Long.hashCode(sequence); // no other content has the same sequence number
  }

  /** Writes the block to an array: {@link #WORDS} words, starting at index {@code at}. */
  public void write(long[] words, int at) {
    words[at] = number | (long) pages << 32;
    words[at + 1] = sequence;
    words[at + 2] = checksum & 0xFFFF_FFFFL;
  }

  /**
   * Reads a block from the words of a log frame.
   *
   * @param frame number of the frame, for the message
   * @param length number of words in the frame
   * @param at index of the block's first word
   * @throws DamagedStoreException if the words are not a valid block, or the frame ends too early
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
