package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.access.SpatialStructure;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;

/**
 * A spatial index of the bounds of geometries; the id of an entry is the RID. Records without a
 * geometry, or with an empty one, have no entry.
 */
public final class GeometryIndex extends TableIndex {
  private final SpatialStructure structure;

  GeometryIndex(String name, SpatialStructure structure) {
    super(name, structure);
    this.structure = structure;
  }

  /** The tree; changes go through the table. */
  public SpatialTree tree() {
    return structure.tree();
  }

  @Override
  void requireHoldable(Envelope bounds) {
    if (bounds != null) {
      structure.requireHoldable(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
  }

  @Override
  boolean isIndexed(Envelope bounds) {
    return bounds != null;
  }

  @Override
  void forEach(EntryCheck check) {
    tree()
        .search(
            Predicate.DISJOINT.candidates(), // lets every rectangle pass
            0,
            0,
            0,
            0,
            (rid, minX, minY, maxX, maxY) -> {
              check.entry(rid, 0, new Envelope(minX, maxX, minY, maxY));
              return true;
            });
  }

  @Override
  Changes begin(WriteBatch batch) {
    SpatialBatch boxes = structure.begin(batch);
    return new Changes() {
      @Override
      public void add(long rid, long key, Envelope bounds) {
        if (bounds != null) {
          boxes.insert(rid, bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
        }
      }

      @Override
      public boolean remove(long rid, long key, Envelope bounds) {
        return bounds == null
            || boxes.delete(
                rid, bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
      }

      @Override
      public void close() {
        boxes.close();
      }
    };
  }

  @Override
  Loading load(int sortMemoryBytes, Path spillDirectory) {
    SpatialTree tree = tree();
    BulkConfig config =
        new BulkConfig(tree.bulkOrders().get(0), spillDirectory).withSortMemory(sortMemoryBytes);
    BulkLoader boxes = tree.bulkLoader(config);
    return new Loading() {
      @Override
      public void add(long rid, long key, Envelope bounds) {
        if (bounds != null) {
          boxes.add(rid, bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
        }
      }

      @Override
      public void fill(WriteBatch batch) {
        structure.load(boxes, batch);
      }

      @Override
      public void close() {
        boxes.close();
      }
    };
  }
}
