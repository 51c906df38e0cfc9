package org.flashgrove.lab.experiment.workload;

/**
 * Deletes or moves entries that are drawn at random among those in the store.
 *
 * @param phase its name
 * @param change what is done
 * @param amount how many; a share is one of those in the store
 * @param distance of {@link Change#MOVE}, in percent of the longer side of the data's bounds
 */
public record ChangeStep(String phase, Change change, Amount amount, double distance)
    implements Step {
  /** Kind of a change. */
  public enum Change {
    /** It is deleted. */
    DELETE,
    /** Its rectangle becomes that of another entry, also drawn at random. */
    UPDATE,
    /**
     * It moves in a direction drawn at random, as far as the distance, within the data's bounds.
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
