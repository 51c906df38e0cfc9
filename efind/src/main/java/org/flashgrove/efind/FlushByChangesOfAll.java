package org.flashgrove.efind;

import org.flashgrove.efind.change.BufferedNode;

/**
 * Variant of the flushing policy FPm from the C implementation FESTIval. It compares all buffered
 * nodes instead of only the share of nodes with the oldest changes. It equals {@link
 * FlushByChanges} if this share is 100 %.
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
