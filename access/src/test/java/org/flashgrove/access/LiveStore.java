package org.flashgrove.access;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.query.ScanQueries;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/** A store or a table that several processes share. */
interface LiveStore extends LiveHistory.Windows, AutoCloseable {
  /** Upper bound of the coordinates of a window that contains all entries. */
  double ALL = 1e9;

  /** Makes changes in one commit. */
  void commit(Consumer<LiveHistory.Changes> changes);

  /** Returns the store at its newest commit, or this object if nothing has changed. */
  LiveStore refresh();

  /** Returns the whole store. */
  Store whole();

  @Override
  default void close() {
    whole().close();
  }

  /**
   * Creates an empty store.
   *
   * @param index spec of an index, or {@code table}
   */
  static LiveStore create(Path where, String index, StoreOptions options) {
    if (!index.equals("table")) {
      return new OfEntries(SpatialStore.create(where, options));
    }
    Schema schema =
        Schema.builder()
            .required("sum", AttributeType.DOUBLE)
            .nullable("name", AttributeType.STRING)
            .build();
    return new OfRecords(
        Table.create(
            where,
            TableOptions.defaults()
                .withAttributes(schema)
                .withIndex("geom", "rstar")
                .withIndex("key", "bplus:unique=on")
                .withIndex("name", "bplus:attribute=name")
                .withFlash(options.design().flash().toString())
                .withSync(SyncMode.OP)));
  }

  static LiveStore open(Path where, boolean readOnly) {
    if (Table.isTable(where)) {
      return new OfRecords(readOnly ? Table.openReadOnly(where) : Table.open(where));
    }
    return new OfEntries(readOnly ? SpatialStore.openReadOnly(where) : SpatialStore.open(where));
  }

  /** A store of one index. */
  record OfEntries(SpatialStore store) implements LiveStore {
    @Override
    public void commit(Consumer<LiveHistory.Changes> changes) {
      try (SpatialBatch batch = store.begin()) {
        changes.accept(
            new LiveHistory.Changes() {
              @Override
              public void insert(Model.Entry it) {
                batch.insert(it.id(), it.minX(), it.minY(), it.maxX(), it.maxY());
              }

              @Override
              public boolean delete(Model.Entry it) {
                return batch.delete(it.id(), it.minX(), it.minY(), it.maxX(), it.maxY());
              }
            });
        batch.commit();
      }
    }

    @Override
    public void search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
      store.search(minX, minY, maxX, maxY, visitor);
    }

    @Override
    public LiveStore refresh() {
      SpatialStore now = store.refresh();
      return now == store ? this : new OfEntries(now);
    }

    @Override
    public Store whole() {
      return store.store();
    }
  }

  /**
   * A table with an index on the geometry, one on the key and one on a text. Scans of the records
   * find all entries, and the index on the geometry finds the entries of a window. Each record is
   * also found by its key and by its name.
   */
  record OfRecords(Table table) implements LiveStore {
    private static final GeometryFactory GEOMETRIES = new GeometryFactory();
    private static final int NAMES = 1_000;

    private static double sum(Envelope of) {
      return of.getMinX() + of.getMinY() + of.getMaxX() + of.getMaxY();
    }

    private static String name(long id) {
      return "n" + id % NAMES;
    }

    @Override
    public void commit(Consumer<LiveHistory.Changes> changes) {
      try (TableBatch batch = table.begin()) {
        changes.accept(
            new LiveHistory.Changes() {
              @Override
              public void insert(Model.Entry it) {
                Envelope box = new Envelope(it.minX(), it.maxX(), it.minY(), it.maxY());
                batch.insert(
                    it.id(),
                    GEOMETRIES.toGeometry(box),
                    row -> row.set("sum", sum(box)).set("name", name(it.id())));
              }

              @Override
              public boolean delete(Model.Entry it) {
                long rid = batch.find(it.id());
                return rid >= 0 && batch.byRid().delete(rid);
              }
            });
        batch.commit();
      }
    }

    @Override
    public void search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
      boolean isAll = maxX == ALL && minX < 0;
      Envelope window = new Envelope(minX, maxX, minY, maxY);
      ScanQuery query =
          isAll
              ? ScanQuery.ALL
              : ScanQuery.where(
                  new GeometryQuery(
                      Predicate.INTERSECTS, Semantics.OGC, GEOMETRIES.toGeometry(window)));
      TableQuery queries = TableQuery.of(table);
      ScanQueries.of(queries, query)
          .forEach(
              record -> {
                Envelope box = record.geometry().getEnvelopeInternal();
                if (record.row().getDouble("sum") != sum(box)
                    || !record.row().getString("name").equals(name(record.key()))
                    || !isAll && queries.keys(record.key(), record.key()).count() != 1) {
                  throw new IllegalStateException("record " + record.key() + " is not whole");
                }
                visitor.visit(
                    record.key(), box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
              });
    }

    @Override
    public LiveStore refresh() {
      Table now = table.refresh();
      return now == table ? this : new OfRecords(now);
    }

    @Override
    public Store whole() {
      return table.store();
    }
  }
}
