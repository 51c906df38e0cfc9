package org.flashgrove.access.query;

import java.nio.file.Path;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.join.RecordSelection;
import org.flashgrove.access.plan.NearestCursor;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.plan.Sorting;
import org.flashgrove.access.plan.TableSort;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.access.sort.LargeSort;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Runs a query of a table at the newest commit or at a snapshot.
 *
 * <p>A {@link QueryPlanner} chooses the plan. Sorts use the heap up to a quarter of {@link
 * #SORT_MEMORY}. Larger sorts use a temporary file, which is removed when the query ends.
 */
final class QueryRun {
  /** Memory of a sort in bytes. A sort of a table with very large pages needs more. */
  static final long SORT_MEMORY = 8L << 20;

  private static final int HEAP_SHARE = 4;
  private static final int SORT_UNIT_PAGES = 8;
  private static final int SORT_UNITS = 8;

  private final Table table;
  private final @Nullable TableSnapshot snapshot;

  /**
   * Creates an object that runs queries of one table.
   *
   * @param snapshot the snapshot that queries see, or null for the newest commit
   */
  QueryRun(Table table, @Nullable TableSnapshot snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  @FunctionalInterface
  interface Use<T> {
    T of(TableSnapshot at);
  }

  /**
   * Computes a result from the snapshot of this object. If this object has none, uses a new
   * snapshot and closes it afterwards.
   */
  <T> T use(Use<T> use) {
    if (snapshot != null) {
      return use.of(snapshot);
    }
    try (TableSnapshot newest = table.snapshot()) {
      return use.of(newest);
    }
  }

  /**
   * Opens the cursor of a query together with the snapshot and the temporary file that it needs.
   * Closing the cursor then closes both.
   */
  private final class Opening implements Sorting {
    private final TableSnapshot at = snapshot == null ? table.snapshot() : snapshot;
    private final QueryParts parts;
    private @Nullable TemporarySpace space;
    private @Nullable RecordCursor records;
    private @Nullable DoubleSupplier distance;

    Opening(QueryParts parts) {
      this.parts = parts;
    }

    TableCursor cursor() {
      boolean opened = false;
      try {
        RecordCursor found = open();
        records = found;
        TableCursor cursor = new TableCursor(found, distance, parts, at, this::end);
        opened = true;
        return cursor;
      } catch (DamagedStoreException e) {
        throw e.inDirectoryOf(at.records().name());
      } finally {
        if (!opened) {
          if (records != null) {
            records.close();
          }
          end();
        }
      }
    }

    private RecordCursor open() {
      ScanQuery query = parts.scan();
      requireAttributes(at, parts);
      Geometry from = parts.from();
      if (from == null && parts.projection().isOfKeys()) {
        RecordCursor keys = QueryPlanner.keys(at, query, parts.order());
        if (keys != null) {
          return keys;
        }
      }
      QueryPlanner planner = QueryPlanner.of(at, query, parts.watch());
      if (from == null) {
        return planner.open(parts.order(), parts.mostFound(), parts.mostRead(), this);
      }
      NearestCursor opened = planner.nearest(from, parts.mostFound(), parts.mostRead(), this);
      distance = opened::distance;
      return opened;
    }

    @Override
    public RecordCursor byOrder(RecordCursor records, RecordOrder order, long most) {
      return new TableSort(at, parts.scan(), order).onHeap(records, most, heapBytes(), large());
    }

    @Override
    public AttributeSort byWord(RecordCursor records, LongSupplier word, long most) {
      return AttributeSort.onHeap(records, word, most, heapBytes(), large());
    }

    private LargeSort large() {
      return new LargeSort(this::space, sortConfig());
    }

    private TemporarySpace space() {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      TemporarySpace used =
          TemporarySpace.in(temporary, table.options().pageSize(), Long.MAX_VALUE);
      space = used;
      return used;
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

  /** Starts a join. Its left side is the records that satisfy {@code conditions}. */
  JoinQuery.Left join(ScanQuery conditions) {
    if (conditions.equals(ScanQuery.ALL)) {
      return snapshot == null ? JoinQuery.of(table) : JoinQuery.of(snapshot);
    }
    RecordSelection selection = (at, watch) -> QueryPlanner.of(at, conditions, watch).open();
    return snapshot == null ? JoinQuery.of(table, selection) : JoinQuery.of(snapshot, selection);
  }

  TableCursor cursor(QueryParts parts) {
    return new Opening(parts.started()).cursor();
  }

  private static void requireAttributes(TableSnapshot at, QueryParts parts) {
    RecordOrder order = parts.order();
    if (order != null && order.attribute() != null) {
      at.schema().require(order.attribute());
    }
    List<String> selected = parts.projection().attributes();
    if (selected != null) {
      selected.forEach(at.schema()::require);
    }
  }

  /** Returns the plan that a run of a query would choose now. */
  QueryPlan explain(QueryParts parts) {
    return use(
        at -> {
          requireAttributes(at, parts);
          long read = parts.mostRead();
          if (parts.from() != null) {
            return QueryPlanner.explainNearest(at, parts.scan(), read);
          }
          return parts.projection().isOfKeys()
              ? QueryPlanner.explainKeys(at, parts.scan(), parts.order(), read)
              : QueryPlanner.explain(at, parts.scan(), parts.order(), read);
        });
  }

  /**
   * Returns the memory of a sort on the heap. This memory stays allocated when the sort continues
   * with a temporary file.
   */
  private static long heapBytes() {
    return SORT_MEMORY / HEAP_SHARE;
  }

  /** Returns the memory of a sort with a temporary file. Small tables get less memory. */
  private SortConfig sortConfig() {
    int pageSize = table.options().pageSize();
    long least = (long) SORT_UNITS * SORT_UNIT_PAGES * pageSize;
    long all = 2 * table.pageCount() * pageSize;
    return new SortConfig(
        Math.max(least, Math.min(SORT_MEMORY - heapBytes(), all)), SORT_UNIT_PAGES);
  }

  /**
   * Returns the number of results of a query. Reads no records if the indices alone decide the
   * conditions, unless reading the records is cheaper.
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
    long found =
        use(
            at -> {
              requireAttributes(at, parts);
              return QueryPlanner.of(at, parts.scan(), parts.watch()).count();
            });
    return Math.min(parts.limit(), Math.max(0, found - parts.offset()));
  }

  /** Returns the bounds of all geometries from the index on the geometry. */
  static Envelope bounds(TableSnapshot at) {
    GeometryIndex index = at.indices().ofGeometry();
    if (index == null) {
      throw new MissingIndexException(
          "bounds: the table has no index on the geometry; call addIndex(\"geom=grove\")");
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

  /** Returns a stream of the records of a cursor. Closing the stream closes the cursor. */
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
