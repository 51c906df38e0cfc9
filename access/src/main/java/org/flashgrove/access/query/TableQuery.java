package org.flashgrove.access.query;

import java.util.stream.Stream;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.VisitResult;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * A query of the records of a table: which records, in which order, and how many. Immutable; each
 * method returns another query. Four verbs run it: {@link #forEach}, {@link #cursor}, {@link
 * #stream} and {@link #count}.
 *
 * <pre>{@code
 * TableQuery.of(parcels).intersecting(street).where("height > 3").orderBy("owner").limit(10)
 *     .forEach(record -> print(record.key(), record.getString("owner")));
 * }</pre>
 *
 * <p>Questions to geometries read forwards, with the record as the subject: {@code containing(g)}
 * finds records that contain {@code g}, {@code within(g)} records that lie within {@code g}. They
 * have the meaning of the OGC's simple features. {@link #matching} takes any other question, such
 * as one of the nine predicates that exclude each other. A query has one question to geometries.
 *
 * <p>A query of a table runs at the commit that is the newest when a verb is called; a query of a
 * snapshot at the commit of the snapshot.
 */
public final class TableQuery {
  private final TableQueries queries;
  private final ScanQuery asked;
  private final @Nullable RecordOrder order;
  private final long offset;
  private final long limit;

  private TableQuery(
      TableQueries queries, ScanQuery asked, @Nullable RecordOrder order, long offset, long limit) {
    this.queries = queries;
    this.asked = asked;
    this.order = order;
    this.offset = offset;
    this.limit = limit;
  }

  /** Returns a query of all records of a table. */
  public static TableQuery of(Table table) {
    return new TableQuery(TableQueries.of(table), ScanQuery.ALL, null, 0, Long.MAX_VALUE);
  }

  /** Returns a query of all records of a snapshot, which the caller closes. */
  public static TableQuery of(TableSnapshot snapshot) {
    return new TableQuery(TableQueries.of(snapshot), ScanQuery.ALL, null, 0, Long.MAX_VALUE);
  }

  private TableQuery with(ScanQuery other) {
    return new TableQuery(queries, other, order, offset, limit);
  }

  /** Keeps records whose geometry shares a point with a geometry. */
  public TableQuery intersecting(Geometry geometry) {
    return matching(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, geometry));
  }

  /** Keeps records whose geometry contains a geometry. */
  public TableQuery containing(Geometry geometry) {
    return matching(new GeometryQuery(Predicate.INSIDE, Semantics.OGC, geometry)); // it is inside
  }

  /** Keeps records whose geometry lies within a geometry. */
  public TableQuery within(Geometry geometry) {
    return matching(new GeometryQuery(Predicate.CONTAINS, Semantics.OGC, geometry)); // it contains
  }

  /**
   * Keeps records at most a distance away from a geometry.
   *
   * @param distance in units of the coordinates; in metres if the table's metric is geodesic
   */
  public TableQuery within(double distance, Geometry of) {
    return matching(new DistanceQuery(of, distance));
  }

  /**
   * Keeps records that are an answer to a question to geometries.
   *
   * @throws IllegalStateException if the query has one already
   */
  public TableQuery matching(GeometryTest question) {
    if (asked.geometry() != null) {
      throw new IllegalStateException(
          "the query has a question to geometries already; ask one, and filter its records");
    }
    return with(asked.and(question));
  }

  /** Keeps records whose keys are in {@code [from, to]}. */
  public TableQuery keys(long from, long to) {
    return with(
        new ScanQuery(
            Math.max(from, asked.fromKey()),
            Math.min(to, asked.toKey()),
            asked.geometry(),
            asked.filter()));
  }

  /**
   * Keeps records whose attributes pass a filter, in addition to those given before.
   *
   * @param filter text of {@link Filter#parse}, such as {@code height > 3 and owner = ?}
   * @param values the values that question marks stand for
   */
  public TableQuery where(String filter, Object... values) {
    return where(Filter.parse(filter, values));
  }

  /** Keeps records whose attributes pass a filter, in addition to those given before. */
  public TableQuery where(Filter filter) {
    return with(asked.and(filter));
  }

  /** Orders records by an attribute, the least first, nulls last. */
  public TableQuery orderBy(String attribute) {
    return orderBy(RecordOrder.by(attribute));
  }

  /** Orders records; replaces an order given before. */
  public TableQuery orderBy(RecordOrder newOrder) {
    return new TableQuery(queries, asked, newOrder, offset, limit);
  }

  /** Returns at most this many records; 0 or more. */
  public TableQuery limit(long most) {
    return new TableQuery(queries, asked, order, offset, requireCount("limit", most));
  }

  /** Leaves out this many records first; 0 or more. */
  public TableQuery offset(long leftOut) {
    return new TableQuery(queries, asked, order, requireCount("offset", leftOut), limit);
  }

  private static long requireCount(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: 0 or more)");
    }
    return value;
  }

  /** Returns the most records that the cursor below has to find. */
  private long likely() {
    return limit > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + limit;
  }

  /**
   * Visits the records.
   *
   * @param visitor receives each record, valid until it returns
   * @return number of records visited
   */
  public long forEach(RecordVisitor visitor) {
    return forEachUntil(visitor);
  }

  /** Visits the records until the visitor stops; returns the number of records visited. */
  public long forEachUntil(StoppingRecordVisitor visitor) {
    long visited = 0;
    try (TableCursor records = cursor()) {
      while (records.next()) {
        visited++;
        if (visitor.found(records.record()) == VisitResult.STOP) {
          break;
        }
      }
    }
    return visited;
  }

  /**
   * Returns a cursor over the records; close it.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if filter or order name an
   *     attribute that the table does not have
   */
  public TableCursor cursor() {
    return queries.cursor(asked, order, likely()).between(offset, limit);
  }

  /** Returns a sequential stream of the records, each an object of its own; close it. */
  public Stream<TableRecord> stream() {
    return TableQueries.stream(cursor());
  }

  /** Returns the number of records; reads a record only if no index decides about it. */
  public long count() {
    return Math.min(limit, Math.max(0, queries.count(asked) - offset));
  }
}
