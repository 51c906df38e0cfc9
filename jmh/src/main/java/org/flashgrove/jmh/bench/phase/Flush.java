package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures writing buffered changes to their final place after all insertions: by a flush
 * (Flashgrove), a checkpoint (SQLite) or a merge into one segment (Lucene).
 */
final class Flush implements Phase {
  @Override
  public String word() {
    return "flush";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.DURABLE);
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.loaded();
    Meter meter = new Meter();
    index.flush();
    Measurement flushed = meter.end(word(), 1).with("diskBytes", course.loadedBytes());
    int levels = index.levels();
    course.record(levels == 0 ? flushed : flushed.with("levels", levels));
  }
}
