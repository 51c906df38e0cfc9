package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;

/**
 * A column of a table.
 *
 * @param title above it
 * @param kind what it shows of the figure
 * @param figure name of the figure
 * @param phases phases whose figures are added up
 * @param divisor what the figure is divided by
 * @param decimals digits behind the point
 */
public record Column(
    String title, Kind kind, String figure, List<String> phases, double divisor, int decimals) {
  /** Content of a column. */
  public enum Kind {
    /** The figure itself. */
    FIGURE,
    /** Difference to the compared configuration in percent. */
    CHANGE,
    /** Standard deviation over seeds and repeats. */
    DEVIATION,
    /** Half the width of the 95 % confidence interval of the mean. */
    INTERVAL,
    /** Figure stated by a source. */
    REFERENCE
  }
}
