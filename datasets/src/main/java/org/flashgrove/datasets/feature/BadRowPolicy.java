package org.flashgrove.datasets.feature;

import java.util.Objects;
import java.util.function.Consumer;
import org.flashgrove.datasets.InputException;

/**
 * What to do with a row that cannot be understood. Problems of the file as a whole (it is missing
 * or empty, its header is unknown, its gzip stream is damaged, a quotation mark does not close, a
 * row has more than 16,777,216 characters or 1,024 fields) never come here: they end the reading.
 */
@FunctionalInterface
public interface BadRowPolicy {
  /** Ends the reading at the first bad row by throwing its problem. */
  BadRowPolicy STOP =
      problem -> {
        throw problem;
      };

  /**
   * Leaves bad rows out.
   *
   * @param report receives each problem
   * @return the policy
   */
  static BadRowPolicy skip(Consumer<? super InputException> report) {
    Objects.requireNonNull(report, "report");
    return report::accept;
  }

  /**
   * Decides about a bad row: returns to leave it out, throws to end the reading.
   *
   * @param problem what is wrong with it, and where it is
   */
  void onBadRow(InputException problem);
}
