package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntrySource;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a structure as a snapshot of its store has them, whatever is changed meanwhile.
 * For one thread, as long as the snapshot is open.
 */
public interface EntrySnapshot extends EntrySource {
  /**
   * Returns the join of this snapshot and another one, by which it can be done in parts, if both
   * are of trees; else null.
   */
  default @Nullable TreeJoin treeJoin(EntrySnapshot right, RectangleTest test) {
    return null;
  }
}
