package org.flashgrove.efind;

import org.flashgrove.efind.change.BufferedNode;

/**
 * Flushing policy FPm over all buffered nodes instead of only the nodes with the oldest changes.
 * The C implementation FESTIval offers this variant. It equals {@link FlushByChanges} if these
 * oldest nodes are 100 % of the buffered nodes.
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
