package org.flashgrove.spark.write;

import java.util.SplittableRandom;

/**
 * Random sample of a sequence, with one element of each stride. The first strides have one element.
 * Later strides are longer, up to a limit. For one thread.
 */
final class Strides {
  /** Number of strides of each length, except for the greatest length. */
  private static final int EQUAL = 1000;

  private final SplittableRandom random;
  private final int most;
  private int step;
  private long end; // index of the first element after the stride
  private long chosen;

  /**
   * Creates a sample.
   *
   * @param most maximum length of a stride, at least 1
   */
  Strides(long seed, int most) {
    random = new SplittableRandom(seed);
    this.most = most;
  }

  /**
   * Returns whether an element is in the sample.
   *
   * @param index index of the element in the sequence; call this for all elements in order
   */
  boolean contains(long index) {
    if (index == end) {
      step = (int) Math.min(most, 1 + index / EQUAL);
      chosen = end + random.nextInt(step);
      end += step;
    }
    return index == chosen;
  }

  /** Returns the number of elements of the current stride. */
  int step() {
    return step;
  }
}
