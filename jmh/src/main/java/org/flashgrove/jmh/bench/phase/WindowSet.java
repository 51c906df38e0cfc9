package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Queries;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Windows of a suite, warm, by one thread; the turn with the least processor time counts.
 *
 * @param word of the row
 * @param explanation what they are
 * @param count how many
 * @param queries makes them
 */
public record WindowSet(String word, String explanation, int count, Queries queries)
    implements Phase {
  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    WindowQueries windows = new WindowQueries(queries.of(course, word, count));
    windows.answer(course, index, word, course.all());
    course.record(windows.turns(index, course.effort()).measure(word, 1));
  }
}
