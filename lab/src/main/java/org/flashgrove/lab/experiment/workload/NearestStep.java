package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.Rectangles;

/**
 * Queries the entries nearest to random points in the data's bounds.
 *
 * @param phase name of the phase
 * @param count number of points
 * @param k number of entries for each point
 * @param isCold whether the store is closed and reopened with empty buffers before the step
 */
public record NearestStep(String phase, int count, int k, boolean isCold) implements Step {
  @Override
  public Map<String, Object> provenance(DataSet data, long seed) {
    return Provenance.of("uniform points", count, data, seed, "k", k);
  }

  @Override
  public Check run(Subject subject) {
    double[] d = subject.data().domain();
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      points.add(
          new double[] {
            d[0] + subject.random().nextDouble() * (d[2] - d[0]),
            d[1] + subject.random().nextDouble() * (d[3] - d[1])
          });
    }
    List<double[]> found = new ArrayList<>();
    long[] results = {0};
    for (double[] point : points) {
      subject.timed(
          () -> {
            double[] distances = nearest(subject, point);
            results[0] += distances.length;
            found.add(distances);
          });
    }
    subject.count("result_num", results[0]);
    return () -> difference(subject, points, found);
  }

  private double[] nearest(Subject subject, double[] p) {
    double[] distances = new double[Math.min(k, subject.live().size())];
    int[] size = {0};
    subject
        .store()
        .nearest(
            p[0],
            p[1],
            k,
            (id, minX, minY, maxX, maxY, distance) -> {
              distances[size[0]++] = distance;
            });
    return Arrays.copyOf(distances, size[0]);
  }

  private String difference(Subject subject, List<double[]> points, List<double[]> found) {
    for (int i = 0; i < points.size(); i++) {
      double[] p = points.get(i);
      double[] right =
          subject
              .live()
              .nearest(k, b -> Rectangles.distance(p[0], p[1], p[0], p[1], b[0], b[1], b[2], b[3]));
      if (!Arrays.equals(found.get(i), right)) {
        return "the nearest to " + p[0] + " " + p[1] + " are not those of a scan";
      }
    }
    return null;
  }
}
