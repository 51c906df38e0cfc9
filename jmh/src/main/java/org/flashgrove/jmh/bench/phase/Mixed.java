package org.flashgrove.jmh.bench.phase;

import java.util.Map;
import java.util.Set;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.measure.AnswerSet;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures rounds on an index that starts empty. Each round makes 1,000 insertions durable together
 * and runs 100 windows of 0.01 % of the extent.
 */
final class Mixed implements Phase {
  private static final int INSERTIONS = 1_000;
  private static final int QUERIES = 100;
  private static final double PERCENT = 0.01;
  private static final String DIRECTORY = "mixed";

  @Override
  public String word() {
    return DIRECTORY;
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT);
  }

  @Override
  public void run(Course course) throws Exception {
    int rounds = Math.min(course.effort().rounds(), course.data().count() / INSERTIONS);
    WindowQueries windows = new WindowQueries(course, PERCENT, rounds * QUERIES, 11);
    Sum insertions = new Sum();
    Sum queries = new Sum();
    AnswerSet answers = windows.set("mixed-rounds", null);
    try (PeerIndex index = course.create(DIRECTORY, Use.LOAD)) {
      Answer answer = new Answer();
      for (int round = 0; round < rounds; round++) {
        Meter meter = new Meter();
        int from = round * INSERTIONS;
        index.begin();
        course.insert(index, from, from + INSERTIONS);
        index.commit();
        insertions.add(meter.end("", INSERTIONS));
        Meter asking = new Meter();
        try (PeerReader reader = index.reader()) {
          for (int i = round * QUERIES; i < (round + 1) * QUERIES; i++) {
            answer.clear();
            windows.ask(reader, i, answer);
            answers.add(answer);
          }
        }
        queries.add(asking.end("", QUERIES));
      }
      course.record(answers);
      new WindowQueries(course, PERCENT, QUERIES, 12)
          .answer(course, index, DIRECTORY, Content.first(rounds * INSERTIONS));
    }
    course.remove(DIRECTORY);
    course.record(insertions.of("mixed-insertions"));
    course.record(queries.of("mixed-windows"));
  }

  /** Sums the measurements of all rounds. */
  private static final class Sum {
    private long operations;
    private double wall;
    private double cpu;
    private Long read = 0L;
    private Long written = 0L;

    void add(Measurement round) {
      operations += round.operations();
      wall += round.wallSeconds();
      cpu += round.cpuSeconds();
      read = round.bytesRead() == null ? null : Long.valueOf(read + round.bytesRead());
      written = round.bytesWritten() == null ? null : Long.valueOf(written + round.bytesWritten());
    }

    Measurement of(String row) {
      return new Measurement(row, operations, wall, cpu, read, written, Map.of(), Map.of());
    }
  }
}
