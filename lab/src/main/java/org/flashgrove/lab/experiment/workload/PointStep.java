package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.Predicate;

/**
 * Runs point queries. Each point is the lower left corner of a random entry.
 *
 * @param phase name of the phase
 * @param count number of points
 * @param isCold whether the store is closed and reopened with empty buffers before the step
 */
public record PointStep(String phase, int count, boolean isCold) implements Step {
  @Override
  public Map<String, Object> provenance(DataSet data, long seed) {
    return Provenance.of("corners of entries in the store", count, data, seed);
  }

  @Override
  public Check run(Subject subject) {
    List<double[]> points = new ArrayList<>();
    LiveEntries live = subject.live();
    for (int i = 0; i < count && live.size() > 0; i++) {
      double[] b = live.bounds(subject.random().nextInt(live.size()));
      points.add(new double[] {b[0], b[1], b[0], b[1]});
    }
    return Windows.ask(subject, Predicate.INTERSECTS, points);
  }
}
