package org.flashgrove.grove.block;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Growable list of words of a log frame. It defines the encoding of changes and blocks for all
 * indexes that store their entries in sealed blocks.
 *
 * <p>A change consists of its kind (0 insertion, 1 deletion, plus 2 for a rectangle that is not a
 * point), id, minX and minY. For a rectangle, maxX and maxY follow. A block consists of {@link
 * Block#WORDS} words and its number of entries.
 */
public class WordList {
  /** Kind of an insertion. */
  public static final int INSERTION = 0;

  /** Kind of a deletion. */
  public static final int DELETION = 1;

  /** Flag in the kind of a change whose rectangle is not a point. */
  public static final int EXTENT = 2;

  /** Number of words of a change of a point. */
  public static final int POINT_WORDS = 4;

  /** Number of words that describe a block. */
  public static final int BLOCK_WORDS = Block.WORDS + 1;

  private static final int BOX_WORDS = 6;

  private long[] words = new long[64];
  private int length;

  /** Removes all words. */
  public WordList clear() {
    length = 0;
    return this;
  }

  /** Returns the array with the words from index 0 on. It is valid until a word is added. */
  public long[] words() {
    return words;
  }

  public int length() {
    return length;
  }

  /** Adds a word. */
  public WordList add(long word) {
    if (length == words.length) {
      words = Arrays.copyOf(words, 2 * length);
    }
    words[length++] = word;
    return this;
  }

  /** Adds a change. {@code kind} is {@link #INSERTION} or {@link #DELETION}. */
  public void addChange(int kind, long id, double minX, double minY, double maxX, double maxY) {
    boolean point = minX == maxX && minY == maxY;
    add(point ? kind : kind + EXTENT).add(id);
    add(Double.doubleToRawLongBits(minX)).add(Double.doubleToRawLongBits(minY));
    if (!point) {
      add(Double.doubleToRawLongBits(maxX)).add(Double.doubleToRawLongBits(maxY));
    }
  }

  /** Adds a block. */
  public void addBlock(StoredBlock block) {
    while (words.length < length + BLOCK_WORDS) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    block.block().write(words, length);
    length += Block.WORDS;
    add(block.entries());
  }

  /** Returns the number of words of the change that begins at index {@code at}. */
  public static int changeWords(long[] words, int at) {
    return words[at] >= EXTENT ? BOX_WORDS : POINT_WORDS;
  }

  /**
   * Checks encoded changes.
   *
   * @throws DamagedStoreException if the words are not valid changes
   */
  public static void requireChanges(long frame, long[] words, int length) {
    int at = 0;
    while (at < length) {
      if (words[at] < 0 || words[at] > DELETION + EXTENT || at + changeWords(words, at) > length) {
        throw damaged(frame, "impossible words of a change");
      }
      int upper = words[at] >= EXTENT ? at + 4 : at + 2;
      double x1 = Double.longBitsToDouble(words[at + 2]);
      double y1 = Double.longBitsToDouble(words[at + 3]);
      double x2 = Double.longBitsToDouble(words[upper]);
      double y2 = Double.longBitsToDouble(words[upper + 1]);
      requireRectangle(frame, x1, y1, x2, y2);
      at += changeWords(words, at);
    }
  }

  /**
   * Checks a rectangle.
   *
   * @throws DamagedStoreException if it is invalid
   */
  public static void requireRectangle(long frame, double x1, double y1, double x2, double y2) {
    try {
      Rectangles.requireValid(x1, y1, x2, y2);
    } catch (IllegalArgumentException e) {
      throw damaged(frame, e.getMessage());
    }
  }

  /** Returns an exception for a frame with invalid words. */
  public static DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  /**
   * Returns the word at index {@code at}.
   *
   * @throws DamagedStoreException if the frame has fewer words
   */
  public static long word(long frame, long[] words, int length, int at) {
    if (at >= length) {
      throw damaged(frame, "ends too early");
    }
    return words[at];
  }

  /**
   * Reads a block and its number of entries from the {@link #BLOCK_WORDS} words at {@code at}. The
   * result has no metadata of pages, because the log does not contain it.
   */
  public static StoredBlock storedBlock(long frame, long[] words, int length, int at) {
    Block block = Block.read(frame, words, length, at);
    long entries = word(frame, words, length, at + Block.WORDS);
    if (entries < 1 || entries > Integer.MAX_VALUE) {
      throw damaged(frame, "a block of " + entries + " entries");
    }
    return StoredBlock.of(block, (int) entries, null);
  }
}
