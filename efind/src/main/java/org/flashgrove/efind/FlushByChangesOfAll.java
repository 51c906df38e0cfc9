package org.flashgrove.efind;

import org.flashgrove.efind.change.BufferedNode;

/**
 * FPm over all buffered nodes instead of the nodes with the oldest changes. The C implementation
 * offers this variant. It equals {@link FlushByChanges} with p = 100 %.
 */
final class FlushByChangesOfAll implements FlushPolicy {
  private final FlushByChanges changes = new FlushByChanges();

  @Override
  public double degree(BufferedNode[] unit, int size) {
    return changes.degree(unit, size);
  }

  @Override
  public boolean considersAll() {
    return true;
  }

  @Override
  public boolean looksAtUnitAlone() {
    return true;
  }
}
