package org.flashgrove.unitspace;

import java.util.ArrayList;
import java.util.List;

/** Chooses the unit of a batch and the units to collect. */
abstract class Driver {
  /** Opens and ends units for a driver. */
  interface Opener {
    /** Opens a free unit. */
    int open(int deathClass, long set, int setSize);

    /** Fills the rest of a unit in which no batch fits, and closes the unit. */
    void end(int unit);
  }

  /** Fewest pages of a batch: a summary and one page. */
  static final int LEAST_BATCH = 2;

  final Units units;
  final Opener opener;
  final int open;

  Driver(Units units, Opener opener, int open) {
    this.units = units;
    this.opener = opener;
    this.open = open;
  }

  static Driver of(UnitConfig config, Units units, Opener opener) {
    return config.pattern() == UnitPattern.SETS
        ? new SetDriver(config, units, opener)
        : new StreamDriver(config, units, opener);
  }

  /** Returns an open unit with room for a batch of at least one page. */
  abstract int unitFor(int deathClass);

  /** Returns closed units that collection empties next, at least one. */
  abstract List<Integer> victims();

  /** Returns whether the last victims were chosen only to balance sets. */
  boolean isCompensating() {
    return false;
  }

  /** Records that a unit was reset. */
  void wasReset(int unit) {
    // the default keeps no account of units
  }

  /** Takes the partly written units of a mounted space that can take more pages. */
  abstract void resume(List<Integer> resumed);

  /**
   * Returns at most {@code most} closed units, those with the fewest valid pages. Of units with
   * equally many, returns the oldest.
   */
  final List<Integer> emptiest(int most) {
    List<Integer> closed = new ArrayList<>();
    for (int unit = 0; unit < units.count(); unit++) {
      if (units.state(unit) == Units.State.CLOSED) {
        closed.add(unit);
      }
    }
    closed.sort(
        (a, b) ->
            units.valid(a) != units.valid(b)
                ? Integer.compare(units.valid(a), units.valid(b))
                : Long.compare(units.firstSequence(a), units.firstSequence(b)));
    return closed.subList(0, Math.min(most, closed.size()));
  }
}
