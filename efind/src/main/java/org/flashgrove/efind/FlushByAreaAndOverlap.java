package org.flashgrove.efind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.ModifiedSpace;

/**
 * Flushing policy FPmhao (Carniel's thesis, 2019, equation 6.7): the degree of a unit is its degree
 * by FPmha, which depends on changes, height and area, times beta. Beta is the unit's share in the
 * overlap among the modified entries of the whole write buffer. Each pair of entries of a node
 * counts once. If no entries overlap, beta is 1.
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
