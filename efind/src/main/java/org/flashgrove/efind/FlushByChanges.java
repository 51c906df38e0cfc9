package org.flashgrove.efind;

/** FPm, equation 6.4: the number of changes. */
final class FlushByChanges implements FlushPolicy {
  @Override
  public double weight(BufferedNode node) {
    return node.changes;
  }
}
