package org.flashgrove.datasets.feature;

import java.util.Objects;
import java.util.function.Consumer;
import org.flashgrove.datasets.InputException;

/**
 * Decides about a malformed row: skip it, or end the reading. Problems of the whole file always end
 * the reading: a missing or empty file, an unknown header, a damaged gzip stream, an open quotation
 * mark, or a row with more than 16,777,216 characters or 1,024 fields.
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
