package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
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
    BoxFile data = course.data();
    PeerIndex index = course.createLoaded();
    Meter meter = new Meter();
    for (int from = 0; from < data.count(); from += Batches.BATCH) {
      for (int i = from; i < Math.min(from + Batches.BATCH, data.count()); i++) {
        index.insert(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
      }
      index.commit();
      meter.done();
    }
    course.record(meter.end(word(), data.count()).with("diskBytes", course.loadedBytes()));
  }
}
