package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.AnswerSet;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.FileCache;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/**
 * Measures opening an index whose files are not in the operating system's cache. For each window
 * size: closes the index, drops its files from the page cache of the operating system, opens the
 * index and runs new windows one after the other. Finally compacts the index, if the peer can, and
 * opens it once more in the same way.
 */
final class Cold implements Phase {
  @Override
  public String word() {
    return "cold";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.DURABLE);
  }

  @Override
  public void run(Course course) throws Exception {
    course.loaded();
    int turn = 1;
    for (double percent : Workload.PERCENTS) {
      boolean dropped = closeCold(course);
      Meter opening = new Meter();
      PeerIndex index = course.loaded();
      try (PeerReader reader = index.reader()) {
        Measurement opened = opening.end("opening-" + percent, 1);
        WindowQueries windows =
            new WindowQueries(course, percent, course.effort().coldWindows(), turn);
        AnswerSet answers = windows.set("cold-" + percent, course.all());
        Answer answer = new Answer();
        Meter meter = new Meter();
        for (int i = 0; i < windows.count(); i++) {
          answer.clear();
          windows.ask(reader, i, answer);
          meter.done();
          answers.add(answer);
        }
        course.record(opened.with("cacheDropped", dropped));
        course.record(meter.end("cold-" + percent, windows.count()));
        course.record(answers);
      }
      turn++;
    }
    if (course.can(Ability.COMPACT)) {
      course.loaded().compact();
      boolean dropped = closeCold(course);
      Meter opening = new Meter();
      course.loaded();
      course.record(opening.end("opening-compacted", 1).with("cacheDropped", dropped));
    }
  }

  private static boolean closeCold(Course course) throws Exception {
    course.closeLoaded();
    boolean dropped = FileCache.drop(course.loadedDirectory());
    if (!dropped) {
      course.note("The system's cache of files was not dropped before cold windows.");
    }
    return dropped;
  }
}
