package org.flashgrove.spark.write;

import java.util.SplittableRandom;

/**
 * Random sample of a sequence of unknown length (K.-H. Li, 1994, algorithm L). For most elements,
 * no random number is drawn. For one thread.
 */
final class Reservoir {
  private final SplittableRandom random;
  private final int size;
  private double share = 1; // probability that an element gets into the sample
  private long due; // index of the next element that gets into the sample

  /**
   * Creates an empty sample.
   *
   * @param size maximum number of elements in the sample, at least 1
   */
  Reservoir(long seed, int size) {
    random = new SplittableRandom(seed);
    this.size = size;
    due = size - 1;
    skip();
  }

  /**
   * Returns the index in the sample at which the caller must store an element, replacing any
   * element there. Returns -1 if the element is not sampled.
   *
   * @param index index of the element in the sequence; call this for all elements in order
   */
  int place(long index) {
    if (index < size) {
      return (int) index;
    }
    if (index < due) {
      return -1;
    }
    skip();
    return random.nextInt(size);
  }

  private void skip() {
    share *= Math.exp(Math.log(1 - random.nextDouble()) / size);
    due += 1 + (long) (Math.log(1 - random.nextDouble()) / Math.log1p(-share));
  }
}
