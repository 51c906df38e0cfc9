package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.flashgrove.access.EntrySnapshot;
import org.flashgrove.access.EntryStructure;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.SpatialStructure;
import org.flashgrove.access.Structure;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.access.metrics.LsmMetrics;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.StoppingJoinVisitor;
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
  private final EntryStructure structure;

  GeometryIndex(String name, Structure structure) {
    super(name, structure);
    this.structure = (EntryStructure) structure;
  }

  /** The entries of the newest commit; changes go through the table. */
  public SpatialIndex entries() {
    return structure.entries();
  }

  /** Returns the pages of entries of an index of blocks; 0 if it is a tree. */
  public long pagesOfBlocks() {
    GroveMetrics grove = structure().metrics().grove();
    LsmMetrics lsm = structure().metrics().lsm();
    return grove != null ? grove.index().pages() : lsm == null ? 0 : lsm.index().pages();
  }

  /** Returns the entries, whose ids are RIDs, as {@link EntryStructure#at} does. */
  public EntrySnapshot at(TableSnapshot snapshot, boolean announces, LongConsumer pages) {
    return structure.at(snapshot.structures(), announces, pages);
  }

  /**
   * Visits the pairs of entries of two indices, each as a snapshot has it, for which a test holds.
   *
   * @return number of pairs visited
   */
  public static long join(
      TableSnapshot left, TableSnapshot right, RectangleTest test, StoppingJoinVisitor visitor) {
    return left.indices()
        .ofGeometry()
        .at(left, false, pages -> {})
        .joinUntil(right.indices().ofGeometry().at(right, false, pages -> {}), test, visitor);
  }

  @Override
  void requireHoldable(Envelope bounds) {
    if (bounds != null) {
      structure.requireHoldable(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
  }

  @Override
  boolean isIndexed(IndexedRecord record) {
    return record.bounds() != null;
  }

  @Override
  boolean isSame(IndexedRecord one, IndexedRecord other) {
    return Objects.equals(one.bounds(), other.bounds());
  }

  @Override
  boolean isEntryOf(IndexedRecord record, long word, Envelope bounds) {
    return bounds.equals(record.bounds());
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
            });
  }

  @Override
  Changes begin(WriteBatch batch) {
    return changes(structure.begin(batch));
  }

  @Override
  Changes begin() {
    return changes(entries().begin());
  }

  private static Changes changes(SpatialBatch boxes) {
    return new Changes() {
      @Override
      public void add(IndexedRecord record) {
        Envelope bounds = record.bounds();
        if (bounds != null) {
          boxes.insert(
              record.rid(), bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
        }
      }

      @Override
      public boolean remove(IndexedRecord record) {
        Envelope bounds = record.bounds();
        return bounds == null
            || boxes.delete(
                record.rid(),
                bounds.getMinX(),
                bounds.getMinY(),
                bounds.getMaxX(),
                bounds.getMaxY());
      }

      @Override
      public void commit() {
        boxes.commit();
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
    SpatialTree tree = Laboratory.tree(spatial);
    BulkConfig config =
        new BulkConfig(tree.bulkOrders().get(0), spillDirectory).withSortMemory(sortMemoryBytes);
    BulkLoader boxes = tree.bulkLoader(config);
    return new Loading() {
      @Override
      public void add(IndexedRecord record) {
        Envelope bounds = record.bounds();
        if (bounds != null) {
          boxes.add(
              record.rid(), bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
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
