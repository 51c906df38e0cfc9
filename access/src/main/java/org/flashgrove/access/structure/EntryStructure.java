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

/**
 * A spatial index of a store: a tree or an index of sealed blocks. Its entries are pairs of an id
 * and a rectangle.
 */
public sealed interface EntryStructure permits SpatialStructure, BlockStructure {
  /**
   * Returns the entries. Each change that is made directly on the result has its own commit. The
   * store closes the result.
   */
  SpatialIndex entries();

  /** Returns the structure that stores the rectangles of an index by id, or null. */
  static @Nullable IdStructure idsOf(Structure index) {
    return index.ids() instanceof IdStructure ids ? ids : null;
  }

  /** Returns the page transfers of the structure, as {@link Structure#io} does. */
  IoStats io();

  /**
   * Returns the entries at a snapshot.
   *
   * @param snapshot a snapshot of the store that includes this structure
   * @param announces whether searches of a tree request several leaves from the device before they
   *     read them. Use true for searches that run to the end.
   * @param pages receives the number of pages that searches read, including pages in memory, in
   *     several calls
   */
  EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages);

  /**
   * Reads pages of the index into memory before queries need them. A tree is read level by level
   * ({@link org.flashgrove.indexes.tree.SpatialTree#preload}), an index of blocks block by block
   * ({@link org.flashgrove.grove.index.BlockSnapshot#preload}).
   *
   * @param mostBytes maximum number of bytes to read; {@code Long.MAX_VALUE} to fill the memory
   * @return total size of the pages in bytes, including pages that were already in memory
   */
  long preload(long mostBytes);

  /**
   * Visits the nodes of a tree with their entries, parents before children. For an index of sealed
   * blocks, it visits all entries first and then the nodes of each block, without entries. The two
   * are separate because an entry of such an index can be outside of all nodes, for example in
   * memory.
   *
   * @param visitor visitor of the nodes; must not use the index
   */
  void visitNodes(NodeVisitor visitor);

  /**
   * Starts a bulk load into this index, which must be empty. The load commits all entries together.
   *
   * <p>If the index keeps rectangles by id, {@link EntryLoader#load} rejects repeated ids.
   *
   * @throws IllegalStateException if the index is not empty
   * @throws UnsupportedOperationException if the index is of a kind that cannot be bulk loaded
   * @throws org.flashgrove.core.spec.SpecException if the tree cannot be packed in the order that
   *     the options name
   */
  default EntryLoader loader(LoadOptions options) {
    long size = entries().size();
    if (size > 0) {
      throw new IllegalStateException(
          "bulk load: the index has " + size + " entries; load into an empty index");
    }
    Structure structure = (Structure) this;
    EntryLoader entries =
        this instanceof SpatialStructure spatial
            ? new EntryLoader.OfTree(spatial, options)
            : new EntryLoader.OfBlocks((BlockStructure) structure, options);
    IdStructure ids = idsOf(structure);
    return ids == null ? entries : new EntryLoader.WithIds(entries, ids, options);
  }

  /**
   * Begins changes that a batch of the store commits. Commit the batch before you close the
   * changes. Other changes of the structure wait until the batch is closed.
   */
  SpatialBatch begin(WriteBatch batch);

  /**
   * Returns whether this is an index of a table with lazy maintenance. Such an index may keep old
   * entries of records that have changed.
   */
  default boolean isLazy() {
    return false;
  }

  /**
   * Rejects a rectangle that the structure cannot store.
   *
   * @throws IllegalArgumentException for such a rectangle; the message says what is allowed
   */
  void requireHoldable(double minX, double minY, double maxX, double maxY);
}
