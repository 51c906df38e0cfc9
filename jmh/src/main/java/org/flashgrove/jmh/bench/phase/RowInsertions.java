package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures inserting all rows into an empty table with an index of the geometry and three attribute
 * indexes. Later phases share the table. Each batch of 1,000 is made durable. Latencies are per
 * batch.
 */
final class RowInsertions implements Phase {
  @Override
  public String word() {
    return "rows";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.ROWS);
  }

  @Override
  public void run(Course course) throws Exception {
    int count = course.data().count();
    PeerIndex index = course.createLoaded();
    Meter meter = new Meter();
    for (int from = 0; from < count; from += Batches.BATCH) {
      course.insert(index, from, Math.min(from + Batches.BATCH, count));
      index.commit();
      meter.done();
    }
    course.record(meter.end(word(), count).with("diskBytes", course.loadedBytes()));
  }
}
