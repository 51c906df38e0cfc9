package org.flashgrove.jmh.bench.measure;

import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.BoxFile;

/** Makes the queries of a suite. */
@FunctionalInterface
public interface Queries {
  /**
   * Returns the coordinates of queries: four of each window, two of each point.
   *
   * @param data what is asked
   * @param random decides all that is drawn
   * @param count how many queries
   */
  double[] make(BoxFile data, SplittableRandom random, int count);

  /** Returns as many as are asked, in the form of the data, the same ones for all peers. */
  default double[] of(Course course, String word, int published) {
    SplittableRandom random = new SplittableRandom(course.workload().seed() + word.hashCode());
    double[] coordinates = make(course.data(), random, course.effort().of(published));
    for (int i = 0; i < coordinates.length; i++) {
      coordinates[i] = course.data().form().round(coordinates[i]);
    }
    return coordinates;
  }
}
