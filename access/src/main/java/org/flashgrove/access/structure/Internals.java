package org.flashgrove.access.structure;

import java.util.Objects;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.jspecify.annotations.Nullable;

/**
 * Access to the internals of a store for tools and experiments: trees, nodes, blocks and buffers.
 * Applications do not need this class. A change made directly on such an object has its own commit.
 */
public final class Internals {
  private Internals() {}

  /** Returns the tree of a spatial index. The store closes it. */
  public static SpatialTree tree(SpatialStructure index) {
    return index.tree();
  }

  /** Returns the tree of a key index. The store closes it. */
  public static BPlusTree tree(KeyStructure pairs) {
    return pairs.tree();
  }

  /**
   * Returns the index of sealed blocks in a structure, or null if it has none. The store closes it.
   */
  public static @Nullable BlockIndex<?> blocks(Object structure) {
    return structure instanceof BlockStructure index ? index.index() : null;
  }

  /** Returns the index of sealed blocks in a structure. The structure must have such an index. */
  public static BlockIndex<?> blocksOf(Object structure) {
    return Objects.requireNonNull(blocks(structure), "blocks");
  }

  /** Returns the heap file of records; its store closes it. */
  public static HeapFile heap(RecordStructure records) {
    return records.heap();
  }

  /** Returns the nodes of a tree, for snapshots and structural checks. */
  public static LoggedNodeStore nodes(IndexStructure index) {
    return index.stored();
  }

  /**
   * Returns the buffer between a tree and the device, cast to a type, for operations that only this
   * type offers. Returns null if the buffer has another type.
   */
  public static <B> @Nullable B buffer(IndexStructure index, Class<B> type) {
    return index.buffer(type);
  }
}
