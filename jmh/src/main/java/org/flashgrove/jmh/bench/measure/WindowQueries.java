package org.flashgrove.jmh.bench.measure;

import java.util.Arrays;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/** Window queries for a list of windows. */
public final class WindowQueries {
  private final double[] corners;

  /**
   * Creates queries with windows of the course's workload. All windows have the same size.
   *
   * @param turn number that selects one of several random sequences of windows
   */
  public WindowQueries(Course course, double percent, int count, int turn) {
    this(course.workload().windows(percent, count, turn));
  }

  /**
   * Creates queries.
   *
   * @param corners minX, minY, maxX and maxY of each window
   */
  public WindowQueries(double[] corners) {
    this.corners = corners;
  }

  public int count() {
    return corners.length / 4;
  }

  public double[] corners() {
    return corners;
  }

  /** Returns minX, minY, maxX and maxY of a window. */
  public double[] window(int number) {
    return Arrays.copyOfRange(corners, 4 * number, 4 * number + 4);
  }

  public void ask(PeerReader reader, int number, Answer answer) throws Exception {
    int at = 4 * number;
    reader.window(corners[at], corners[at + 1], corners[at + 2], corners[at + 3], answer);
  }

  /** Returns queries that count the entries in each window, for measurement in several turns. */
  public QueryTurns counts(PeerIndex index, Effort effort) {
    return new QueryTurns(
        index, (reader, number, answer) -> count(reader, number, answer), count(), effort);
  }

  /** Answers a window query with the number of entries, without their ids. */
  private void count(PeerReader reader, int number, Answer answer) throws Exception {
    int at = 4 * number;
    answer.addAll(reader.count(corners[at], corners[at + 1], corners[at + 2], corners[at + 3]));
  }

  public QueryTurns turns(PeerIndex index, Effort effort) {
    return new QueryTurns(index, this::ask, count(), effort);
  }

  public AnswerSet set(String name, Content content) {
    return AnswerSet.ofWindows(name, content, corners);
  }

  /**
   * Runs all queries, and records their answers in the course under a name. Returns the answers.
   *
   * @param content content of the index, or null if a scan cannot check the answers
   */
  public Answers answer(Course course, PeerIndex index, String name, Content content)
      throws Exception {
    AnswerSet set = set(name, content);
    turns(index, course.effort()).answers(set);
    course.record(set);
    return set.answers();
  }
}
