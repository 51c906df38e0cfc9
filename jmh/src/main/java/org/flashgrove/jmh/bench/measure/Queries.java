package org.flashgrove.jmh.bench.measure;

import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.BoxFile;

/** Generates the queries of a published benchmark suite. */
@FunctionalInterface
public interface Queries {
  /**
   * Returns the coordinates of queries: four for each window, or two for each point.
   *
   * @param data the data set
   * @param random source of all random numbers
   * @param count number of queries
   */
  double[] make(BoxFile data, SplittableRandom random, int count);

  /**
   * Returns the coordinates of the queries for a course, rounded to floats if the data has floats.
   * All peers get the same coordinates.
   *
   * @param word name of the queries, which determines the random numbers
   * @param published number of queries that the suite defines
   */
  default double[] of(Course course, String word, int published) {
    SplittableRandom random = new SplittableRandom(course.workload().seed() + word.hashCode());
    double[] coordinates = make(course.data(), random, course.effort().of(published));
    for (int i = 0; i < coordinates.length; i++) {
      coordinates[i] = course.data().form().round(coordinates[i]);
    }
    return coordinates;
  }
}
