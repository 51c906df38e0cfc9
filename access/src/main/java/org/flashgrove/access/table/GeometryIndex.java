package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.locationtech.jts.geom.Envelope;

/**
 * A spatial index of the bounds of geometries; the id of an entry is the RID. Records without a
 * geometry, or with an empty one, have no entry.
 */
public final class GeometryIndex extends TableIndex {
  private final TreeAlgorithm algorithm;
  private final SpatialTree tree;

  GeometryIndex(
      String name,
      String spec,
      LoggedNodeStore nodes,
      IoCounters counters,
      TreeAlgorithm algorithm) {
    super(name, spec, nodes, counters);
    this.algorithm = algorithm;
    tree = SpatialTree.open(nodes, algorithm);
  }

  /** The tree; changes go through the table. */
  public SpatialTree tree() {
    return tree;
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  TreeFigures treeFigures() {
    return tree.figures();
  }

  @Override
  public CheckReport check() {
    return tree.check(true);
  }

  @Override
  void requireHoldable(Envelope bounds) {
    if (bounds != null) {
      algorithm.requireHoldable(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
  }

  @Override
  boolean isIndexed(Envelope bounds) {
    return bounds != null;
  }

  @Override
  void forEach(EntryCheck check) {
    tree.search(
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
    SpatialBatch boxes = tree.begin();
    boolean joined = false;
    try {
      batch.add(nodes());
      joined = true;
    } finally {
      if (!joined) {
        boxes.close();
      }
    }
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
      public void fill(NodeOperation operation) {
        tree.load(boxes, operation);
      }

      @Override
      public void close() {
        boxes.close();
      }
    };
  }

  @Override
  void close() {
    tree.close();
  }
}
