package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.NeighbourQueries;
import org.flashgrove.jmh.bench.measure.QueryTurns;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures searches for the ten entries nearest to points near entries, with one thread and with
 * two, after a warm-up of twice that time with one thread.
 */
final class NearestPhase implements Phase {
  private static final int LIMIT = 10;
  private static final int WARM_TURNS = 2;

  @Override
  public String word() {
    return "nearest";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.NEAREST);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    double[] points = course.workload().points(course.effort().points());
    NeighbourQueries queries = new NeighbourQueries(points, LIMIT);
    queries.answer(course, index, word());
    QueryTurns turns = queries.turns(index, course.effort());
    // warms up, so that the JIT compiler does not run during the measurement
    for (int i = 0; i < WARM_TURNS; i++) {
      turns.measure("", 1);
    }
    course.record(turns.measure(word(), 1));
    course.record(turns.measure(word() + "-2", 2));
  }
}
