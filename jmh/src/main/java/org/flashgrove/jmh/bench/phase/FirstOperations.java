package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.NeighbourQueries;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/**
 * Measures the first operations of a new process, which opens the index that another process
 * created. It runs 1,000 windows with ten results each and 1,000 searches for the ten nearest
 * entries, and makes 1,000 insertions durable together.
 */
final class FirstOperations implements Phase {
  private static final int OPERATIONS = 1_000;
  private static final int LIMIT = 10;

  @Override
  public String word() {
    return "first";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.DURABLE);
  }

  @Override
  public boolean isFirst() {
    return true;
  }

  @Override
  public boolean needsFiles() {
    return true;
  }

  @Override
  public void run(Course course) throws Exception {
    int count = course.effort().of(OPERATIONS);
    WindowQueries windows = new WindowQueries(course.workload().windowsOf(LIMIT, count));
    double[] points = course.workload().points(count);
    Meter opening = new Meter();
    PeerIndex index = course.loaded();
    course.record(opening.end("first-opening", 1));
    try (PeerReader reader = index.reader()) {
      askAll(course, "first-windows", windows.count(), (n, to) -> windows.ask(reader, n, to));
      if (course.can(Ability.NEAREST)) {
        NeighbourQueries neighbours = new NeighbourQueries(points, LIMIT);
        askAll(course, "first-nearest", count, (n, to) -> neighbours.ask(reader, n, to));
      }
    }
    if (course.can(Ability.INSERT)) {
      insert(course, index, count);
    }
  }

  /** Runs the query with the given number. */
  @FunctionalInterface
  private interface Asking {
    void ask(int number, Answer answer) throws Exception;
  }

  private static void askAll(Course course, String row, int count, Asking asking) throws Exception {
    Answer answer = new Answer();
    Meter meter = new Meter();
    for (int i = 0; i < count; i++) {
      asking.ask(i, answer);
      answer.clear();
      meter.done();
    }
    course.record(meter.end(row, count));
  }

  private static void insert(Course course, PeerIndex index, int count) throws Exception {
    BoxFile data = course.data();
    Meter meter = new Meter();
    index.begin();
    for (int i = 0; i < count; i++) {
      long id = data.count() + i + 1L;
      index.insert(id, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
      meter.done();
    }
    index.commit();
    course.record(meter.end("first-insertions", count));
  }
}
