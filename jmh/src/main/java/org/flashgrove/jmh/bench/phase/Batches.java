package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.MediumSync;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures up to 1,000,000 insertions into an empty index. Each batch of 1,000 is made durable.
 * Latencies are per batch.
 */
final class Batches implements Phase {
  static final int BATCH = 1_000;

  private static final int MOST = 1_000_000;
  private static final String DIRECTORY = "batches";

  @Override
  public String word() {
    return DIRECTORY;
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT, Ability.DURABLE);
  }

  @Override
  public void run(Course course) throws Exception {
    int count = Math.min(MOST, course.data().count());
    try (PeerIndex index = course.create(DIRECTORY, Use.LOAD)) {
      Meter meter = new Meter();
      for (int from = 0; from < count; from += BATCH) {
        index.begin();
        course.insert(index, from, Math.min(from + BATCH, count));
        index.commit();
        meter.done();
      }
      course.record(meter.end("batches-1000", count));
    }
    course.record(MediumSync.measure(course, "batches-medium"));
    course.remove(DIRECTORY);
  }
}
