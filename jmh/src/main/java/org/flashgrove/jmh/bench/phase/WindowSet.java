package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.measure.AnswerSet;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Queries;
import org.flashgrove.jmh.bench.measure.QueryTurns;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures window queries of a published suite on cached pages in one thread. The queries run
 * several times (in turns), and the turn with the least CPU time counts.
 *
 * @param word name of the row in the report
 * @param count number of windows
 * @param isCounted whether results are counted without reading their ids
 * @param queries generates the windows
 */
public record WindowSet(String word, int count, boolean isCounted, Queries queries)
    implements Phase {
  /** Creates window queries whose result ids are read. */
  public WindowSet(String word, int count, Queries queries) {
    this(word, count, false, queries);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    WindowQueries windows = new WindowQueries(queries.of(course, word, count));
    QueryTurns turns =
        isCounted ? windows.counts(index, course.effort()) : windows.turns(index, course.effort());
    AnswerSet answers = isCounted ? AnswerSet.ofRows(word) : windows.set(word, course.all());
    turns.answers(answers);
    course.record(answers);
    course.record(turns.measure(word, 1));
  }
}
