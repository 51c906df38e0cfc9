package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.indexes.statistics.BoxHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a structure at a snapshot of its store. Later changes are not visible. For one
 * thread, while the snapshot is open.
 */
public interface EntrySnapshot extends EntrySource {
  /**
   * Returns a join of this snapshot and another snapshot. The join can be split into parts. Returns
   * null unless both are snapshots of trees.
   */
  default @Nullable TreeJoin treeJoin(EntrySnapshot right, RectangleTest test) {
    return null;
  }

  /**
   * Returns the approximate distribution of the entries, or null if it is not known.
   *
   * @param mostPages maximum number of pages to read
   */
  default @Nullable BoxHistogram histogram(int mostPages) {
    return null;
  }
}
