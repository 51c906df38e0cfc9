package org.flashgrove.access;

import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Fills an empty index: takes entries in any order, and sorts and packs them as the index does.
 * Much faster than insertions, with full pages, and one commit: after a crash the index is empty or
 * full. For one thread. Close it; without {@link #load} the index stays empty.
 *
 * <pre>
 *   try (EntryLoader loader = store.loader(64 &lt;&lt; 20, directory)) {
 *     loader.add(1, 0, 0, 1, 1);
 *     loader.load();
 *   }
 * </pre>
 */
public abstract class EntryLoader implements AutoCloseable {
  private EntryLoader() {}

  /**
   * Takes an entry.
   *
   * @throws IllegalArgumentException for a rectangle that the store does not take
   */
  public abstract void add(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Fills the store with all that was taken, in one commit; once.
   *
   * @throws IllegalStateException if the store is not empty
   */
  public abstract void load();

  @Override
  public abstract void close();

  /** Loads a tree. */
  static final class OfTree extends EntryLoader {
    private final SpatialTree tree;
    private final BulkLoader loader;

    OfTree(SpatialTree tree, LoadOptions options) {
      this.tree = tree;
      loader = tree.bulkLoader(options.config(tree.bulkOrders().get(0)));
    }

    @Override
    public void add(long id, double minX, double minY, double maxX, double maxY) {
      loader.add(id, minX, minY, maxX, maxY);
    }

    @Override
    public void load() {
      tree.load(loader);
    }

    @Override
    public void close() {
      loader.close();
    }
  }

  /** Loads an index of blocks. */
  static final class OfBlocks extends EntryLoader {
    private final BlockIndex<?> index;
    private final BlockLoader loader;

    OfBlocks(BlockIndex<?> index, LoadOptions options) {
      this.index = index;
      loader = index.bulkLoader(options.sortMemoryBytes(), options.spillDirectory());
    }

    @Override
    public void add(long id, double minX, double minY, double maxX, double maxY) {
      loader.add(id, minX, minY, maxX, maxY);
    }

    @Override
    public void load() {
      index.load(loader);
    }

    @Override
    public void close() {
      loader.close();
    }
  }
}
