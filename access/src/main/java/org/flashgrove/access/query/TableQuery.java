package org.flashgrove.access.query;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
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
  private final QueryRun run;
  private final QueryParts parts;

  private TableQuery(QueryRun run, QueryParts parts) {
    this.run = run;
    this.parts = parts;
  }

  /** Returns a query of all records of a table. */
  public static TableQuery of(Table table) {
    return new TableQuery(new QueryRun(table, null), QueryParts.ALL);
  }

  /** Returns a query of all records of a snapshot, which the caller closes. */
  public static TableQuery of(TableSnapshot snapshot) {
    return new TableQuery(new QueryRun(snapshot.table(), snapshot), QueryParts.ALL);
  }

  private TableQuery with(QueryParts other) {
    return new TableQuery(run, other);
  }

  private TableQuery with(ScanQuery other) {
    return with(parts.withScan(other));
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
    if (parts.scan().geometry() != null) {
      throw new IllegalStateException(
          "the query has a question to geometries already; ask one, and filter its records");
    }
    return with(parts.scan().and(question));
  }

  /** Keeps records whose keys are in {@code [from, to]}, and in the ranges given before. */
  public TableQuery keys(long from, long to) {
    ScanQuery scan = parts.scan();
    return with(
        new ScanQuery(
            Math.max(from, scan.fromKey()),
            Math.min(to, scan.toKey()),
            scan.geometry(),
            scan.filter()));
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

  /**
   * Keeps records whose attributes pass a filter, in addition to those given before.
   *
   * @param filter null if all pass
   */
  public TableQuery where(@Nullable Filter filter) {
    return with(parts.scan().and(filter));
  }

  /** Orders records by an attribute, the least first, nulls last. */
  public TableQuery orderBy(String attribute) {
    return orderBy(RecordOrder.by(attribute));
  }

  /**
   * Orders records; replaces an order given before.
   *
   * @throws IllegalStateException if the query is for the nearest records
   */
  public TableQuery orderBy(RecordOrder newOrder) {
    if (parts.from() != null) {
      throw orderOfNearest();
    }
    return with(parts.withOrder(newOrder));
  }

  private static IllegalStateException orderOfNearest() {
    return new IllegalStateException(
        "the nearest records come nearest first; leave out orderBy, or sort what is found");
  }

  /**
   * Returns a query for the {@code k} matching records nearest to a geometry, nearest first. {@link
   * TableRecord#distance} returns each distance, measured as in {@link NearestRecords}. Records
   * without a geometry are never results.
   *
   * @param k maximum number of records, at least 0; {@code Long.MAX_VALUE} for all, which a cursor
   *     reads one by one
   * @param from not empty
   * @throws IllegalStateException if the query already has an order or a nearest clause
   */
  public TableQuery nearest(long k, Geometry from) {
    GeometryForm.requireAskable("geometry", from);
    requireCount("k", k);
    if (parts.order() != null) {
      throw orderOfNearest();
    }
    if (parts.from() != null) {
      throw new IllegalStateException(
          "the query is for the nearest records already; ask for those of one geometry");
    }
    return with(parts.withNearest(k, from));
  }

  /** Returns at most this many records; 0 or more. */
  public TableQuery limit(long most) {
    return with(parts.withLimit(requireCount("limit", most)));
  }

  /** Leaves out this many records first; 0 or more. */
  public TableQuery offset(long leftOut) {
    return with(parts.withOffset(requireCount("offset", leftOut)));
  }

  /**
   * Returns only these attributes of the records, with keys and geometries. The row of a record has
   * a schema of these attributes; it does not know the others. Conditions and orders may use all
   * attributes. Replaces an earlier selection.
   *
   * @throws IllegalArgumentException if an attribute is named twice, or none is named
   */
  public TableQuery select(String... attributes) {
    List<String> names = List.of(attributes);
    if (names.isEmpty() || Set.copyOf(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "selected attributes " + names + " (allowed: one or more, each once; or keysOnly)");
    }
    return with(parts.withProjection(Projection.of(names)));
  }

  /**
   * Returns only the keys and RIDs of the records. A query with no condition but keys, in any order
   * or that of keys, takes them from the index on the key and reads no record.
   */
  public TableQuery keysOnly() {
    return with(parts.withProjection(Projection.KEYS));
  }

  /**
   * Sets how many records the caller is likely to read before it closes a cursor or stream. The
   * result does not change, but an index in the requested order may return the first records
   * without a sort.
   */
  public TableQuery expecting(long records) {
    return with(parts.withLikely(requireCount("expected records", records)));
  }

  /**
   * Ends a run in {@link org.flashgrove.core.failure.QueryCancelledException} when a condition
   * holds. A run asks for it for each record, and for each node of an index, that it looks at.
   */
  public TableQuery cancelWhen(BooleanSupplier cancelled) {
    return with(parts.withWatch(QueryWatch.cancelledBy(parts.watch(), cancelled)));
  }

  /**
   * Limits the time of a run. A run that takes longer ends in {@link
   * org.flashgrove.core.failure.QueryTimeoutException}. The time of a cursor or stream runs from
   * its creation.
   *
   * @param limit more than zero
   */
  public TableQuery timeout(Duration limit) {
    return with(parts.withWatch(QueryWatch.withTimeout(parts.watch(), limit)));
  }

  private static long requireCount(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: 0 or more)");
    }
    return value;
  }

  /**
   * Visits the records. A caller that may stop earlier uses {@link #limit} or {@link #cursor}.
   *
   * @param visitor receives each record, valid until it returns
   * @return number of records visited
   */
  public long forEach(RecordVisitor visitor) {
    long visited = 0;
    try (TableCursor records = cursor()) {
      while (records.next()) {
        visited++;
        visitor.visit(records.record());
      }
    }
    return visited;
  }

  /**
   * Returns a cursor over the records; close it. Its {@link TableCursor#figures} list the records
   * that the query skipped because no algorithm can evaluate their geometry.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if filter or order name an
   *     attribute that the table does not have
   * @throws org.flashgrove.core.failure.MissingIndexException for the nearest records of a table
   *     without an index on the geometry
   */
  public TableCursor cursor() {
    return run.cursor(parts);
  }

  /**
   * Starts a join whose left side is the records that satisfy the conditions of this query.
   *
   * @throws IllegalStateException if the query has an order, a limit or an offset, or is for the
   *     nearest records
   * @throws org.flashgrove.core.spec.SpecException if the table has no spatial index
   */
  public JoinQuery.Left join() {
    boolean isPart = parts.offset() > 0 || parts.limit() != Long.MAX_VALUE;
    if (parts.from() != null || parts.order() != null || isPart) {
      throw new IllegalStateException(
          "a join of a query with an order, a limit, an offset or a nearest clause; join without,"
              + " and limit the join");
    }
    return run.join(parts.scan());
  }

  /** Returns a sequential stream of the records, each an object of its own; close it. */
  public Stream<TableRecord> stream() {
    return QueryRun.stream(cursor());
  }

  /**
   * Returns the plan that a run of this query takes now, its cost, and the rejected plans. Looks at
   * the indices and reads no record.
   */
  public QueryPlan explain() {
    return run.explain(parts);
  }

  /**
   * Returns the number of records. Reads a record only if no index decides about it, or if reading
   * the few records of one index costs less than reading another index.
   */
  public long count() {
    return run.count(parts);
  }

  /**
   * Returns the bounds of the selected geometries, or an empty envelope. Bounds of a whole table
   * come from its spatial index without reading a record.
   *
   * @throws org.flashgrove.core.failure.MissingIndexException for all records of a table without an
   *     index on the geometry
   */
  public Envelope bounds() {
    if (parts.equals(QueryParts.ALL)) {
      return run.use(QueryRun::bounds);
    }
    Envelope bounds = new Envelope();
    TableQuery whole = with(parts.withProjection(Projection.ALL));
    whole.forEach(
        record -> {
          Geometry geometry = record.geometry();
          if (geometry != null) {
            bounds.expandToInclude(geometry.getEnvelopeInternal());
          }
        });
    return bounds;
  }

  /**
   * Returns number, least, greatest, sum and average of an attribute over the records.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if the table does not have it
   */
  public Summary summary(String attribute) {
    try (TableCursor records = with(parts.withProjection(Projection.ALL)).cursor()) {
      Schema schema = records.schema();
      int index = schema.require(attribute);
      Summary all = new Summary(attribute, schema.attributes().get(index).type());
      while (records.next()) {
        all.add(records.record().row(), index);
      }
      return all;
    }
  }

  /**
   * Returns the summary of an attribute for each value of another one, in the order of these
   * values; null is the last. Memory grows with the number of different values.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if the table lacks one of them
   */
  public SortedMap<@Nullable Object, Summary> summaryBy(String group, String attribute) {
    try (TableCursor records = with(parts.withProjection(Projection.ALL)).cursor()) {
      Schema schema = records.schema();
      int index = schema.require(attribute);
      int groupIndex = schema.require(group);
      AttributeType type = schema.attributes().get(index).type();
      SortedMap<@Nullable Object, Summary> groups = new TreeMap<>(ValueComparison.NULLS_LAST);
      while (records.next()) {
        Row row = records.record().row();
        groups
            .computeIfAbsent(row.value(groupIndex), value -> new Summary(attribute, type))
            .add(row, index);
      }
      return groups;
    }
  }
}
