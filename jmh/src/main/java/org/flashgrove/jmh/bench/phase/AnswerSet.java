package org.flashgrove.jmh.bench.phase;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.peer.Answer;

/**
 * What a peer answered a set of queries: of the first ones each, of all of them the sums. Windows
 * are compared by number and sum of ids, neighbours by number and sum of distances, because which
 * of several that are equally far come first is left open.
 */
final class AnswerSet {
  /** How many answers are kept for themselves. */
  static final int SAMPLE = 100;

  private final String name;
  private final Content content;
  private final double percent;
  private final int turn;
  private final List<long[]> sample = new ArrayList<>();
  private long results;
  private long sum;

  /**
   * An empty set.
   *
   * @param percent size of the windows; 0 for neighbours
   * @param turn of the windows
   */
  AnswerSet(String name, Content content, double percent, int turn) {
    this.name = name;
    this.content = content;
    this.percent = percent;
    this.turn = turn;
  }

  /** Takes the answer of the next query. */
  void add(Answer answer) {
    add(answer.results(), answer.idSum());
  }

  /** Takes number and checksum of the next query's answer. */
  void add(long found, long checksum) {
    if (sample.size() < SAMPLE) {
      sample.add(new long[] {found, checksum});
    }
    results += found;
    sum += checksum;
  }

  /** Returns what was taken. */
  Answers answers() {
    return new Answers(name, content, percent, turn, List.copyOf(sample), results, sum);
  }
}
