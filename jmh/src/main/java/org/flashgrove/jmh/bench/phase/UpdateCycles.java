package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Measures cycles of moves, and afterwards the deletion of all entries one by one. Each cycle moves
 * randomly chosen entries by a random distance in x and in y. Changes become durable after each
 * cycle.
 */
public final class UpdateCycles implements Phase {
  private static final String DIRECTORY = "cycles";
  private static final int CHECKED = 20;
  private static final double WINDOW = 0.02;

  private final int cycles;
  private final int moves;
  private final double distance;

  /**
   * Creates the phase.
   *
   * @param cycles number of cycles
   * @param moves number of moves in a cycle, limited to a quarter of the entries
   * @param distance maximum distance of a move in x and in y
   */
  public UpdateCycles(int cycles, int moves, double distance) {
    this.cycles = cycles;
    this.moves = moves;
    this.distance = distance;
  }

  @Override
  public String word() {
    return "updates";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT, Ability.MOVE, Ability.DELETE);
  }

  @Override
  public void run(Course course) throws Exception {
    SplittableRandom random = new SplittableRandom(course.workload().seed());
    double[][] boxes = boxes(course.data());
    int each = Math.min(course.effort().of(moves), boxes.length / 4);
    double seconds = 0;
    double cpu = 0;
    try (PeerIndex index = course.create(DIRECTORY, Use.CHANGES)) {
      course.fill(index);
      for (int cycle = 0; cycle < cycles; cycle++) {
        int[] drawn = random.ints(0, boxes.length).distinct().limit(each).toArray();
        double[][] moved = moved(boxes, drawn, random);
        Meter meter = new Meter();
        for (int i = 0; i < each; i++) {
          index.move(drawn[i] + 1L, boxes[drawn[i]], moved[i]);
        }
        index.commit();
        Measurement measured = meter.end(word(), each);
        seconds += measured.wallSeconds();
        cpu += measured.cpuSeconds();
        for (int i = 0; i < each; i++) {
          boxes[drawn[i]] = moved[i];
        }
      }
      course.record(Measurement.of(word(), (long) cycles * each, seconds, cpu));
      check(index, boxes, random);
      Meter meter = new Meter();
      for (int i = 0; i < boxes.length; i++) {
        index.delete(i + 1L, boxes[i]);
      }
      index.commit();
      course.record(meter.end("unload", boxes.length));
      check(index, new double[0][], random);
    }
    course.remove(DIRECTORY);
  }

  private static double[][] boxes(BoxFile data) {
    double[][] boxes = new double[data.count()][];
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = new double[] {data.minX(i), data.minY(i), data.maxX(i), data.maxY(i)};
    }
    return boxes;
  }

  private double[][] moved(double[][] boxes, int[] drawn, SplittableRandom random) {
    double[][] moved = new double[drawn.length][];
    for (int i = 0; i < drawn.length; i++) {
      double[] box = boxes[drawn[i]];
      double right = distance * (2 * random.nextDouble() - 1);
      double up = distance * (2 * random.nextDouble() - 1);
      moved[i] =
          new double[] {
            (float) (box[0] + right),
            (float) (box[1] + up),
            (float) (box[2] + right),
            (float) (box[3] + up)
          };
    }
    return moved;
  }

  /**
   * Compares the answers to windows with a full scan of {@code boxes}. Other checks do not know
   * where the entries are after random moves.
   */
  private static void check(PeerIndex index, double[][] boxes, SplittableRandom random)
      throws Exception {
    Answer answer = new Answer();
    try (PeerReader reader = index.reader()) {
      for (int i = 0; i < CHECKED; i++) {
        double x = (float) random.nextDouble();
        double y = (float) (i % 2 == 0 ? random.nextDouble() : 0.5 - WINDOW / 2);
        double right = (float) (x + WINDOW);
        double up = (float) (y + WINDOW);
        answer.clear();
        reader.window(x, y, right, up, answer);
        long found = 0;
        long ids = 0;
        for (int at = 0; at < boxes.length; at++) {
          double[] box = boxes[at];
          if (box[0] <= right && box[2] >= x && box[1] <= up && box[3] >= y) {
            found++;
            ids += at + 1;
          }
        }
        if (answer.results() != found || answer.idSum() != ids) {
          throw new IllegalStateException(
              "updates: " + answer.results() + " results, where a scan finds " + found);
        }
      }
    }
  }
}
