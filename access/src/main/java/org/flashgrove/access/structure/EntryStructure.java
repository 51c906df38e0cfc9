package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A structure of a store that holds entries of an id and a rectangle, whatever keeps them. */
public sealed interface EntryStructure permits SpatialStructure, BlockStructure {
  /** Returns the entries. Changes made there are a commit each; the store closes them. */
  SpatialIndex entries();

  /** Returns the structure that keeps the rectangles of an index by id, or null. */
  static @Nullable IdStructure idsOf(Structure index) {
    return index.ids() instanceof IdStructure ids ? ids : null;
  }

  /** Returns the traffic of the structure's pages, as {@link Structure#io} does. */
  IoStats io();

  /**
   * Returns the entries as a snapshot has them.
   *
   * @param snapshot one of the store that has this structure among its structures
   * @param announces whether searches of a tree announce leaves before they read them, so that
   *     several come from the device at a time: for visitors that let a search run to the end
   * @param pages receives the number of pages that {@code scan} looks at, in memory or not, some at
   *     a time
   */
  EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages);

  /**
   * Reads pages of the index into memory ahead of queries: of a tree level by level ({@link
   * org.flashgrove.indexes.tree.SpatialTree#preload}), of an index of blocks block by block ({@link
   * org.flashgrove.grove.index.BlockSnapshot#preload}).
   *
   * @param mostBytes 0 or more; {@code Long.MAX_VALUE} for all that there is room for
   * @return bytes of the pages, whether they were in memory before or not
   */
  long preload(long mostBytes);

  /**
   * Visits the nodes of a tree with their entries, parents before children. Of an index of sealed
   * blocks, visits all entries, then the nodes of each block: an entry may be in memory, or on
   * several pages before it is merged, so it belongs to no leaf.
   *
   * @param visitor does not use the index
   */
  void visitNodes(NodeVisitor visitor);

  /**
   * Begins to fill this index, which is empty: fast, and in one commit.
   *
   * <p>An index that keeps its entries by their ids takes each id once; {@link EntryLoader#load}
   * refuses repeated ids.
   *
   * @throws UnsupportedOperationException if the index is of a kind that cannot be bulk loaded
   * @throws org.flashgrove.core.spec.SpecException if the tree cannot be packed in the order
   */
  default EntryLoader loader(LoadOptions options) {
    Structure structure = (Structure) this;
    EntryLoader entries =
        this instanceof SpatialStructure spatial
            ? new EntryLoader.OfTree(spatial, options)
            : new EntryLoader.OfBlocks((BlockStructure) structure, options);
    IdStructure ids = idsOf(structure);
    return ids == null ? entries : new EntryLoader.WithIds(entries, ids, options);
  }

  /**
   * Begins changes that a batch of the store commits together with others. Close them before the
   * batch; other changes of the structure wait until then.
   */
  SpatialBatch begin(WriteBatch batch);

  /** Returns whether an index of a table keeps entries of records that have changed since. */
  default boolean isLazy() {
    return false;
  }

  /**
   * Refuses a rectangle that the structure cannot hold.
   *
   * @throws IllegalArgumentException naming what is allowed
   */
  void requireHoldable(double minX, double minY, double maxX, double maxY);
}
