package org.flashgrove.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.inference.AlternativeHypothesis;
import org.apache.commons.math3.stat.inference.BinomialTest;

/**
 * Pairs of measurements under the same conditions, one with a and one with b.
 *
 * @param a measurements with a
 * @param b measurements with b
 * @param gain (a - b) / a of the pairs: above 0, where b is less
 * @param difference b - a of the pairs
 * @param less pairs in which b is less than a
 * @param more pairs in which b is more
 * @param equal pairs in which both are equal to the last digit
 */
public record PairedComparison(
    Summary a, Summary b, Summary gain, Summary difference, int less, int more, int equal) {
  /** Compares pairs; those with a = 0 have no gain, unless b is 0, too. */
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
   * The sign test's probability, two-sided, of a split at least as uneven if a and b were the same;
   * equal pairs do not count. 1 if all are equal.
   */
  public double signTest() {
    int unequal = less + more;
    return unequal == 0
        ? 1
        : new BinomialTest().binomialTest(unequal, less, 0.5, AlternativeHypothesis.TWO_SIDED);
  }
}
