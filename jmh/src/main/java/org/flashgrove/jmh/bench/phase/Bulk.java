package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures a bulk load of all entries.
 *
 * @param word name of the row in the report
 * @param isFirst whether the bulk load must be the first work of a process
 */
record Bulk(String word, boolean isFirst) implements Phase {
  private static final String DIRECTORY = "bulk";
  private static final double PERCENT = 0.01;

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK);
  }

  @Override
  public void run(Course course) throws Exception {
    try (PeerIndex index = course.create(DIRECTORY, Use.LOAD)) {
      Meter meter = new Meter();
      index.bulk(course.data());
      Measurement measured = meter.end(word(), course.data().count());
      course.record(
          course.can(Ability.DURABLE)
              ? measured.with("diskBytes", course.diskBytes(DIRECTORY))
              : measured);
      new WindowQueries(course, PERCENT, course.effort().windows(), 0)
          .answer(course, index, word(), course.all());
    }
    course.remove(DIRECTORY);
  }
}
