package org.flashgrove.unitspace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Driver for {@link UnitPattern#SETS}. It fills all units of a set before it opens the next set, so
 * that a set fills whole erase units of the drive. When all units of a set have been reset, the
 * drive erases these erase units without copying.
 *
 * <p>While only some units of a set have been reset, the drive cannot erase the erase units of the
 * set. The reset units then occupy spare space of the drive. If too many units are in this state,
 * garbage collection empties the remaining units of one of these sets. It does so even if units of
 * other sets have fewer valid pages.
 */
final class SetDriver extends Driver {
  private static final int LEAST_RESERVE = 3;
  private static final double RESERVE_SHARE = 0.02;

  /** Units of a set that have not been reset yet. */
  private static final class Members {
    private final int size;
    private final List<Integer> rest = new ArrayList<>();

    Members(int size) {
      this.size = size;
    }

    int gone() {
      return size - rest.size();
    }
  }

  private final boolean compensates;

  /**
   * Maximum number of reset units that may belong to sets in which other units were not reset. Such
   * reset units occupy spare space of the drive.
   */
  private final int tolerated;

  private final Map<Long, Members> sets = new HashMap<>();
  private final List<Integer> present = new ArrayList<>();
  private long lastSet;
  private boolean compensating;

  SetDriver(UnitConfig config, Units units, Opener opener) {
    super(units, opener, config.open());
    compensates = config.compensates();
    tolerated = tolerated(units.count(), config.deviceSpare());
    if (compensates && tolerated < open) {
      throw new IllegalArgumentException(
          String.format(
              "%d spare units of the drive are too few for sets of %d units: use at least %d, or"
                  + " smaller units",
              config.deviceSpare(), open, config.deviceSpare() - tolerated + open));
    }
  }

  /**
   * Returns the value of {@link #tolerated} on a drive with the given hidden spare space. The drive
   * needs a part of this space itself.
   */
  static int tolerated(int units, int deviceSpare) {
    int all = units + deviceSpare;
    return deviceSpare - Math.max(LEAST_RESERVE, (int) Math.ceil(RESERVE_SHARE * all));
  }

  @Override
  int unitFor(int deathClass) {
    int best = PageTable.NONE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < present.size(); i++) {
      int distance = Math.abs(i - deathClass);
      if (distance < least && units.remaining(present.get(i)) >= LEAST_BATCH) {
        best = present.get(i);
        least = distance;
      }
    }
    if (best != PageTable.NONE) {
      return best;
    }
    openSet();
    return present.get(Math.min(deathClass, present.size() - 1));
  }

  /**
   * Ends the units of the current set and opens the next set. The new set is smaller if power
   * losses have left too few free units.
   */
  private void openSet() {
    present.forEach(opener::end);
    present.clear();
    lastSet++;
    int size = Math.max(1, Math.min(open, units.freeCount()));
    for (int i = 0; i < size; i++) {
      int unit = opener.open(i, lastSet, size);
      present.add(unit);
      membersOf(unit).rest.add(unit);
    }
  }

  private Members membersOf(int unit) {
    return sets.computeIfAbsent(units.set(unit), set -> new Members(units.setSize(unit)));
  }

  /**
   * Returns the number of reset units that belong to sets in which other units were not reset. Such
   * reset units occupy spare space of the drive.
   */
  int imbalance() {
    return sets.values().stream().filter(set -> set.gone() > 0).mapToInt(Members::gone).sum();
  }

  @Override
  List<Integer> victims() {
    Members laggards = null;
    if (compensates && imbalance() + open > tolerated) {
      double least = Double.MAX_VALUE;
      for (Members set : sets.values()) {
        if (set.gone() > 0 && set.rest.stream().allMatch(this::isClosed)) {
          double mean = set.rest.stream().mapToInt(units::valid).average().orElseThrow();
          if (mean < least || mean == least && isOlder(set, laggards)) {
            least = mean;
            laggards = set;
          }
        }
      }
    }
    compensating = laggards != null;
    return laggards == null ? emptiest(open) : List.copyOf(laggards.rest);
  }

  private boolean isOlder(Members set, Members than) {
    return than == null || units.set(set.rest.get(0)) < units.set(than.rest.get(0));
  }

  private boolean isClosed(int unit) {
    return units.state(unit) == Units.State.CLOSED;
  }

  @Override
  boolean isCompensating() {
    return compensating;
  }

  @Override
  void wasReset(int unit) {
    Members set = sets.get(units.set(unit));
    set.rest.remove((Integer) unit);
    if (set.rest.isEmpty()) {
      sets.remove(units.set(unit));
    }
  }

  @Override
  void resume(List<Integer> resumed) {
    for (int unit = 0; unit < units.count(); unit++) {
      if (units.state(unit) != Units.State.FREE) {
        membersOf(unit).rest.add(unit);
        lastSet = Math.max(lastSet, units.set(unit));
      }
    }
    for (int unit : resumed) {
      if (units.set(unit) == lastSet && present.size() < open) {
        present.add(unit);
      } else {
        opener.end(unit);
      }
    }
  }
}
