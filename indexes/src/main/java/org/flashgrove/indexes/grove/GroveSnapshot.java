package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.BlockSnapshot;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.structure.NodeVisitor;

/**
 * A grove as one commit left it, to be searched again and again. While it is open the grove keeps
 * what changes replace, within a budget; one that outlives it ends in {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}. For one thread; the caller closes it.
 */
public final class GroveSnapshot extends BlockSnapshot<View> {
  GroveSnapshot(Grove grove, ComponentSnapshot snapshot) {
    super(grove, snapshot);
  }

  /**
   * Visits blocks, as nodes of level 1 without a parent, and their pages of entries, as nodes of
   * level 0, with the boxes that the fences say: page p of block b is node {@code b * blockPages +
   * p}. What the write buffer holds is on no page.
   */
  public void visitNodes(NodeVisitor visitor) {
    Directory directory = view().partition().directory();
    double[] box = new double[4];
    for (int b = 0; b < directory.blocks(); b++) {
      StoredBlock stored = directory.block(b);
      BlockFences fences = stored.fences();
      long number = stored.block().number();
      visitor.node(
          1,
          number,
          -1,
          stored.entries(),
          fences.minX(),
          fences.minY(),
          fences.maxX(),
          fences.maxY());
      for (int p = 0; p < fences.pages(); p++) {
        fences.pageBox(p, box);
        long page = number * blockPages() + fences.indexOf(p);
        visitor.node(0, page, number, fences.count(p), box[0], box[1], box[2], box[3]);
      }
    }
  }
}
