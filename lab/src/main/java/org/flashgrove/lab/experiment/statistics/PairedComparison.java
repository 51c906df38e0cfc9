package org.flashgrove.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.inference.AlternativeHypothesis;
import org.apache.commons.math3.stat.inference.BinomialTest;

/**
 * Comparison of pairs of measurements. Both measurements of a pair, a and b, were made under the
 * same conditions.
 *
 * @param a summary of the measurements a
 * @param b summary of the measurements b
 * @param gain summary of (a - b) / a, which is positive if b is less
 * @param difference summary of b - a
 * @param less number of pairs in which b is less than a
 * @param more number of pairs in which b is more than a
 * @param equal number of pairs in which both are equal
 */
public record PairedComparison(
    Summary a, Summary b, Summary gain, Summary difference, int less, int more, int equal) {
  /** Compares the pairs {a, b}. A pair with a = 0 has no gain, unless b is also 0. */
  public static PairedComparison of(List<double[]> pairs) {
    List<Double> a = new ArrayList<>();
    List<Double> b = new ArrayList<>();
    List<Double> gains = new ArrayList<>();
    List<Double> differences = new ArrayList<>();
    int less = 0;
    int more = 0;
    int equal = 0;
    for (double[] pair : pairs) {
      a.add(pair[0]);
      b.add(pair[1]);
      differences.add(pair[1] - pair[0]);
      if (pair[0] != 0) {
        gains.add((pair[0] - pair[1]) / pair[0]);
      } else if (pair[1] == 0) {
        gains.add(0.0);
      }
      less += pair[1] < pair[0] ? 1 : 0;
      more += pair[1] > pair[0] ? 1 : 0;
      equal += pair[1] == pair[0] ? 1 : 0;
    }
    return new PairedComparison(
        Summary.of(a),
        Summary.of(b),
        Summary.of(gains),
        Summary.of(differences),
        less,
        more,
        equal);
  }

  /**
   * Returns the p-value of the two-sided sign test. The null hypothesis is that b is as likely to
   * be less than a as to be more. The p-value is the probability, under this hypothesis, of a
   * difference between {@code less} and {@code more} that is at least as large as the observed one.
   * Equal pairs do not count. Returns 1 if all pairs are equal.
   */
  public double signTest() {
    int unequal = less + more;
    return unequal == 0
        ? 1
        : new BinomialTest().binomialTest(unequal, less, 0.5, AlternativeHypothesis.TWO_SIDED);
  }
}
