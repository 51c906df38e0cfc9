package org.flashgrove.efind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.ModifiedSpace;

/**
 * Flushing policy FPmha (Carniel's thesis, 2019, equation 6.6). The degree of a flushing unit is
 * alpha times its degree by the policy FPmh, which depends on changes and height. Alpha is the
 * modified area of the unit divided by the modified area of all buffered nodes, or 1 if the divisor
 * is 0. The modified area of a node is the area of the rectangle that bounds its added and changed
 * entries.
 *
 * <p>In the thesis and in this class, a deleted node has no area. The C implementation FESTIval
 * instead divides by the greatest area of a node, and counts 1 for a deleted node.
 */
final class FlushByArea implements FlushPolicy {
  private final FlushByChangesAndHeight changes = new FlushByChangesAndHeight();
  private final TreeLayout layout;
  private double totalArea;

  FlushByArea(TreeLayout layout) {
    this.layout = layout;
  }

  @Override
  public void survey(WriteBuffer writes) {
    totalArea = 0;
    writes.forEach(node -> totalArea += ModifiedSpace.of(node, layout).area());
  }

  @Override
  public double degree(BufferedNode[] unit, int size) {
    return changes.degree(unit, size) * alpha(unit, size);
  }

  private double alpha(BufferedNode[] unit, int size) {
    double area = 0;
    for (int i = 0; i < size; i++) {
      area += ModifiedSpace.of(unit[i], layout).area();
    }
    return ModifiedSpace.ratio(area, totalArea);
  }

  @Override
  public boolean needsBounds() {
    return true;
  }
}
