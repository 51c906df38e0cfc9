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
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.record.ScanFigures;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.scan.NearestRecords;
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
import org.flashgrove.core.index.VisitResult;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Queries of the records of a table, each at the commit that is the newest when it begins, or all
 * at the one commit of a snapshot:
 *
 * <pre>{@code
 * ScanQuery tall = ScanQuery.where(Filter.parse("height > 20 and owner like 'A%'"));
 * try (Stream<TableRecord> found = TableQueries.of(parcels).stream(tall)) {
 *   found.forEach(record -> print(record.key(), record.row().getString("owner")));
 * }
 * }</pre>
 *
 * <p>A visitor of {@code visit} and {@code nearest} receives all that is found. One that may end
 * the query answers with a {@link VisitResult}, and is given to a method whose name ends in {@code
 * Until}. A cursor waits between two records, and a stream stands on a cursor; both are closed by
 * the caller, those of a snapshot before it.
 *
 * <p>A query is answered by the index that gives fewest records by its kind ({@link
 * TableScan#usual}), without a look at costs. With an order the records are sorted in at most
 * {@link #SORT_MEMORY} bytes; what does not fit is written to a file in the directory for temporary
 * files, which is removed.
 *
 * <p>Queries skip records whose geometry no algorithm can evaluate; {@link #skipped} lists these
 * records.
 *
 * <p>Queries of a table may be asked by any thread, those of a snapshot by one at a time.
 */
public final class TableQueries {
  /** Memory of a sort, in bytes; more only for pages so large that few of them fit. */
  public static final long SORT_MEMORY = 8L << 20;

  private static final int SORT_UNIT_PAGES = 8;
  private static final int SORT_UNITS = 8;

  private final Table table;
  private final @Nullable TableSnapshot snapshot;
  private final SkipCollector skipped = new SkipCollector();

  private TableQueries(Table table, @Nullable TableSnapshot snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  /** Returns queries of a table, each at the newest commit. */
  public static TableQueries of(Table table) {
    return new TableQueries(table, null);
  }

  /** Returns queries of a table, all at the commit of a snapshot, which the caller closes. */
  public static TableQueries of(TableSnapshot snapshot) {
    return new TableQueries(snapshot.table(), snapshot);
  }

  /**
   * Returns the records that queries of this object have skipped so far. Records skipped by a
   * cursor or stream appear once it is closed.
   */
  public SkippedRecords skipped() {
    return skipped.skipped();
  }

  /**
   * Returns a cursor over the records that a query asks for, in no particular order.
   *
   * @throws org.flashgrove.core.spec.SpecException if the filter names what the table does not have
   */
  public TableCursor cursor(ScanQuery query) {
    return cursor(query, null);
  }

  /**
   * Returns a cursor over the records that a query asks for, in an order.
   *
   * @param order null for any
   * @throws org.flashgrove.core.spec.SpecException if filter or order name what the table does not
   *     have
   */
  public TableCursor cursor(ScanQuery query, @Nullable RecordOrder order) {
    return cursor(query, order, Long.MAX_VALUE);
  }

  /**
   * Returns a cursor over the records that a query asks for, in an order. If the caller is likely
   * to read few of them, an index that has the order gives them one by one; without such an index
   * all are sorted first.
   *
   * @param order null for any
   * @param likely most records that the caller is going to read, as far as it knows
   */
  public TableCursor cursor(ScanQuery query, @Nullable RecordOrder order, long likely) {
    TableSnapshot at = snapshot == null ? table.snapshot() : snapshot;
    @Nullable TemporarySpace space = null;
    @Nullable RecordCursor records = null;
    boolean opened = false;
    try {
      if (order != null && order.attribute() != null) {
        at.schema().require(order.attribute());
      }
      AttributeIndex inOrder = indexInOrder(at, query, order, likely);
      records =
          order == null || inOrder == null
              ? TableScan.open(at, query, TableScan.usual(at.indices(), query))
              : TableScan.inOrder(at, query, inOrder, order.isDescending());
      if (order != null && inOrder == null) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        space = TemporarySpace.in(temporary, table.options().pageSize(), Long.MAX_VALUE);
        TablePlanner planner = new TablePlanner(table);
        records = planner.inOrder(records, query, order, sortConfig(), space);
      }
      TemporarySpace used = space;
      RecordCursor asked = records;
      TableCursor cursor = new TableCursor(records, at.schema(), () -> end(asked, at, used));
      opened = true;
      return cursor;
    } finally {
      if (!opened) {
        if (records != null) {
          records.close();
        }
        end(at, space);
      }
    }
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
          && of.attribute().type().hasExactWords()
          && TableScan.misfit(of, query) == null) {
        return of;
      }
    }
    return null;
  }

  /**
   * Returns a cursor over the records of a snapshot in the order that their RIDs are given, those
   * that a query asks for.
   *
   * @param rids of records of the snapshot; {@link TableScan#NO_RID} ends them
   * @throws IllegalStateException for queries of a table, whose next query may see another commit
   */
  public TableCursor cursorOf(LongSupplier rids, ScanQuery query) {
    if (snapshot == null) {
      throw new IllegalStateException("records by RIDs (allowed: queries of a snapshot)");
    }
    RecordCursor records = TableScan.ofRids(snapshot, query, rids);
    return new TableCursor(
        records, snapshot.schema(), () -> skipped.add(records.figures().skipped()));
  }

  /**
   * Returns the bounds of the geometries of all records, as the index on the geometry has them: no
   * record is read.
   *
   * @return empty if there are none
   * @throws org.flashgrove.core.spec.SpecException if the table has no index on the geometry
   */
  public Envelope bounds() {
    if (snapshot != null) {
      return boundsAt(snapshot);
    }
    try (TableSnapshot newest = table.snapshot()) {
      return boundsAt(newest);
    }
  }

  private static Envelope boundsAt(TableSnapshot at) {
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

  /** Less memory for a table that needs less. */
  private SortConfig sortConfig() {
    int pageSize = table.options().pageSize();
    long least = (long) SORT_UNITS * SORT_UNIT_PAGES * pageSize;
    long all = 2 * table.pageCount() * pageSize;
    return new SortConfig(Math.max(least, Math.min(SORT_MEMORY, all)), SORT_UNIT_PAGES);
  }

  private void end(RecordCursor asked, TableSnapshot at, @Nullable TemporarySpace space) {
    try {
      skipped.add(asked.figures().skipped());
    } finally {
      end(at, space);
    }
  }

  private void end(TableSnapshot at, @Nullable TemporarySpace space) {
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

  /**
   * Visits all records that a query asks for, in no particular order.
   *
   * @return number of records visited
   */
  public long visit(ScanQuery query, RecordVisitor visitor) {
    return visitUntil(query, null, visitor);
  }

  /** Visits all records that a query asks for, in an order; null for any. */
  public long visit(ScanQuery query, @Nullable RecordOrder order, RecordVisitor visitor) {
    return visitUntil(query, order, visitor);
  }

  /** Visits records that a query asks for, in no particular order, until the visitor stops. */
  public long visitUntil(ScanQuery query, StoppingRecordVisitor visitor) {
    return visitUntil(query, null, visitor);
  }

  /** Visits records that a query asks for, in an order, until the visitor stops. */
  public long visitUntil(
      ScanQuery query, @Nullable RecordOrder order, StoppingRecordVisitor visitor) {
    long visited = 0;
    try (TableCursor cursor = cursor(query, order)) {
      while (cursor.next()) {
        visited++;
        if (visitor.found(cursor.record()) == VisitResult.STOP) {
          break;
        }
      }
    }
    return visited;
  }

  /**
   * Returns a sequential stream of the records that a query asks for, in no particular order, each
   * an object of its own. It reads pages as it goes on; the caller closes it.
   */
  public Stream<TableRecord> stream(ScanQuery query) {
    return stream(query, null);
  }

  /** Returns a stream of the records that a query asks for, in an order; null for any. */
  public Stream<TableRecord> stream(ScanQuery query, @Nullable RecordOrder order) {
    return stream(cursor(query, order));
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

  /**
   * Returns the number of records that a query asks for. A record is read only if no index decides
   * whether it is one of them.
   */
  public long count(ScanQuery query) {
    if (snapshot != null) {
      return TableScan.count(snapshot, query, skipped);
    }
    try (TableSnapshot newest = table.snapshot()) {
      return TableScan.count(newest, query, skipped);
    }
  }

  /** Receives records in the order of their distances and says after each whether to go on. */
  @FunctionalInterface
  public interface StoppingNeighbourVisitor {
    /**
     * Receives one.
     *
     * @param record valid until this returns; {@link TableRecord#copy} keeps it
     * @param distance that of {@link NearestRecords}
     * @return whether the query goes on
     */
    VisitResult found(TableRecord record, double distance);
  }

  /** Receives all records that are asked for in the order of their distances. */
  @FunctionalInterface
  public interface NeighbourVisitor extends StoppingNeighbourVisitor {
    /** Receives one, as {@link StoppingNeighbourVisitor#found} does. */
    void visit(TableRecord record, double distance);

    @Override
    default VisitResult found(TableRecord record, double distance) {
      visit(record, distance);
      return VisitResult.CONTINUE;
    }
  }

  /**
   * Visits the records nearest to a geometry, nearest first, as {@link NearestRecords} does.
   *
   * @param filter what their attributes must be, or null
   * @param limit most records to visit
   * @throws org.flashgrove.core.spec.SpecException if the table has no index on the geometry
   */
  public void nearest(
      Geometry from, @Nullable Filter filter, long limit, NeighbourVisitor visitor) {
    nearestUntil(from, filter, limit, visitor);
  }

  /** Visits the records nearest to a geometry, nearest first, until the visitor stops. */
  public void nearestUntil(
      Geometry from, @Nullable Filter filter, long limit, StoppingNeighbourVisitor visitor) {
    if (snapshot != null) {
      nearestAt(snapshot, from, filter, limit, visitor);
      return;
    }
    try (TableSnapshot newest = table.snapshot()) {
      nearestAt(newest, from, filter, limit, visitor);
    }
  }

  private void nearestAt(
      TableSnapshot at,
      Geometry from,
      @Nullable Filter filter,
      long limit,
      StoppingNeighbourVisitor visitor) {
    TableRecord shown = new TableRecord(at.schema());
    ScanFigures figures =
        NearestRecords.visitUntil(
            at,
            from,
            filter,
            limit,
            (record, geometry, distance) ->
                visitor.found(shown.show(record.rid(), record.id(), record.body()), distance));
    skipped.add(figures.skipped());
  }
}
