package org.flashgrove.jmh.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.peer.Answer;

/**
 * Answers of a peer to a set of queries: each of the first ones, and sums over all. Windows are
 * compared by count and sum of ids. Neighbours are compared by count and sum of distances, because
 * the order of equally distant ones is undefined.
 */
public final class AnswerSet {
  /** Number of answers that are kept one by one. */
  static final int SAMPLE = 100;

  private final String name;
  private final Content content;
  private final int limit;
  private final double[] queries;
  private final List<long[]> sample = new ArrayList<>();
  private long results;
  private long sum;

  private AnswerSet(String name, Content content, int limit, double[] queries, int coordinates) {
    this.name = name;
    this.content = content;
    this.limit = limit;
    this.queries = Arrays.copyOf(queries, Math.min(queries.length, SAMPLE * coordinates));
  }

  /**
   * An empty set of answers to windows.
   *
   * @param corners minX, minY, maxX, maxY of each
   */
  static AnswerSet ofWindows(String name, Content content, double[] corners) {
    return new AnswerSet(name, content, 0, corners, 4);
  }

  /**
   * An empty set of neighbours.
   *
   * @param limit how many of each point
   * @param points x and y of each
   */
  static AnswerSet ofNeighbours(String name, Content content, int limit, double[] points) {
    return new AnswerSet(name, content, limit, points, 2);
  }

  /** An empty set of answers that are compared with those of other peers alone. */
  public static AnswerSet ofRows(String name) {
    return new AnswerSet(name, null, 0, new double[0], 1);
  }

  /** Takes the answer of the next query. */
  public void add(Answer answer) {
    add(answer.results(), answer.idSum());
  }

  /** Takes number and checksum of the next query's answer. */
  public void add(long found, long checksum) {
    if (sample.size() < SAMPLE) {
      sample.add(new long[] {found, checksum});
    }
    results += found;
    sum += checksum;
  }

  /** Returns what was taken. */
  public Answers answers() {
    return new Answers(name, content, limit, queries, List.copyOf(sample), results, sum);
  }
}
