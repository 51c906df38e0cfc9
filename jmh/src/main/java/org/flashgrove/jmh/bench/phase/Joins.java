package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/** Joins of the entries with a tenth as many rectangles, by a query a rectangle. */
final class Joins implements Phase {
  private static final int SHARE = 10;
  private static final int MOST = 100_000;
  private static final double PERCENT = 0.001;

  @Override
  public String word() {
    return "joins";
  }

  @Override
  public String explanation() {
    return "the entries joined with a tenth as many rectangles of 0.001 % (at most 100,000), and the"
        + " nearest entry of the corner of each, by a query a rectangle on two threads";
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    int count = Math.min(MOST, course.data().count() / SHARE);
    WindowQueries right = new WindowQueries(course, PERCENT, count, 7);
    right.answer(course, index, "join", course.all());
    Effort once = new Effort(count, 0, course.effort().turns(), 0, 0, 0, 0, 0, 0);
    course.record(right.turns(index, once).measure("join", 2));
    if (course.can(Ability.NEAREST)) {
      double[] corners = right.corners();
      QueryTurns turns =
          new QueryTurns(
              index,
              (reader, number, answer) ->
                  reader.nearest(corners[4 * number], corners[4 * number + 1], 1, answer),
              count,
              once);
      course.record(turns.measure("nearest-join", 2));
    }
  }
}
