package org.flashgrove.lab.experiment.workload;

/**
 * Something that is done to the store as a whole.
 *
 * @param phase its name
 * @param action what is done
 */
public record StoreStep(String phase, Action action) implements Step {
  /** Action of the step. */
  public enum Action {
    /** Buffered changes are brought to the device. */
    FLUSH,
    /** The store is closed and opened: nothing of it is in memory afterwards. */
    DROPCACHES,
    /** After a sync the store ends as in a crash, and is opened, which recovers. */
    CRASH,
    /** The tree's structure is looked at. */
    SNAPSHOT
  }

  @Override
  public boolean reopens() {
    return action == Action.DROPCACHES || action == Action.CRASH;
  }

  @Override
  public boolean growsWithData() {
    return true;
  }

  @Override
  public Check run(Subject subject) {
    switch (action) {
      case FLUSH -> subject.store().flush();
      case DROPCACHES -> subject.reopen();
      case CRASH -> {
        subject.store().sync();
        subject.crash();
      }
      case SNAPSHOT -> subject.lookAtTree();
    }
    return action == Action.FLUSH ? Check.NONE : () -> ChangeSteps.lost(subject);
  }
}
