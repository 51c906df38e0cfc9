package org.flashgrove.access.structure;

import java.util.Objects;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.jspecify.annotations.Nullable;

/**
 * Access to the internals of a store, for tools and experiments. An application needs none of it:
 * what it calls names no type of trees, nodes, blocks or buffers. Changes that are made here,
 * rather than by the structure, are a commit each.
 */
public final class Internals {
  private Internals() {}

  /** Returns the tree of a spatial index; its store closes it. */
  public static SpatialTree tree(SpatialStructure index) {
    return index.tree();
  }

  /** Returns the tree of pairs; its store closes it. */
  public static BPlusTree tree(KeyStructure pairs) {
    return pairs.tree();
  }

  /** Returns the index of sealed blocks that a structure is, or null; its store closes it. */
  public static @Nullable BlockIndex<?> blocks(Object structure) {
    return structure instanceof BlockStructure index ? index.index() : null;
  }

  /** Returns the index of sealed blocks that a structure which is no tree is. */
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
   * Returns the buffer between a tree and the device if it is of a type, for what it alone can do,
   * such as aggregates; else null.
   */
  public static <B> @Nullable B buffer(IndexStructure index, Class<B> type) {
    return index.buffer(type);
  }
}
