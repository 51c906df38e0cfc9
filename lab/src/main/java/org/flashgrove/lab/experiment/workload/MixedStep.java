package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.Predicate;

/**
 * Runs operations of several kinds in random order.
 *
 * @param phase name of the phase
 * @param count number of operations
 * @param shares relative frequency of each kind
 * @param percent area of windows in percent of the data's bounds
 * @param k number of entries that a nearest query returns
 * @param distance distance of moves in percent of the longer side of the data's bounds
 */
public record MixedStep(
    String phase, int count, Map<Kind, Integer> shares, String percent, int k, double distance)
    implements Step {
  private static final int WINDOWS = 1_000;

  /** Kinds of operations. */
  public enum Kind {
    /**
     * Inserts the next entry of the data set. If all its entries are inserted, inserts an entry
     * with a new id.
     */
    INSERT,
    /** Deletes a random entry. */
    DELETE,
    /** Gives a random entry the rectangle of another random entry. */
    UPDATE,
    /** Moves a random entry by {@link MixedStep#distance} in a random direction. */
    MOVE,
    /** Queries a window. */
    WINDOW,
    /** Queries a point. */
    POINT,
    /** Queries the nearest entries. */
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
