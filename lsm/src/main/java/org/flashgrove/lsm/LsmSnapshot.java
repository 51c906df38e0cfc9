package org.flashgrove.lsm;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Snapshot of an LSM R-tree for repeated searches. While it is open, it keeps the changes that were
 * in memory when it was created. These changes take additional memory, at most the size of the
 * memory component. Not safe for use by several threads. The caller closes it.
 */
public final class LsmSnapshot extends BlockSnapshot<LsmView> {
  LsmSnapshot(LsmTree tree, ComponentSnapshot snapshot) {
    super(tree, snapshot);
  }

  /**
   * Returns the number of components whose bounding box intersects a window. A query with this
   * window must search all of them. This number is the read amplification of the query.
   */
  public int componentsAt(double minX, double minY, double maxX, double maxY) {
    ComponentSet stored = view().stored();
    double[] window = {minX, minY, maxX, maxY};
    int found = 0;
    for (int c = 0; c < stored.size(); c++) {
      found += stored.component(c).overlaps(window) ? 1 : 0;
    }
    return found;
  }

  /**
   * Visits components as nodes of level 2 without a parent, from the oldest to the youngest. After
   * each component, its blocks follow as nodes of level 1, and their pages as nodes of level 0.
   * Changes in memory are not visited, because they are on no page.
   */
  @Override
  public void visitNodes(NodeVisitor visitor) {
    ComponentSet stored = view().stored();
    for (int c = 0; c < stored.size(); c++) {
      StoredComponent component = stored.component(c);
      double[] box = component.box();
      visitor.node(2, c, -1, component.blocks().length, box[0], box[1], box[2], box[3]);
      for (StoredBlock block : component.blocks()) {
        visitBlock(visitor, block, c);
      }
    }
  }

  /** Visits the components from the oldest to the youngest. */
  public void visitComponents(ComponentVisitor visitor) {
    ComponentSet stored = view().stored();
    for (int c = 0; c < stored.size(); c++) {
      double[] box = stored.component(c).box();
      visitor.component(
          stored.component(c).level(),
          stored.component(c).records(),
          box[0],
          box[1],
          box[2],
          box[3]);
    }
  }

  /** Receives components. */
  @FunctionalInterface
  public interface ComponentVisitor {
    /** Receives a component's level, number of records and bounding box. */
    void component(int level, long records, double minX, double minY, double maxX, double maxY);
  }
}
