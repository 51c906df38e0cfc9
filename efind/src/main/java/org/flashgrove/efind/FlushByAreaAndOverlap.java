package org.flashgrove.efind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.ModifiedSpace;

/**
 * Flushing policy FPmhao (Carniel's thesis, 2019, equation 6.7). The degree of a flushing unit is
 * beta times its degree by the policy FPmha, which depends on changes, height and area. Beta is the
 * overlap area of the unit divided by the overlap area of all buffered nodes, or 1 if the divisor
 * is 0. The overlap area of a node is the sum of the areas shared by two of its modified entries,
 * counting each pair of entries once.
 */
final class FlushByAreaAndOverlap implements FlushPolicy {
  private final FlushByArea area;
  private final TreeLayout layout;
  private double totalOverlap;

  FlushByAreaAndOverlap(TreeLayout layout) {
    this.layout = layout;
    area = new FlushByArea(layout);
  }

  @Override
  public void survey(WriteBuffer writes) {
    area.survey(writes);
    totalOverlap = 0;
    writes.forEach(node -> totalOverlap += ModifiedSpace.of(node, layout).overlap(node, layout));
  }

  @Override
  public double degree(BufferedNode[] unit, int size) {
    double overlap = 0;
    for (int i = 0; i < size; i++) {
      overlap += ModifiedSpace.of(unit[i], layout).overlap(unit[i], layout);
    }
    return area.degree(unit, size) * ModifiedSpace.ratio(overlap, totalOverlap);
  }

  @Override
  public boolean needsBounds() {
    return true;
  }
}
