package org.flashgrove.jmh.bench.measure;

import java.util.Arrays;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/** Nearest-neighbour queries for a list of points. */
public final class NeighbourQueries {
  private final double[] points;
  private final int limit;

  /**
   * Creates queries.
   *
   * @param points x and y of each point
   * @param limit number of neighbours of each point
   */
  public NeighbourQueries(double[] points, int limit) {
    this.points = points;
    this.limit = limit;
  }

  public QueryTurns turns(PeerIndex index, Effort effort) {
    return new QueryTurns(index, this::ask, points.length / 2, effort);
  }

  public void ask(PeerReader reader, int number, Answer answer) throws Exception {
    reader.nearest(points[2 * number], points[2 * number + 1], limit, answer);
  }

  /** Runs all queries, and records their answers in the course under a name. */
  public void answer(Course course, PeerIndex index, String name) throws Exception {
    AnswerSet set = AnswerSet.ofNeighbours(name, course.all(), limit, points);
    Answer answer = new Answer(limit);
    try (PeerReader reader = index.reader()) {
      for (int i = 0; i < points.length / 2; i++) {
        answer.clear();
        ask(reader, i, answer);
        double[] distances = new double[(int) answer.results()];
        for (int n = 0; n < distances.length; n++) {
          int number = (int) answer.id(n) - 1;
          distances[n] = course.data().distance(number, points[2 * i], points[2 * i + 1]);
        }
        set.add(distances.length, checksum(distances));
      }
    }
    course.record(set);
  }

  /**
   * Returns an order-independent checksum of distances. It depends on every bit of each distance.
   */
  public static long checksum(double[] distances) {
    double[] ascending = distances.clone();
    Arrays.sort(ascending);
    long sum = 0;
    for (double distance : ascending) {
      sum = 31 * sum + Double.doubleToLongBits(distance);
    }
    return sum;
  }
}
