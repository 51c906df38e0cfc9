package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.NeighbourQueries;
import org.flashgrove.jmh.bench.measure.Queries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures nearest-neighbour queries of a published suite on cached pages in one thread. The
 * queries run several times (in turns), and the turn with the least CPU time counts.
 *
 * @param word name of the row in the report
 * @param count number of points
 * @param limit computes the number of neighbours of each point from the number of entries
 * @param queries generates the points
 */
public record NeighbourSet(String word, int count, IntUnaryOperator limit, Queries queries)
    implements Phase {
  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.NEAREST);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    int most = limit.applyAsInt(course.data().count());
    NeighbourQueries asked = new NeighbourQueries(queries.of(course, word, count), most);
    asked.answer(course, index, word);
    course.record(asked.turns(index, course.effort()).measure(word, 1));
  }
}
