package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;

/**
 * A column of a table.
 *
 * @param title heading of the column
 * @param kind whether the column shows the measurement itself or, for example, its standard
 *     deviation
 * @param figure name of the measurement
 * @param phases phases whose measurements are added up
 * @param divisor the measurement is divided by this number
 * @param decimals number of decimals
 */
public record Column(
    String title, Kind kind, String figure, List<String> phases, double divisor, int decimals) {
  /** Kinds of content. */
  public enum Kind {
    /** The measurement itself, without further computation. */
    FIGURE,
    /** Difference from the baseline configuration in percent. */
    CHANGE,
    /** Standard deviation over seeds and repeats. */
    DEVIATION,
    /** Half the width of the 95 % confidence interval of the mean. */
    INTERVAL,
    /** Result stated by a publication. */
    REFERENCE
  }
}
