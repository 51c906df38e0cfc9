package org.flashgrove.jmh.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.peer.Answer;

/**
 * Collects the answers of a measured library to a set of queries: the answers of the first queries
 * one by one, and sums over all queries. Windows are compared by result count and sum of ids.
 * Neighbours are compared by result count and a checksum of distances, because the order of equally
 * distant entries is undefined.
 */
public final class AnswerSet {
  /** Number of queries whose answers are stored one by one. */
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
   * Creates an empty set of answers to window queries.
   *
   * @param corners minX, minY, maxX and maxY of each window
   */
  static AnswerSet ofWindows(String name, Content content, double[] corners) {
    return new AnswerSet(name, content, 0, corners, 4);
  }

  /**
   * Creates an empty set of answers to neighbour queries.
   *
   * @param limit number of neighbours of each point
   * @param points x and y of each point
   */
  static AnswerSet ofNeighbours(String name, Content content, int limit, double[] points) {
    return new AnswerSet(name, content, limit, points, 2);
  }

  /**
   * Creates an empty set of answers for queries that a scan cannot check. The answers are only
   * compared with those of other peers.
   */
  public static AnswerSet ofRows(String name) {
    return new AnswerSet(name, null, 0, new double[0], 1);
  }

  /** Adds the answer of the next query. */
  public void add(Answer answer) {
    add(answer.results(), answer.idSum());
  }

  /**
   * Adds the answer of the next query.
   *
   * @param found number of results
   * @param checksum sum that depends on all results
   */
  public void add(long found, long checksum) {
    if (sample.size() < SAMPLE) {
      sample.add(new long[] {found, checksum});
    }
    results += found;
    sum += checksum;
  }

  /** Returns the collected answers. */
  public Answers answers() {
    return new Answers(name, content, limit, queries, List.copyOf(sample), results, sum);
  }
}
