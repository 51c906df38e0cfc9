package org.flashgrove.grove;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.grove.memtable.View;

/**
 * Snapshot of a Grove for repeated searches. While a snapshot is open, the Grove keeps the old
 * states that the snapshot reads, within a memory limit. When the limit is reached, the oldest
 * snapshots expire and throw {@link org.flashgrove.core.failure.SnapshotExpiredException}. For one
 * thread; the caller closes it.
 */
public final class GroveSnapshot extends BlockSnapshot<View> {
  GroveSnapshot(Grove grove, ComponentSnapshot snapshot) {
    super(grove, snapshot);
  }

  /**
   * Visits blocks as nodes of level 1 without a parent, and their entry pages as nodes of level 0.
   * Changes in the write buffer are on no page, so they are not visited.
   */
  @Override
  public void visitNodes(NodeVisitor visitor) {
    Directory directory = view().partition().directory();
    for (int b = 0; b < directory.blocks(); b++) {
      visitBlock(visitor, directory.block(b), -1);
    }
  }
}
