package org.flashgrove.lab.experiment.workload;

import java.util.List;
import java.util.function.Supplier;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;

/**
 * Runs rectangle queries on a store, and compares the answers with a scan of all expected entries.
 */
final class Windows {
  private Windows() {}

  /**
   * Queries each window, and reports the total number of results as {@code result_num}. Returns a
   * check of the results.
   */
  static Step.Check ask(Subject subject, RectangleTest test, List<double[]> windows) {
    return ask(subject, test, false, windows, () -> subject.live().matching(test, windows));
  }

  /**
   * Queries windows that other stores with this data set also query. The expected answer is
   * computed only once for all these stores. Returns a check of the results.
   */
  static Step.Check askShared(
      Subject subject, RectangleTest test, boolean ids, List<double[]> windows) {
    return ask(
        subject, test, ids, windows, () -> subject.data().answer(test, windows, subject.live()));
  }

  private static Step.Check ask(
      Subject subject,
      RectangleTest test,
      boolean ids,
      List<double[]> windows,
      Supplier<LiveEntries.Answer> right) {
    long[] idSum = {0};
    long[] results = {0};
    for (double[] w : windows) {
      subject.timed(
          () ->
              results[0] +=
                  ids ? searchIds(subject, test, w, idSum) : search(subject, test, w, idSum));
    }
    subject.count("result_num", results[0]);
    return () -> compared(new LiveEntries.Answer(results[0], idSum[0]), right.get());
  }

  static long search(Subject subject, RectangleTest test, double[] w, long[] idSum) {
    return subject
        .store()
        .forEach(
            EntryQuery.matching(test, w[0], w[1], w[2], w[3]),
            (id, minX, minY, maxX, maxY) -> {
              idSum[0] += id;
            });
  }

  private static long searchIds(Subject subject, RectangleTest test, double[] w, long[] idSum) {
    return subject
        .store()
        .forEach(
            EntryQuery.matching(test, w[0], w[1], w[2], w[3]).idsOnly(),
            (id, x1, y1, x2, y2) -> idSum[0] += id);
  }

  /**
   * Compares an answer with the right answer. Returns null if they are equal, and otherwise a
   * description of the difference.
   */
  static String compared(LiveEntries.Answer answer, LiveEntries.Answer right) {
    if (answer.equals(right)) {
      return null;
    }
    return answer.results()
        + " results, where a scan has "
        + right.results()
        + (answer.results() == right.results() ? " with other ids" : "");
  }
}
