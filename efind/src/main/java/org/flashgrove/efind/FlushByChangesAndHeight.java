package org.flashgrove.efind;

/** FPmh, equation 6.5: the number of changes, times the height with leaves counting 1. */
final class FlushByChangesAndHeight implements FlushPolicy {
  @Override
  public double weight(BufferedNode node) {
    return (double) node.changes * (node.level + 1);
  }
}
