package org.flashgrove.lab.experiment.workload;

import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * Runs window queries.
 *
 * @param phase name of the phase
 * @param percent area of a window in percent of the data's bounds
 * @param count number of windows
 * @param correlated true for windows around objects, false for uniformly distributed windows
 * @param test predicate between the window and the rectangles of entries
 * @param isCold whether the store is closed and reopened with empty buffers before the step
 * @param ids whether the query returns only ids, without exact rectangles
 */
public record WindowStep(
    String phase,
    String percent,
    int count,
    boolean correlated,
    RectangleTest test,
    boolean isCold,
    boolean ids)
    implements Step {
  @Override
  public Map<String, Object> provenance(DataSet data, long seed) {
    return Provenance.of(
        correlated ? "windows at entries of the data" : "uniform windows",
        count,
        data,
        data.seed(),
        "percent",
        percent,
        "predicate",
        test.toString(),
        "answers",
        ids ? "ids" : "rectangles");
  }

  @Override
  public Check run(Subject subject) {
    List<double[]> windows = subject.data().windows(percent, count, correlated);
    return Windows.askShared(subject, test, ids, windows);
  }
}
