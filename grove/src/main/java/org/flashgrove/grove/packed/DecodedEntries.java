package org.flashgrove.grove.packed;

import java.util.Arrays;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;

/**
 * Entries of a page in a form that is read without decoding. Each entry has an id and the bits of
 * its coordinates as doubles: x and y of a point, or minX, minY, maxX and maxY. All numbers of an
 * entry are neighbours in memory.
 */
public final class DecodedEntries {
  private static final int POINT = 3;
  private static final int RECTANGLE = 5;
  private static final int BOX = 4;
  private static final int WORD_BITS = 6;

  private DecodedEntries() {}

  /**
   * Decodes all entries of a page. All residual rows of the page (low bits of coordinates) must be
   * attached.
   */
  public static long[] of(PackedPage page) {
    int count = page.count();
    long[] all = new long[(count - 1 >> WORD_BITS) + 1];
    Arrays.fill(all, -1L);
    all[all.length - 1] = -1L >>> -count;
    long[] ids = new long[count];
    double[] boxes = new double[BOX * count];
    page.ids(all, all.length, ids, 0);
    page.rectangles(all, all.length, boxes, 0);
    int size = page.isPoints() ? POINT : RECTANGLE;
    long[] entries = new long[size * count];
    for (int i = 0; i < count; i++) {
      entries[size * i] = ids[i];
      for (int side = 0; side < size - 1; side++) {
        entries[size * i + 1 + side] = Double.doubleToRawLongBits(boxes[BOX * i + side]);
      }
    }
    return entries;
  }

  /**
   * Removes, from a set of entries, those that share no point with a window.
   *
   * @param points whether all entries of the page are points
   * @param found bits of entries; the method clears the bits of entries outside the window
   * @param of bits of the entries to test
   * @param words number of words in use
   * @param window minX, minY, maxX, maxY
   */
  public static void settle(
      long[] entries, boolean points, long[] found, long[] of, int words, double[] window) {
    int size = points ? POINT : RECTANGLE;
    int upper = points ? 1 : 3;
    for (int w = 0; w < words; w++) {
      for (long rest = of[w]; rest != 0; rest &= rest - 1) {
        int at = size * ((w << WORD_BITS) + Long.numberOfTrailingZeros(rest));
        boolean isMet =
            Double.longBitsToDouble(entries[at + 1]) <= window[2]
                && Double.longBitsToDouble(entries[at + 2]) <= window[3]
                && Double.longBitsToDouble(entries[at + upper]) >= window[0]
                && Double.longBitsToDouble(entries[at + upper + 1]) >= window[1];
        found[w] &= isMet ? -1L : ~(rest & -rest);
      }
    }
  }

  /**
   * Returns how many elements of the array each entry has. Returns 0 if the array cannot be that of
   * a page with {@code count} entries.
   */
  public static int size(long[] entries, int count) {
    int size = entries.length == POINT * count ? POINT : RECTANGLE;
    return entries.length == size * count ? size : 0;
  }

  /** Returns the id of entry i. */
  public static long id(long[] entries, boolean points, int i) {
    return entries[(points ? POINT : RECTANGLE) * i];
  }

  /**
   * Reads the rectangle of entry i.
   *
   * @param into receives minX, minY, maxX, maxY
   */
  public static void rectangle(long[] entries, boolean points, int i, double[] into) {
    int size = points ? POINT : RECTANGLE;
    for (int side = 0; side < BOX; side++) {
      into[side] = Double.longBitsToDouble(entries[size * i + 1 + side % (size - 1)]);
    }
  }

  /**
   * Reports some entries in order, until the sink stops the report.
   *
   * @param points whether all entries of the page are points
   * @param of bits of the entries
   * @param words number of words of {@code of} in use
   * @param rectangles whether to report rectangles in addition to ids
   * @return number of entries reported; if the sink stopped the report, the bitwise complement of
   *     that number
   */
  public static int report(
      long[] entries, boolean points, long[] of, int words, EntrySink sink, boolean rectangles) {
    int size = points ? POINT : RECTANGLE;
    int upper = points ? 1 : 3;
    double none = Double.NaN;
    int reported = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = of[w]; rest != 0; rest &= rest - 1) {
        int at = size * ((w << WORD_BITS) + Long.numberOfTrailingZeros(rest));
        VisitResult answer =
            rectangles
                ? sink.found(
                    entries[at],
                    Double.longBitsToDouble(entries[at + 1]),
                    Double.longBitsToDouble(entries[at + 2]),
                    Double.longBitsToDouble(entries[at + upper]),
                    Double.longBitsToDouble(entries[at + upper + 1]),
                    none)
                : sink.found(entries[at], none, none, none, none, none);
        reported++;
        if (answer == VisitResult.STOP) {
          return ~reported;
        }
      }
    }
    return reported;
  }
}
