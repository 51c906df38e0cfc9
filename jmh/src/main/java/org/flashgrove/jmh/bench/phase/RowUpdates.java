package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.SampleRow;
import org.flashgrove.jmh.bench.measure.AnswerSet;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.QueryTurns;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures updates of the score of random rows by key: 20,000 at first, then 100,000 more. Then
 * updates the amount, which has an index. Each 100 updates are made durable together. Latencies are
 * per 100 updates.
 */
final class RowUpdates implements Phase {
  private static final int GROUP = 100;
  private static final int FIRST = 20_000;
  private static final int MOST = 120_000;
  private static final int LIMIT = 10;

  /**
   * Sets an attribute of the row with a key to the value that {@link SampleRow} computes for
   * another key.
   */
  @FunctionalInterface
  private interface Change {
    void of(long key, long other) throws Exception;
  }

  @Override
  public String word() {
    return "updates";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.ROWS);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    SplittableRandom random = new SplittableRandom(course.workload().seed() + 43);
    int changes = Math.min(MOST, course.effort().moves());
    int first = Math.min(FIRST, changes / 2);
    Change score = (key, row) -> index.changeScore(key, SampleRow.score(row));
    Change amount = (key, row) -> index.changeAmount(key, SampleRow.amount(row));
    course.record(change(course, index, random, first, word() + "-first", score));
    course.record(change(course, index, random, changes - first, word(), score));
    course.record(change(course, index, random, changes - first, word() + "-indexed", amount));
    AnswerSet answers = AnswerSet.ofRows(word());
    new QueryTurns(
            index, (reader, i, answer) -> reader.leastAmounts(LIMIT, answer), 1, course.effort())
        .answers(answers);
    course.record(answers);
  }

  private static Measurement change(
      Course course,
      PeerIndex index,
      SplittableRandom random,
      int changes,
      String row,
      Change change)
      throws Exception {
    Meter meter = new Meter();
    for (int i = 1; i <= changes; i++) {
      long key = random.nextLong(1, course.data().count() + 1L);
      change.of(key, key + random.nextInt(course.data().count()));
      if (i % GROUP == 0) {
        index.commit();
        meter.done();
      }
    }
    index.commit();
    return meter.end(row, changes);
  }
}
