package org.flashgrove.efind;

import org.flashgrove.efind.change.BufferedNode;

/**
 * Flushing policy FPm (Carniel's thesis, 2019, equation 6.4): the degree of a unit is its number of
 * changes.
 */
final class FlushByChanges implements FlushPolicy {
  @Override
  public double degree(BufferedNode[] unit, int size) {
    double degree = 0;
    for (int i = 0; i < size; i++) {
      degree += unit[i].changes;
    }
    return degree;
  }

  @Override
  public boolean looksAtUnitAlone() {
    return true;
  }
}
