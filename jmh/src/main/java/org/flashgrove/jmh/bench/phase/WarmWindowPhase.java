package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures windows of 0.001, 0.01 and 0.1 % of the extent after insertions one by one and a flush,
 * with one thread and with two alternately. The best round counts: by CPU time for one thread, by
 * elapsed time for two. One thread warms up for as long.
 */
final class WarmWindowPhase implements Phase {
  private static final int[] THREADS = {1, 2};

  @Override
  public String word() {
    return "warm";
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    // warms up, so that the JIT compiler does not run while the first size is measured
    for (double percent : Workload.PERCENTS) {
      new WindowQueries(course, percent, course.effort().windows(), 0)
          .turns(index, course.effort())
          .measure("", 1);
    }
    for (double percent : Workload.PERCENTS) {
      WindowQueries windows = new WindowQueries(course, percent, course.effort().windows(), 0);
      long results = windows.answer(course, index, "warm-" + percent, course.all()).results();
      for (int threads : THREADS) {
        course.record(
            windows
                .turns(index, course.effort())
                .measure("warm-" + threads + "-" + percent, threads)
                .with("results", (double) results / windows.count()));
      }
    }
  }
}
