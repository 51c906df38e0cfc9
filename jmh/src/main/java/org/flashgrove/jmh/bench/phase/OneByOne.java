package org.flashgrove.jmh.bench.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.ProcessStats;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Measures inserting all entries one by one into an empty index. They are durable when the clock
 * stops. Also reports the rate of each twentieth of the entries, per second of elapsed time and of
 * CPU time.
 */
final class OneByOne implements Phase {
  private static final int PARTS = 20;

  @Override
  public String word() {
    return "one-by-one";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT);
  }

  @Override
  public void run(Course course) throws Exception {
    Measurement measured = measure(course, course.createLoaded(), word());
    course.record(
        course.can(Ability.DURABLE) ? measured.with("diskBytes", course.loadedBytes()) : measured);
  }

  /** Measures the insertion of all entries into an empty index. */
  static Measurement measure(Course course, PeerIndex index, String row) throws Exception {
    BoxFile data = course.data();
    List<Double> parts = new ArrayList<>();
    List<Double> processorParts = new ArrayList<>();
    int part = Math.max(1, data.count() / PARTS);
    double compilerBefore = ProcessStats.compilerSeconds();
    Meter meter = new Meter();
    double before = 0;
    double processorBefore = ProcessStats.cpuSeconds();
    for (int i = 0; i < data.count(); i++) {
      index.insert(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
      meter.done();
      if ((i + 1) % part == 0) {
        double now = meter.seconds();
        parts.add(Math.rint(part / (now - before)) / 1e3);
        before = now;
        double processorNow = ProcessStats.cpuSeconds();
        processorParts.add(Math.rint(part / (processorNow - processorBefore)) / 1e3);
        processorBefore = processorNow;
      }
    }
    index.commit();
    return meter
        .end(row, data.count())
        .with("thousandsPerSecond", parts)
        .with("thousandsPerProcessorSecond", processorParts)
        .with("compilerSeconds", ProcessStats.compilerSeconds() - compilerBefore);
  }
}
