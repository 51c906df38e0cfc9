package org.flashgrove.lab.experiment.workload;

import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * Asks a set of windows.
 *
 * @param phase its name
 * @param percent area of a window, in percent of the data's bounds
 * @param count windows
 * @param correlated whether windows are made where objects are; else they are uniform
 * @param test the predicate between window and entries, on rectangles
 * @param isCold whether the store is opened anew before
 * @param ids whether ids alone are asked for, and not exact rectangles
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
