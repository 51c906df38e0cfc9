package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures deleting the last tenth of the entries and inserting them again. The changes become
 * durable at the end.
 */
public final class Replacements implements Phase {
  private static final String DIRECTORY = "replaced";
  private static final int SHARE = 10;
  private static final double PERCENT = 0.1;

  @Override
  public String word() {
    return "update";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT, Ability.DELETE);
  }

  @Override
  public void run(Course course) throws Exception {
    BoxFile data = course.data();
    int from = data.count() - data.count() / SHARE;
    try (PeerIndex index = course.create(DIRECTORY, Use.CHANGES)) {
      course.fill(index);
      Meter meter = new Meter();
      for (int i = from; i < data.count(); i++) {
        double[] box = {data.minX(i), data.minY(i), data.maxX(i), data.maxY(i)};
        index.delete(i + 1L, box);
      }
      for (int i = from; i < data.count(); i++) {
        index.insert(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
      }
      index.commit();
      course.record(meter.end(word(), 2L * (data.count() - from)));
      new WindowQueries(course, PERCENT, course.effort().windows(), 0)
          .answer(course, index, word(), course.all());
    }
    course.remove(DIRECTORY);
  }
}
