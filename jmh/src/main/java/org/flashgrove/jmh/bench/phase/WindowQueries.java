package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/** Windows of one size. */
final class WindowQueries {
  private final double percent;
  private final int turn;
  private final double[] corners;

  /** Windows of a turn of the workload. */
  WindowQueries(Course course, double percent, int count, int turn) {
    this.percent = percent;
    this.turn = turn;
    corners = course.workload().windows(percent, count, turn);
  }

  int count() {
    return corners.length / 4;
  }

  double[] corners() {
    return corners;
  }

  void ask(PeerReader reader, int number, Answer answer) throws Exception {
    int at = 4 * number;
    reader.window(corners[at], corners[at + 1], corners[at + 2], corners[at + 3], answer);
  }

  QueryTurns turns(PeerIndex index, Effort effort) {
    return new QueryTurns(index, this::ask, count(), effort);
  }

  AnswerSet set(String name, Content content) {
    return new AnswerSet(name, content, percent, turn);
  }

  /** Asks all of an index, and keeps the answers under a name. */
  void answer(Course course, PeerIndex index, String name, Content content) throws Exception {
    AnswerSet set = set(name, content);
    turns(index, course.effort()).answers(set);
    course.record(set);
  }
}
