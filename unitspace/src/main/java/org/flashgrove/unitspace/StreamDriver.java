package org.flashgrove.unitspace;

import java.util.Arrays;
import java.util.List;

/** Driver for {@link UnitPattern#STREAMS}: each class of pages has its own open unit. */
final class StreamDriver extends Driver {
  private final int[] current;

  StreamDriver(UnitConfig config, Units units, Opener opener) {
    super(units, opener, config.open());
    current = new int[open];
    Arrays.fill(current, PageTable.NONE);
  }

  @Override
  int unitFor(int deathClass) {
    int unit = current[deathClass];
    if (unit != PageTable.NONE && units.remaining(unit) < LEAST_BATCH) {
      opener.end(unit);
      unit = PageTable.NONE;
      current[deathClass] = unit;
    }
    if (unit == PageTable.NONE) {
      unit = opener.open(deathClass, 0, 1);
      current[deathClass] = unit;
    }
    return unit;
  }

  @Override
  List<Integer> victims() {
    return emptiest(1);
  }

  @Override
  void resume(List<Integer> resumed) {
    for (int unit : resumed) {
      int deathClass = units.deathClass(unit);
      if (deathClass >= open || current[deathClass] != PageTable.NONE) {
        opener.end(unit);
      } else {
        current[deathClass] = unit;
      }
    }
  }
}
