package org.flashgrove.jmh.bench.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.MediumSync;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures insertions into an empty index for some seconds, with one thread and with eight. A
 * thread waits until an insertion is durable before it makes the next one.
 */
final class EachDurable implements Phase {
  private static final int[] CALLERS = {1, 8};
  private static final String DIRECTORY = "each-durable";

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
    for (int callers : CALLERS) {
      try (PeerIndex index = course.create(DIRECTORY, Use.EACH_DURABLE)) {
        course.record(measure(course, index, callers));
      }
      course.remove(DIRECTORY);
    }
    course.record(MediumSync.measure(course, DIRECTORY + "-medium"));
  }

  private static Measurement measure(Course course, PeerIndex index, int callers) throws Exception {
    BoxFile data = course.data();
    int most = Math.min(course.effort().durables(), data.count());
    double seconds = course.effort().durableSeconds();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger inserted = new AtomicInteger();
    Meter all = new Meter();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Future<Meter>> running = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        running.add(
            threads.submit(
                () -> {
                  Meter own = new Meter();
                  for (int number = next.getAndIncrement();
                      number < most && own.seconds() < seconds;
                      number = next.getAndIncrement()) {
                    index.insert(
                        number + 1L,
                        data.minX(number),
                        data.minY(number),
                        data.maxX(number),
                        data.maxY(number));
                    own.done();
                    inserted.incrementAndGet();
                  }
                  return own;
                }));
      }
      for (Future<Meter> each : running) {
        all.add(each.get());
      }
    } finally {
      threads.shutdownNow();
    }
    return all.end(DIRECTORY + "-" + callers, inserted.get());
  }
}
