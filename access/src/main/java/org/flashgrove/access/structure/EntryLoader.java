package org.flashgrove.access.structure;

import org.flashgrove.access.ids.IdWords;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.core.index.Entry;
import org.flashgrove.grove.index.BlockBatch;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.log.WriteBatch;

/**
 * Bulk load of an empty index. It takes entries in any order, sorts them, and packs them into full
 * pages. A bulk load is much faster than insertions. The load is one commit: after a crash the
 * index is empty or full. Closing the loader without {@link #load} leaves the index empty. For one
 * thread.
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
   * Adds an entry.
   *
   * @throws IllegalArgumentException if the store cannot store the rectangle
   */
  public abstract void add(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Fills the store with all added entries and commits them. This may be called once.
   *
   * @throws IllegalStateException if the store is not empty
   * @throws org.flashgrove.core.failure.DuplicateKeyException if the store keeps rectangles by id
   *     and an id occurs more than once; the store stays empty
   */
  public abstract void load();

  /**
   * Fills the index with all added entries as a part of a batch. The caller closes the result
   * before the batch.
   */
  abstract Part load(WriteBatch batch);

  /** Changes that a bulk load has added to a batch. */
  interface Part extends AutoCloseable {
    @Override
    void close();
  }

  @Override
  public abstract void close();

  static final class OfTree extends EntryLoader {
    private final SpatialStructure index;
    private final BulkLoader loader;

    OfTree(SpatialStructure index, LoadOptions options) {
      this.index = index;
      SpatialTree tree = index.tree();
      loader = tree.bulkLoader(options.config(tree.bulkOrders().get(0)));
    }

    @Override
    public void add(long id, double minX, double minY, double maxX, double maxY) {
      loader.add(id, minX, minY, maxX, maxY);
    }

    @Override
    public void load() {
      index.tree().load(loader);
    }

    @Override
    Part load(WriteBatch batch) {
      index.load(loader, batch);
      return () -> {}; // the batch commits the load
    }

    @Override
    public void close() {
      loader.close();
    }
  }

  static final class OfBlocks extends EntryLoader {
    private final BlockStructure index;
    private final BlockLoader loader;

    OfBlocks(BlockStructure index, LoadOptions options) {
      this.index = index;
      loader = index.plain().bulkLoader(options.sortMemoryBytes(), options.spillDirectory());
      loader.reportTo(options.progress());
    }

    @Override
    public void add(long id, double minX, double minY, double maxX, double maxY) {
      loader.add(id, minX, minY, maxX, maxY);
    }

    @Override
    public void load() {
      index.plain().load(loader);
    }

    @Override
    Part load(WriteBatch batch) {
      BlockBatch changes = (BlockBatch) Lifecycle.joined(index, index.plain(), batch);
      boolean loaded = false;
      try {
        changes.load(loader);
        loaded = true;
      } finally {
        if (!loaded) {
          changes.close();
        }
      }
      return changes::close;
    }

    @Override
    public void close() {
      loader.close();
    }
  }

  /** Bulk load of an index together with its rectangles by id. */
  static final class WithIds extends EntryLoader {
    private final EntryLoader entries;
    private final IdStructure ids;
    private final PairLoader pairs;

    WithIds(EntryLoader entries, IdStructure ids, LoadOptions options) {
      this.entries = entries;
      this.ids = ids;
      pairs = ids.loader(options);
    }

    @Override
    public void add(long id, double minX, double minY, double maxX, double maxY) {
      Entry kept = IdWords.of(id, minX, minY, maxX, maxY);
      entries.add(id, kept.minX(), kept.minY(), kept.maxX(), kept.maxY());
      IdWords.add(pairs, kept);
    }

    @Override
    public void load() {
      try (WriteBatch batch = Lifecycle.beginBatch(ids, null)) {
        ids.load(pairs, batch); // first, because it rejects repeated ids
        try (Part part = entries.load(batch)) {
          batch.commit();
        }
      }
    }

    @Override
    Part load(WriteBatch batch) {
      throw new UnsupportedOperationException(
          "bulk load: a load with ids cannot be a part of a batch; call load()");
    }

    @Override
    public void close() {
      try (pairs) {
        entries.close();
      }
    }
  }
}
