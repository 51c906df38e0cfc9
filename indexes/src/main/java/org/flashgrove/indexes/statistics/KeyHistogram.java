package org.flashgrove.indexes.statistics;

import java.util.Arrays;

/**
 * Approximate distribution of the keys of a B+-tree. It divides the keys into parts of equally many
 * pairs: leaves, or subtrees of the same height. Keys are assumed to be evenly distributed within a
 * part. Immutable.
 */
public final class KeyHistogram {
  /** Least key of each part, in ascending order. */
  private final long[] least;

  private final double pairsOfPart;
  private final double pagesOfPart;
  private final int height;

  /**
   * Creates a histogram.
   *
   * @param least least keys of the parts in ascending order, at least two. The histogram ignores
   *     the first key, because it need not exist in the tree
   * @param pairs number of pairs in the tree
   * @param pagesOfPart number of leaves in a part, at least 1
   * @param height number of levels above the leaves
   */
  public KeyHistogram(long[] least, double pairs, double pagesOfPart, int height) {
    this.least = least;
    this.pagesOfPart = pagesOfPart;
    this.height = height;
    pairsOfPart = pairs / least.length;
  }

  /** Returns the histogram with the given {@link #words}, or null if there is none. */
  public static KeyHistogram of(long[] words) {
    int parts = words.length - 3;
    if (parts < 2) {
      return null;
    }
    return new KeyHistogram(
        Arrays.copyOf(words, parts),
        Double.longBitsToDouble(words[parts]),
        Double.longBitsToDouble(words[parts + 1]),
        (int) words[parts + 2]);
  }

  /** Returns the histogram as numbers, for {@link #of}. */
  public long[] words() {
    int parts = least.length;
    long[] words = Arrays.copyOf(least, parts + 3);
    words[parts] = Double.doubleToLongBits(pairsOfPart * parts);
    words[parts + 1] = Double.doubleToLongBits(pagesOfPart);
    words[parts + 2] = height;
    return words;
  }

  /**
   * Returns the index of the first part whose least key is at least {@code key}. Returns the number
   * of parts if there is none.
   */
  private int firstFrom(long key) {
    int low = 0;
    int high = least.length;
    while (low < high) {
      int middle = low + high >>> 1;
      if (least[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double start(int part) {
    int last = least.length - 1;
    return part == 0
        ? least[1] - Math.max(1, ((double) least[last] - least[1]) / last)
        : least[part];
  }

  private double end(int part) {
    int last = least.length - 1;
    return part == last
        ? least[last] + Math.max(1, ((double) least[last] - least[1]) / last)
        : least[part + 1];
  }

  /** Returns the estimated fraction of a part's keys that lie in a closed range. */
  private double share(int part, long from, long to) {
    double start = Math.max(from, start(part));
    double end = Math.min(to, end(part));
    return Math.max(0, Math.min(1, (end - start + 1) / (end(part) - start(part) + 1)));
  }

  /**
   * Estimates the number of pairs with keys in {@code [from, to]}, and the number of pages that a
   * scan of these pairs reads.
   */
  public IndexEstimate estimate(long from, long to) {
    int first = Math.max(1, firstFrom(from)) - 1;
    int last = to == Long.MAX_VALUE ? least.length - 1 : Math.max(1, firstFrom(to + 1)) - 1;
    double ofFirst = share(first, from, to);
    return last > first
        ? new IndexEstimate(
            pairsOfPart * (ofFirst + last - first - 1 + share(last, from, to)),
            height + 1 + (last - first) * pagesOfPart)
        : new IndexEstimate(pairsOfPart * ofFirst, height + Math.max(1, ofFirst * pagesOfPart));
  }
}
