package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.Predicate;

/**
 * Operations of several kinds in random order, at given ratios.
 *
 * @param phase its name
 * @param count operations
 * @param shares how often each kind comes, by weight
 * @param percent area of windows, in percent of the data's bounds
 * @param k how many entries nearest queries ask for
 * @param distance how far moves go, in percent of the longer side of the data's bounds
 */
public record MixedStep(
    String phase, int count, Map<Kind, Integer> shares, String percent, int k, double distance)
    implements Step {
  private static final int WINDOWS = 1_000;

  /** Kinds of operations. */
  public enum Kind {
    /** The next entry of the data is inserted; when all are, an entry with a new id. */
    INSERT,
    /** An entry is deleted. */
    DELETE,
    /** An entry takes the rectangle of another. */
    UPDATE,
    /** An entry moves a little. */
    MOVE,
    /** A window is asked. */
    WINDOW,
    /** A point is asked. */
    POINT,
    /** The nearest entries are asked for. */
    NEAREST
  }

  @Override
  public Check run(Subject subject) {
    List<Kind> wheel = new ArrayList<>();
    new EnumMap<>(shares)
        .forEach(
            (kind, share) -> {
              for (int i = 0; i < share; i++) {
                wheel.add(kind);
              }
            });
    List<String> wrong = new ArrayList<>();
    subject.count("processed_entries_num", count);
    subject.count("not_found_num", 0);
    List<double[]> windows = subject.data().windows(percent, WINDOWS, true);
    for (int i = 0; i < count; i++) {
      Kind kind = wheel.get(subject.random().nextInt(wheel.size()));
      Check check = one(subject, kind, windows.get(i % WINDOWS));
      String difference = check == Check.NONE ? null : subject.aside(check::difference);
      if (difference != null && wrong.isEmpty()) {
        wrong.add("operation " + (i + 1) + ", " + kind + ": " + difference);
      }
    }
    return () -> wrong.isEmpty() ? ChangeSteps.lost(subject) : wrong.get(0);
  }

  private Check one(Subject subject, Kind kind, double[] window) {
    LiveEntries live = subject.live();
    if (live.size() == 0 && kind != Kind.WINDOW && kind != Kind.INSERT) {
      return Check.NONE;
    }
    switch (kind) {
      case INSERT -> {
        if (!subject.insertNext() && live.size() > 0) {
          subject.insertNew();
        }
      }
      case DELETE -> ChangeStep.apply(subject, ChangeStep.Change.DELETE, distance);
      case UPDATE -> ChangeStep.apply(subject, ChangeStep.Change.UPDATE, distance);
      case MOVE -> ChangeStep.apply(subject, ChangeStep.Change.MOVE, distance);
      case WINDOW -> {
        return Windows.ask(subject, Predicate.INTERSECTS, List.of(window));
      }
      case POINT -> {
        return new PointStep(phase, 1, false).run(subject);
      }
      case NEAREST -> {
        return new NearestStep(phase, 1, k, false).run(subject);
      }
    }
    return Check.NONE;
  }
}
