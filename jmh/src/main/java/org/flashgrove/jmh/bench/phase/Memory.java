package org.flashgrove.jmh.bench.phase;

import java.util.Set;
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
    int count = course.data().count();
    try (PeerIndex index = course.create(DIRECTORY, Use.LOAD)) {
      Meter meter = new Meter();
      course.insert(index, 0, count);
      index.commit();
      Measurement measured = meter.end(DIRECTORY, count);
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
