package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.SampleRow;
import org.flashgrove.jmh.bench.measure.AnswerSet;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.QueryTurns;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures reading rows after a warm-up, with one thread: by key, by name, by a category within
 * windows of 1,000 entries, by a category that one row in 100,000 has within the whole extent, and
 * the ten rows with the smallest amounts.
 */
final class RowLookups implements Phase {
  private static final int RESULTS = 1_000;
  private static final int FIRST = 10;
  private static final int MOST_QUERIES = 256;

  @Override
  public String word() {
    return "lookups";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.ROWS);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    int count = Math.min(MOST_QUERIES, course.effort().windows());
    SplittableRandom random = new SplittableRandom(course.workload().seed() + 41);
    long[] keys = random.longs(count, 1, course.data().count() + 1L).toArray();
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = SampleRow.name(keys[i]);
    }
    WindowQueries windows = new WindowQueries(course.workload().windowsOf(RESULTS, count));
    double[] all = course.data().around();
    measure(course, index, "by-key", (reader, i, answer) -> reader.byKey(keys[i], answer), count);
    measure(
        course, index, "by-name", (reader, i, answer) -> reader.byName(names[i], answer), count);
    measure(
        course,
        index,
        "category-in-window",
        (reader, i, answer) ->
            reader.windowOfCategory(windows.window(i), SampleRow.category(keys[i]), answer),
        count);
    measure(
        course,
        index,
        "rare-in-all",
        (reader, i, answer) -> reader.windowOfCategory(all, SampleRow.RARE, answer),
        FIRST);
    measure(
        course,
        index,
        "first-10",
        (reader, i, answer) -> reader.leastAmounts(FIRST, answer),
        FIRST);
  }

  private static void measure(
      Course course, PeerIndex index, String row, QueryTurns.Query query, int count)
      throws Exception {
    QueryTurns turns = new QueryTurns(index, query, count, course.effort());
    AnswerSet answers = AnswerSet.ofRows(row);
    turns.answers(answers);
    course.record(answers);
    turns.measure("", 1);
    course.record(turns.measure(row, 1));
  }
}
