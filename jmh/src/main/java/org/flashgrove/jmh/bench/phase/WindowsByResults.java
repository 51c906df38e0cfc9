package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures window queries with about 1, 10, 100, 1,000 and 10,000 results.
 *
 * @param word name of the phase, which describes the state of the index after the previous phases
 */
record WindowsByResults(String word) implements Phase {
  private static final int MOST_RESULTS = 10_000;
  private static final int STEP = 10;
  private static final int LEAST_QUERIES = 128;
  private static final int[] THREADS = {1, 2};

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    int most = course.effort().windows();
    for (int results = 1; results <= MOST_RESULTS; results *= STEP) {
      if (results > course.data().count() / STEP) {
        break;
      }
      int count = Math.min(most, Math.max(LEAST_QUERIES, most * STEP / results));
      WindowQueries windows = new WindowQueries(course.workload().windowsOf(results, count));
      String row = word + "-" + results;
      long found = windows.answer(course, index, row, course.all()).results();
      windows.turns(index, course.effort()).measure("", 1);
      for (int threads : THREADS) {
        course.record(
            windows
                .turns(index, course.effort())
                .measure(threads == 1 ? row : row + "-threads-" + threads, threads)
                .with("results", (double) found / windows.count()));
      }
    }
  }
}
