package org.flashgrove.unitspace;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the unit to which a batch of pages is written, and the units that garbage collection
 * empties.
 */
abstract class Driver {
  /** Opens units and ends them on behalf of a driver. */
  interface Opener {
    /**
     * Opens a free unit for writing, and returns its number.
     *
     * @param deathClass class of the pages that the unit is for
     * @param set number of the set that the unit belongs to; a set is a group of units that are
     *     opened together
     * @param setSize number of units of this set
     */
    int open(int deathClass, long set, int setSize);

    /** Closes a unit. The rest of its pages is padded or stays unwritten. */
    void end(int unit);
  }

  /** Minimum number of pages that a batch takes in a unit: a summary and one page. */
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

  /**
   * Returns an open unit for pages of a class. The unit has room for a summary and at least one
   * page.
   */
  abstract int unitFor(int deathClass);

  /** Returns the closed units, at least one, that garbage collection should empty next. */
  abstract List<Integer> victims();

  /**
   * Returns whether the last call of {@link #victims} chose the remaining units of a partly reset
   * set. This happens if too many reset units belong to such sets. Otherwise the call chose the
   * units with the fewest pages to move.
   */
  boolean isCompensating() {
    return false;
  }

  /** Records that a unit was reset. */
  void wasReset(int unit) {
    // does nothing by default
  }

  /**
   * Tells the driver which units were only partly written when the space was mounted. These units
   * are open.
   */
  abstract void resume(List<Integer> resumed);

  /**
   * Returns up to {@code most} closed units, with the fewest pages to move first. If units have
   * equally many pages to move, older units come first.
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
            units.pagesToMove(a) != units.pagesToMove(b)
                ? Integer.compare(units.pagesToMove(a), units.pagesToMove(b))
                : Long.compare(units.firstSequence(a), units.firstSequence(b)));
    return closed.subList(0, Math.min(most, closed.size()));
  }
}
