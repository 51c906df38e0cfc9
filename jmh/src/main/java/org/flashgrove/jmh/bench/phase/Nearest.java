package org.flashgrove.jmh.bench.phase;

import java.util.Arrays;
import java.util.Set;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/** The ten nearest entries. */
public final class Nearest implements Phase {
  /** How many neighbours. */
  public static final int LIMIT = 10;

  @Override
  public String word() {
    return "nearest";
  }

  @Override
  public String explanation() {
    return "the ten entries nearest to points near entries, warm, by one thread and by two";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.NEAREST);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    double[] points = course.workload().points(course.effort().points());
    answers(course, index, points);
    QueryTurns turns =
        new QueryTurns(
            index,
            (reader, number, answer) ->
                reader.nearest(points[2 * number], points[2 * number + 1], LIMIT, answer),
            points.length / 2,
            course.effort());
    course.record(turns.measure(word(), 1));
    course.record(turns.measure(word() + "-2", 2));
  }

  private void answers(Course course, PeerIndex index, double[] points) throws Exception {
    AnswerSet set = new AnswerSet(word(), course.all(), 0, 0);
    Answer answer = new Answer();
    try (PeerReader reader = index.reader()) {
      for (int i = 0; i < points.length; i += 2) {
        answer.clear();
        reader.nearest(points[i], points[i + 1], LIMIT, answer);
        double[] distances = new double[(int) answer.results()];
        for (int n = 0; n < distances.length; n++) {
          distances[n] = course.data().distance((int) answer.id(n) - 1, points[i], points[i + 1]);
        }
        set.add(distances.length, checksum(distances));
      }
    }
    course.record(set);
  }

  /** Returns a number of the distances in their order, to their last bits. */
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
