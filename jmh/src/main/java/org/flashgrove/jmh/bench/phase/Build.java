package org.flashgrove.jmh.bench.phase;

import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;

/**
 * Builds the index that later phases share, in the fastest way that the measured library offers.
 */
public final class Build implements Phase {
  @Override
  public String word() {
    return "build";
  }

  @Override
  public void run(Course course) throws Exception {
    PeerIndex index = course.createLoaded();
    Meter meter = new Meter();
    if (course.can(Ability.BULK)) {
      index.bulk(course.data());
    } else {
      course.fill(index);
    }
    Measurement measured = meter.end(word(), course.data().count());
    index.flush();
    course.record(
        course.can(Ability.DURABLE) ? measured.with("diskBytes", course.loadedBytes()) : measured);
  }
}
