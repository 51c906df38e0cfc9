package org.flashgrove.access.query;

import java.nio.file.Path;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.flashgrove.access.cost.TablePlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.TemporarySpace;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.index.EntryQuery;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Opens what a query of a table finds, at the newest commit or at that of a snapshot.
 *
 * <p>A query is answered by the index that gives fewest records by its kind ({@link
 * TableScan#usual}), without a look at costs. With an order the records are sorted in at most
 * {@link #SORT_MEMORY} bytes. Records beyond these go to a file in the directory for temporary
 * files, which is removed.
 */
final class QueryRun {
  /** Memory of a sort, in bytes; more only for pages so large that few of them fit. */
  static final long SORT_MEMORY = 8L << 20;

  private static final int SORT_UNIT_PAGES = 8;
  private static final int SORT_UNITS = 8;

  private final Table table;
  private final @Nullable TableSnapshot snapshot;

  /**
   * Creates runs.
   *
   * @param snapshot that the queries see, or null for the newest commit
   */
  QueryRun(Table table, @Nullable TableSnapshot snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  Table table() {
    return table;
  }

  /** Uses a snapshot. */
  @FunctionalInterface
  interface Use<T> {
    T of(TableSnapshot at);
  }

  /** Uses the snapshot that the queries see. */
  <T> T use(Use<T> use) {
    if (snapshot != null) {
      return use.of(snapshot);
    }
    try (TableSnapshot newest = table.snapshot()) {
      return use.of(newest);
    }
  }

  /** Opens records, and what they stand on. */
  private final class Opening {
    private final TableSnapshot at = snapshot == null ? table.snapshot() : snapshot;
    private final QueryParts parts;
    private @Nullable TemporarySpace space;
    private @Nullable RecordCursor records;
    private @Nullable NearestRecords nearest;

    Opening(QueryParts parts) {
      this.parts = parts;
    }

    TableCursor cursor(@Nullable LongSupplier rids) {
      boolean opened = false;
      try {
        RecordCursor found = open(rids);
        TableCursor cursor = new TableCursor(found, nearest, parts, at.schema(), this::end);
        opened = true;
        return cursor;
      } finally {
        if (!opened) {
          if (records != null) {
            records.close();
          }
          end();
        }
      }
    }

    private RecordCursor open(@Nullable LongSupplier rids) {
      ScanQuery query = parts.scan();
      RecordOrder order = parts.order();
      if (order != null && order.attribute() != null) {
        at.schema().require(order.attribute());
      }
      if (rids != null) {
        return TableScan.ofRids(at, query, rids, parts.watch());
      }
      Geometry from = parts.from();
      if (from != null) {
        boolean isRefined = query.geometry() != null || !query.hasAllKeys();
        long most = isRefined ? Long.MAX_VALUE : parts.mostFound();
        NearestRecords opened = NearestRecords.open(at, from, query.filter(), most, parts.watch());
        nearest = opened;
        records = opened;
        return isRefined ? opened.refined(query) : opened;
      }
      AttributeIndex inOrder = indexInOrder(at, query, order, parts.mostRead());
      if (order != null && inOrder != null) {
        return TableScan.inOrder(at, query, inOrder, order.isDescending(), parts.watch());
      }
      ScanConfig usual = TableScan.usual(at.indices(), query).watchedBy(parts.watch());
      RecordCursor found = TableScan.open(at, query, usual);
      records = found;
      return order == null ? found : sorted(found, query, order);
    }

    private RecordCursor sorted(RecordCursor found, ScanQuery query, RecordOrder order) {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      TemporarySpace used =
          TemporarySpace.in(temporary, table.options().pageSize(), Long.MAX_VALUE);
      space = used;
      return new TablePlanner(table).inOrder(found, query, order, sortConfig(), used);
    }

    private void end() {
      try {
        if (space != null) {
          space.close();
        }
      } finally {
        if (snapshot == null) {
          at.close();
        }
      }
    }
  }

  /** Returns a cursor over the records of a query. */
  TableCursor cursor(QueryParts parts) {
    return new Opening(parts.started()).cursor(null);
  }

  /**
   * Returns a cursor over those of some records that satisfy the conditions of a query.
   *
   * @param rids of records of the snapshot; {@link TableScan#NO_RID} ends them
   * @throws IllegalStateException for queries of a table, whose next query may see another commit
   */
  TableCursor cursor(QueryParts parts, LongSupplier rids) {
    if (snapshot == null) {
      throw new IllegalStateException("records by RIDs (allowed: queries of a snapshot)");
    }
    return new Opening(parts.started()).cursor(rids);
  }

  /**
   * Returns an index that gives the records of a query in an order, if that is likely to read fewer
   * pages than all there are; null if there is none.
   */
  private static @Nullable AttributeIndex indexInOrder(
      TableSnapshot at, ScanQuery query, @Nullable RecordOrder order, long likely) {
    if (order == null || order.isOfKeys()) {
      return null;
    }
    boolean isOfOrder =
        query.geometry() == null
            && query.hasAllKeys()
            && (query.filter() == null
                || query.filter().attributes().equals(Set.of(order.attribute())));
    if (!isOfOrder || likely > at.table().pageCount()) {
      return null;
    }
    for (TableIndex each : at.indices().all()) {
      if (each instanceof AttributeIndex of
          && of.attribute().name().equals(order.attribute())
          && of.givesOrder(at)
          && TableScan.misfit(of, query) == null) {
        return of;
      }
    }
    return null;
  }

  /** Less memory for a table that needs less. */
  private SortConfig sortConfig() {
    int pageSize = table.options().pageSize();
    long least = (long) SORT_UNITS * SORT_UNIT_PAGES * pageSize;
    long all = 2 * table.pageCount() * pageSize;
    return new SortConfig(Math.max(least, Math.min(SORT_MEMORY, all)), SORT_UNIT_PAGES);
  }

  /**
   * Returns the number of records of a query. A record is read only if no index decides whether it
   * is one of them.
   */
  long count(QueryParts asked) {
    QueryParts parts = asked.started();
    if (parts.from() != null) {
      long found = 0;
      try (TableCursor records = cursor(parts)) {
        while (records.next()) {
          found++;
        }
      }
      return found;
    }
    long found = use(at -> TableScan.count(at, parts.scan(), new SkipCollector(), parts.watch()));
    return Math.min(parts.limit(), Math.max(0, found - parts.offset()));
  }

  /** Returns the bounds of all geometries, as the index on the geometry has them. */
  static Envelope bounds(TableSnapshot at) {
    GeometryIndex index = at.indices().ofGeometry();
    if (index == null) {
      throw new MissingIndexException(
          "bounds of a table without an index on the geometry (allowed: with one, such as"
              + " geom=rstar)");
    }
    Envelope bounds = new Envelope();
    index
        .at(at, true, pages -> {})
        .forEach(
            EntryQuery.all(),
            (rid, minX, minY, maxX, maxY) -> {
              bounds.expandToInclude(minX, minY);
              bounds.expandToInclude(maxX, maxY);
            });
    return bounds;
  }

  /** Returns a stream of the records of a cursor, which it closes. */
  static Stream<TableRecord> stream(TableCursor cursor) {
    int traits = Spliterator.NONNULL | Spliterator.IMMUTABLE | Spliterator.ORDERED;
    Spliterator<TableRecord> records =
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, traits) {
          @Override
          public boolean tryAdvance(Consumer<? super TableRecord> action) {
            boolean found = cursor.next();
            if (found) {
              action.accept(cursor.record().copy());
            }
            return found;
          }
        };
    return StreamSupport.stream(records, false).onClose(cursor::close);
  }
}
