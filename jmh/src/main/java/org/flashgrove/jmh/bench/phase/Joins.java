package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Joins of the entries with a tenth as many rectangles: by the peer's own join if it has one, else
 * by a query a rectangle.
 */
final class Joins implements Phase {
  private static final int SHARE = 10;
  private static final int MOST = 100_000;
  private static final double PERCENT = 0.001;
  private static final int THREADS = 2;

  @Override
  public String word() {
    return "joins";
  }

  @Override
  public String explanation() {
    return "the entries joined with a tenth as many rectangles of 0.001 % (at most 100,000), by the"
        + " peer's own join of rectangles given or else by a query a rectangle, and the nearest"
        + " entry of the corner of each, on two threads";
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    int count = Math.min(MOST, course.data().count() / SHARE);
    WindowQueries right = new WindowQueries(course, PERCENT, count, 7);
    AnswerSet answers = right.set("join", course.all());
    right.turns(index, course.effort()).answers(answers);
    course.record(answers);
    Effort once = new Effort(count, 0, course.effort().turns(), 0, 0, 0, 0, 0, 0);
    Measurement together = together(index, right, answers.answers(), once.turns());
    course.record(together == null ? right.turns(index, once).measure("join", THREADS) : together);
    if (course.can(Ability.NEAREST)) {
      double[] corners = right.corners();
      QueryTurns turns =
          new QueryTurns(
              index,
              (reader, number, answer) ->
                  reader.nearest(corners[4 * number], corners[4 * number + 1], 1, answer),
              count,
              once);
      course.record(turns.measure("nearest-join", THREADS));
    }
  }

  /** Takes turns of the peer's own join; null if it has none. */
  private static Measurement together(
      PeerIndex index, WindowQueries right, Answers expected, int turns) throws Exception {
    Measurement best = null;
    for (int i = 0; i < turns; i++) {
      Answer pairs = new Answer();
      Meter meter = new Meter();
      if (!index.join(right.corners(), THREADS, pairs)) {
        return null;
      }
      Measurement turn = meter.end("join", right.count());
      if (pairs.results() != expected.results() || pairs.idSum() != expected.checksum()) {
        throw new IllegalStateException(
            "join: " + pairs.results() + " pairs, where windows find " + expected.results());
      }
      best = best == null || turn.cpuSeconds() < best.cpuSeconds() ? turn : best;
    }
    return best;
  }
}
