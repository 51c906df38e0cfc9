package org.flashgrove.efind;

import org.flashgrove.efind.change.BufferedNode;

/**
 * Flushing policy FPmh (Carniel's thesis, 2019, equation 6.5): the degree of a unit is the sum,
 * over its nodes, of the number of changes times the height of the node. Leaves have height 1.
 */
final class FlushByChangesAndHeight implements FlushPolicy {
  @Override
  public double degree(BufferedNode[] unit, int size) {
    double degree = 0;
    for (int i = 0; i < size; i++) {
      degree += (double) unit[i].changes * (unit[i].level() + 1);
    }
    return degree;
  }

  @Override
  public boolean looksAtUnitAlone() {
    return true;
  }
}
