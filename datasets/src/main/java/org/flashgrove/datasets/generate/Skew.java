package org.flashgrove.datasets.generate;

/**
 * Distribution of objects around centres, which are uniform in a region. Each place is drawn in
 * three steps. The first step selects a cluster by Zipf's law. The second step draws a standard
 * deviation, which is log-uniform between two bounds. The third step draws the place, which is
 * normally distributed around the centre of the cluster. A cluster thus has a dense core and wide
 * outskirts.
 *
 * @param clusters number of centres, 0 to 1,000,000; 0 for places that are uniform in the region
 * @param exponent exponent of Zipf's law of the sizes of clusters, 0 (equal sizes) to 10
 * @param leastSigma smallest standard deviation of x and y, finite, at least 0
 * @param greatestSigma largest standard deviation; if it differs from the smallest, both are above
 *     0
 */
public record Skew(int clusters, double exponent, double leastSigma, double greatestSigma) {
  /** Distribution without clusters. Objects are distributed uniformly in the region. */
  public static final Skew NONE = new Skew(0, 0, 0, 0);

  private static final int MAX_CLUSTERS = 1_000_000;
  private static final double MAX_EXPONENT = 10;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public Skew {
    if (clusters < 0 || clusters > MAX_CLUSTERS) {
      throw new IllegalArgumentException(
          "clusters is " + clusters + "; allowed: 0 to " + MAX_CLUSTERS);
    }
    if (!(exponent >= 0 && exponent <= MAX_EXPONENT)) {
      throw new IllegalArgumentException("skew is " + exponent + "; allowed: 0 to 10");
    }
    if (!Double.isFinite(leastSigma) || leastSigma < 0) {
      throw new IllegalArgumentException(
          "sigma is " + leastSigma + "; allowed: a finite number >= 0");
    }
    if (!Double.isFinite(greatestSigma)
        || greatestSigma < leastSigma
        || leastSigma == 0 && greatestSigma > 0) {
      throw new IllegalArgumentException(
          "greatest sigma is "
              + greatestSigma
              + "; allowed: a finite number >= the least, which is then above 0");
    }
  }

  /** Returns the cumulative weights of clusters. The last one is the total. */
  double[] cumulativeWeights() {
    double[] sums = new double[clusters];
    double sum = 0;
    for (int i = 0; i < clusters; i++) {
      sum += StrictMath.pow(i + 1, -exponent);
      sums[i] = sum;
    }
    return sums;
  }

  /** Draws the standard deviation for one place. */
  double sigma(Draws draws) {
    if (leastSigma == greatestSigma) {
      return leastSigma;
    }
    return leastSigma
        * StrictMath.exp(draws.fraction() * StrictMath.log(greatestSigma / leastSigma));
  }
}
