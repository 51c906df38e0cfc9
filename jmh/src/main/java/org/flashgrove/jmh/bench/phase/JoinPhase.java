package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.AnswerSet;
import org.flashgrove.jmh.bench.measure.Answers;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Effort;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.QueryTurns;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/**
 * Joins the entries with a tenth as many rectangles of 0.001 % of the extent (at most 100,000):
 * pairs that intersect, pairs within a thousandth of the extent's width, and the entry nearest to
 * each rectangle's corner. A peer without a join runs one query per rectangle on two threads. A
 * first run of each join is not measured.
 */
final class JoinPhase implements Phase {
  private static final int SHARE = 10;
  private static final int MOST = 100_000;
  private static final double PERCENT = 0.001;
  private static final double RADIUS_SHARE = 0.001;
  private static final int THREADS = 2;

  /** A join implemented by the peer. */
  @FunctionalInterface
  private interface OwnJoin {
    boolean run(Answer answer) throws Exception;
  }

  @Override
  public String word() {
    return "joins";
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    int count = Math.min(MOST, course.data().count() / SHARE);
    WindowQueries right = new WindowQueries(course, PERCENT, count, 7);
    double[] corners = right.corners();
    join(
        course,
        right.set("join", course.all()),
        right.turns(index, once(course)),
        count,
        "join",
        answer -> index.join(corners, 0, THREADS, answer));
    double radius = radius(course.data());
    join(
        course,
        right.set("radius-join", null), // null, because the answers are not those of the windows
        new QueryTurns(
            index,
            (reader, number, answer) ->
                near(course.data(), reader, corners, number, radius, answer),
            count,
            once(course)),
        count,
        "radius-join",
        answer -> index.join(corners, radius, THREADS, answer));
    if (course.can(Ability.NEAREST)) {
      nearest(course, index, corners);
    }
  }

  private static Effort once(Course course) {
    return new Effort(0, 0, course.effort().turns(), 0, 0, 0, 0, 0, 0);
  }

  private static double radius(BoxFile data) {
    double[] around = data.around();
    return (float) (RADIUS_SHARE * (around[2] - around[0]));
  }

  /**
   * Measures one kind of join, with the peer's join or with queries. If the peer has a join,
   * compares its results with those of queries.
   */
  private static void join(
      Course course, AnswerSet set, QueryTurns queries, int count, String row, OwnJoin own)
      throws Exception {
    queries.answers(set);
    course.record(set);
    Answers expected = set.answers();
    Measurement together = own(course, row, count, own, expected.results(), expected.checksum());
    course.record(together == null ? queries.measure(row, THREADS) : together);
  }

  /**
   * Measures the peer's join. Returns null if the peer has no such join.
   *
   * @param results expected number of pairs
   * @param idSum expected sum of the entries' ids, or -1 if it is not checked
   */
  private static Measurement own(
      Course course, String row, int count, OwnJoin own, long results, long idSum)
      throws Exception {
    Measurement best = null;
    for (int i = 0; i <= course.effort().turns(); i++) {
      Answer pairs = new Answer();
      Meter meter = new Meter();
      if (!own.run(pairs)) {
        return null;
      }
      Measurement turn = meter.end(row, count);
      if (pairs.results() != results || idSum >= 0 && pairs.idSum() != idSum) {
        throw new IllegalStateException(
            row + ": " + pairs.results() + " pairs, where queries find " + results);
      }
      if (i > 0) { // the first turn does not count, as for queries
        best = best == null || turn.cpuSeconds() < best.cpuSeconds() ? turn : best;
      }
    }
    return best;
  }

  /**
   * Finds the entries within a distance of a rectangle. A window query finds candidates, and then
   * their distances are computed.
   *
   * @param corners minX, minY, maxX and maxY of each rectangle
   * @param number number of the rectangle
   * @param radius maximum distance
   */
  private static void near(
      BoxFile data, PeerReader reader, double[] corners, int number, double radius, Answer answer)
      throws Exception {
    int at = 4 * number;
    Answer compared =
        new Answer() {
          @Override
          public void add(long id) {
            int entry = (int) id - 1;
            double dx =
                Math.max(data.minX(entry) - corners[at + 2], corners[at] - data.maxX(entry));
            double dy =
                Math.max(data.minY(entry) - corners[at + 3], corners[at + 1] - data.maxY(entry));
            double right = Math.max(0, dx);
            double up = Math.max(0, dy);
            if (Math.sqrt(right * right + up * up) <= radius) {
              answer.add(id);
            }
          }
        };
    reader.window(
        Math.nextDown((float) (corners[at] - radius)),
        Math.nextDown((float) (corners[at + 1] - radius)),
        Math.nextUp((float) (corners[at + 2] + radius)),
        Math.nextUp((float) (corners[at + 3] + radius)),
        compared);
  }

  private static void nearest(Course course, PeerIndex index, double[] corners) throws Exception {
    int count = corners.length / 4;
    double[] points = new double[corners.length];
    for (int i = 0; i < corners.length; i += 2) {
      points[i] = corners[i / 4 * 4];
      points[i + 1] = corners[i / 4 * 4 + 1];
    }
    Measurement best =
        own(
            course,
            "nearest-join",
            count,
            answer -> index.joinNearest(points, THREADS, answer),
            count,
            -1);
    if (best == null) {
      QueryTurns turns =
          new QueryTurns(
              index,
              (reader, number, answer) ->
                  reader.nearest(points[4 * number], points[4 * number + 1], 1, answer),
              count,
              once(course));
      best = turns.measure("nearest-join", THREADS);
    }
    course.record(best);
  }
}
