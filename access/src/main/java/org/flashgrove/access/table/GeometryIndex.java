package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.access.EntryStructure;
import org.flashgrove.access.GroveStructure;
import org.flashgrove.access.SpatialStructure;
import org.flashgrove.access.Structure;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.grove.GroveSnapshot;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;

/**
 * A spatial index of the bounds of geometries; the id of an entry is the RID. Records without a
 * geometry, or with an empty one, have no entry.
 */
public final class GeometryIndex extends TableIndex {
  private final EntryStructure structure;

  GeometryIndex(String name, Structure structure) {
    super(name, structure);
    this.structure = (EntryStructure) structure;
  }

  /** Counts what queries look at. */
  public interface PageCounter {
    /** Returns the same nodes, each counted when it is read. */
    NodeReader counting(NodeReader nodes);

    /** Counts pages of blocks. */
    void count(long pages);
  }

  /** The entries; changes go through the table. */
  public SpatialIndex entries() {
    return structure.entries();
  }

  /**
   * The tree; changes go through the table.
   *
   * @throws SpecException if the index is no tree
   */
  public SpatialTree tree() {
    if (structure instanceof SpatialStructure spatial) {
      return spatial.tree();
    }
    throw new SpecException(
        "index '" + name() + "' is " + spec() + " (allowed: a spatial tree, such as rstar)");
  }

  /** Returns the pages of entries of an index of blocks; 0 if it is a tree. */
  public long pagesOfBlocks() {
    return structure instanceof GroveStructure grove ? grove.entries().figures().pages() : 0;
  }

  /**
   * Visits the RIDs of entries for whose rectangles a test with a box holds, as of a snapshot.
   *
   * @param announces whether the visitor lets a search of a tree run to the end
   */
  public long searchIds(
      TableSnapshot snapshot,
      PageCounter counter,
      RectangleTest test,
      Envelope box,
      LongPredicate visitor,
      boolean announces) {
    double minX = box.getMinX();
    double minY = box.getMinY();
    double maxX = box.getMaxX();
    double maxY = box.getMaxY();
    if (structure instanceof GroveStructure grove) {
      GroveSnapshot entries = snapshot.grove(grove);
      long visited = entries.searchIds(test, minX, minY, maxX, maxY, visitor);
      counter.count(entries.pages());
      return visited;
    }
    NodeReader nodes = counter.counting(snapshot.nodes(this));
    return tree()
        .searchIn(
            nodes,
            test,
            minX,
            minY,
            maxX,
            maxY,
            (rid, x1, y1, x2, y2) -> visitor.test(rid),
            announces);
  }

  /**
   * Returns a search of the entries as of a snapshot.
   *
   * @param announces whether visitors let a search of a tree run to the end
   */
  public EntrySearch search(TableSnapshot snapshot, boolean announces) {
    if (structure instanceof GroveStructure grove) {
      return snapshot.grove(grove);
    }
    SpatialTree tree = tree();
    NodeReader nodes = snapshot.nodes(this);
    return (test, minX, minY, maxX, maxY, visitor) ->
        tree.searchIn(nodes, test, minX, minY, maxX, maxY, visitor, announces);
  }

  /** Visits the entries nearest to a box, as of a snapshot. */
  public long nearest(
      TableSnapshot snapshot,
      PageCounter counter,
      Envelope box,
      long limit,
      LongToDoubleFunction exactDistance,
      NeighbourVisitor visitor) {
    double minX = box.getMinX();
    double minY = box.getMinY();
    double maxX = box.getMaxX();
    double maxY = box.getMaxY();
    if (structure instanceof GroveStructure grove) {
      GroveSnapshot entries = snapshot.grove(grove);
      long visited = entries.nearest(minX, minY, maxX, maxY, limit, exactDistance, visitor);
      counter.count(entries.pages());
      return visited;
    }
    NodeReader nodes = counter.counting(snapshot.nodes(this));
    return tree().nearestIn(nodes, minX, minY, maxX, maxY, limit, exactDistance, visitor);
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
    entries()
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
    if (!(structure instanceof SpatialStructure spatial)) {
      throw new UnsupportedOperationException(
          "bulk loading of index '"
              + name()
              + "', which is "
              + spec()
              + ", together with records (allowed: tables whose indices are trees)");
    }
    SpatialTree tree = spatial.tree();
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
        spatial.load(boxes, batch);
      }

      @Override
      public void close() {
        boxes.close();
      }
    };
  }
}
