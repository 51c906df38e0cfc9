package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.ProcessStats;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures the resident memory, without the mapped data files, after inserting all entries one by
 * one in a process with a heap of 64 MiB, if the peer can work with that.
 */
final class Memory implements Phase {
  private static final String DIRECTORY = "memory";

  @Override
  public String word() {
    return DIRECTORY;
  }

  @Override
  public String heap() {
    return "64m";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT, Ability.SMALL_HEAP);
  }

  @Override
  public void run(Course course) throws Exception {
    BoxFile data = course.data();
    try (PeerIndex index = course.create(DIRECTORY, Use.LOAD)) {
      Meter meter = new Meter();
      for (int i = 0; i < data.count(); i++) {
        index.insert(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
      }
      index.commit();
      Measurement measured = meter.end(DIRECTORY, data.count());
      Long resident = ProcessStats.residentBytes(course.dataFile());
      if (resident != null) {
        measured =
            measured.with("residentBytes", resident).with("peakBytes", ProcessStats.peakBytes());
      }
      course.record(measured);
    }
    course.remove(DIRECTORY);
  }
}
