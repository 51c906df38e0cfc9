package org.flashgrove.lab.experiment.workload;

/**
 * Deletes or moves random entries of the store.
 *
 * @param phase name of the phase
 * @param change kind of change
 * @param amount number of changes, or a share of the entries in the store
 * @param distance distance of {@link Change#MOVE}, in percent of the longer side of the data's
 *     bounds
 */
public record ChangeStep(String phase, Change change, Amount amount, double distance)
    implements Step {
  /** Kinds of changes. */
  public enum Change {
    /** Deletes an entry. */
    DELETE,
    /** Gives an entry the rectangle of another random entry. */
    UPDATE,
    /**
     * Moves an entry by {@link ChangeStep#distance} in a random direction, within the data's
     * bounds.
     */
    MOVE
  }

  @Override
  public boolean growsWithData() {
    return amount.isPercent();
  }

  @Override
  public Check run(Subject subject) {
    int live = subject.live().size();
    int count = change == Change.DELETE ? amount.of(live) : amount.draws(live);
    subject.count("processed_entries_num", count);
    subject.count("not_found_num", 0);
    for (int i = 0; i < count; i++) {
      apply(subject, change, distance);
    }
    return () -> ChangeSteps.lost(subject);
  }

  static void apply(Subject subject, Change change, double distance) {
    LiveEntries live = subject.live();
    switch (change) {
      case DELETE -> subject.deleteAny();
      case UPDATE -> {
        int entry = subject.random().nextInt(live.size());
        subject.move(entry, live.bounds(subject.random().nextInt(live.size())));
      }
      case MOVE -> {
        int entry = subject.random().nextInt(live.size());
        subject.move(entry, ChangeSteps.moved(subject, live.bounds(entry), distance));
      }
    }
  }
}
