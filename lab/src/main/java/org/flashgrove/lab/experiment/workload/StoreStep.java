package org.flashgrove.lab.experiment.workload;

/**
 * An action on the whole store.
 *
 * @param phase name of the phase
 * @param action the action
 */
public record StoreStep(String phase, Action action) implements Step {
  /** Kinds of actions. */
  public enum Action {
    /** Writes buffered changes to the device. */
    FLUSH,
    /** Closes and reopens the store, so that its buffers are empty. */
    DROPCACHES,
    /** Syncs the store, ends it as a crash would, and reopens it with recovery. */
    CRASH,
    /** Records the nodes of the tree for the results. */
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
