package org.flashgrove.lab.experiment.lrun;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * Distribution of the keys 1 to N that are looked up (Yang et al., section V.A). The paper's Zipf
 * distribution has "skew=0.5". If 0.5 is the exponent, there are about twice as many cache misses
 * as in the paper. With exponent 1 and the most frequent keys next to each other, the misses are as
 * in the paper.
 */
enum KeyDistribution {
  /** All keys have the same probability. The paper calls this <em>random</em>. */
  UNIFORM {
    @Override
    IntSupplier keys(int keyCount, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      return () -> 1 + random.nextInt(keyCount);
    }
  },

  /**
   * Normal distribution around N/2 with a standard deviation of 500. Keys outside 1 to N are drawn
   * again.
   */
  NORMAL {
    private static final double DEVIATION = 500;

    @Override
    IntSupplier keys(int keyCount, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      return () -> {
        long key = 0;
        while (key < 1 || key > keyCount) {
          key = Math.round(keyCount / 2.0 + DEVIATION * random.nextGaussian());
        }
        return (int) key;
      };
    }
  },

  /** The probability of key i is proportional to 1/i. */
  ZIPF {
    @Override
    IntSupplier keys(int keyCount, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] upTo = new double[keyCount];
      double sum = 0;
      for (int key = 1; key <= keyCount; key++) {
        sum += 1.0 / key;
        upTo[key - 1] = sum;
      }
      double total = sum;
      return () -> {
        int at = Arrays.binarySearch(upTo, random.nextDouble() * total);
        return 1 + Math.min(keyCount - 1, at < 0 ? ~at : at + 1);
      };
    }
  };

  /** Returns an endless sequence of keys from 1 to {@code keyCount}. */
  abstract IntSupplier keys(int keyCount, long seed);

  /** Returns the name of the distribution in the settings of an execution. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
