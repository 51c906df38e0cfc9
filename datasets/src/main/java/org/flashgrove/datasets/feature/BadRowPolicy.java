package org.flashgrove.datasets.feature;

import java.util.Objects;
import java.util.function.Consumer;
import org.flashgrove.datasets.InputException;

/**
 * Decides whether to skip a malformed row or to stop reading. Problems of the whole file always
 * stop reading: a missing or empty file, an unknown header, a damaged gzip stream, an unclosed
 * quotation mark, or a row with more than 16,777,216 characters or 1,024 fields.
 */
@FunctionalInterface
public interface BadRowPolicy {
  /** Stops reading at the first bad row by throwing the exception that describes the problem. */
  BadRowPolicy STOP =
      problem -> {
        throw problem;
      };

  /**
   * Returns a policy that skips bad rows.
   *
   * @param report receives each problem
   */
  static BadRowPolicy skip(Consumer<? super InputException> report) {
    Objects.requireNonNull(report, "report");
    return report::accept;
  }

  /**
   * Decides about a bad row. If this method returns, the row is skipped. If it throws an exception,
   * reading stops.
   *
   * @param problem description of the problem and its place
   */
  void onBadRow(InputException problem);
}
