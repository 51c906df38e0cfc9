package org.flashgrove.access.query;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Arrays;
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
 * A query of a table: conditions on records, their order, and their number. Queries are immutable;
 * each method returns a new query. Four methods run a query: {@link #forEach}, {@link #cursor},
 * {@link #stream} and {@link #count}.
 *
 * <pre>{@code
 * TableQuery.of(parcels).intersecting(street).where("height > 3").orderBy("owner").limit(10)
 *     .forEach(record -> print(record.key(), record.getString("owner")));
 * }</pre>
 *
 * <p>In a geometry condition the record is the subject: {@code containing(g)} finds records that
 * contain {@code g}, and {@code within(g)} finds records that lie within {@code g}. Both follow the
 * OGC Simple Features standard. {@link #matching} takes any other condition. A query has at most
 * one geometry condition.
 *
 * <p>A query of a table sees the commit that is newest when it runs. A query of a snapshot sees the
 * commit of the snapshot.
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
    return new TableQuery(new QueryRun(requireNonNull(table, "table"), null), QueryParts.ALL);
  }

  /**
   * Returns a query of all records of a snapshot. The caller closes the snapshot after the query.
   */
  public static TableQuery of(TableSnapshot snapshot) {
    return new TableQuery(
        new QueryRun(requireNonNull(snapshot, "snapshot").table(), snapshot), QueryParts.ALL);
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
    return matching(new GeometryQuery(Predicate.INSIDE, Semantics.OGC, geometry)); // query inside
  }

  /** Keeps records whose geometry lies within a geometry. */
  public TableQuery within(Geometry geometry) {
    return matching(new GeometryQuery(Predicate.CONTAINS, Semantics.OGC, geometry)); // query around
  }

  /**
   * Keeps records whose distance from a geometry is at most {@code distance}.
   *
   * @param distance maximum distance in units of the coordinates, or in metres if the table's
   *     metric is geodesic
   */
  public TableQuery within(double distance, Geometry geometry) {
    return matching(new DistanceQuery(geometry, distance));
  }

  /**
   * Keeps records whose geometry satisfies a condition.
   *
   * @throws IllegalStateException if the query already has a geometry condition
   */
  public TableQuery matching(GeometryTest question) {
    if (parts.scan().geometry() != null) {
      throw new IllegalStateException(
          "query: already has a geometry condition; use only one, and test its results yourself");
    }
    return with(parts.scan().and(requireNonNull(question, "question")));
  }

  /**
   * Keeps records whose keys are in {@code [from, to]}. If this method was called before, keys must
   * also be in the earlier ranges.
   */
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
   * Keeps records whose attributes satisfy a filter, in addition to earlier conditions.
   *
   * @param filter text of {@link Filter#parse}, such as {@code height > 3 and owner = ?}
   * @param values values of the question marks, in their order
   */
  public TableQuery where(String filter, Object... values) {
    return where(Filter.parse(requireNonNull(filter, "filter"), values));
  }

  /**
   * Keeps records whose attributes satisfy a filter, in addition to earlier conditions.
   *
   * @param filter the condition, or null to add none
   */
  public TableQuery where(@Nullable Filter filter) {
    return with(parts.scan().and(filter));
  }

  /** Orders the results by an attribute, in ascending order with nulls last. */
  public TableQuery orderBy(String attribute) {
    return orderBy(RecordOrder.by(attribute));
  }

  /**
   * Orders the results. Replaces an earlier order.
   *
   * @throws IllegalStateException if the query is for the nearest records
   */
  public TableQuery orderBy(RecordOrder newOrder) {
    if (parts.from() != null) {
      throw orderOfNearest();
    }
    return with(parts.withOrder(requireNonNull(newOrder, "newOrder")));
  }

  private static IllegalStateException orderOfNearest() {
    return new IllegalStateException(
        "query: nearest returns records nearest first; leave out orderBy, or sort its results"
            + " yourself");
  }

  /**
   * Returns a query for the {@code k} matching records nearest to a geometry, nearest first. {@link
   * TableRecord#distance} returns each distance, measured as in {@link NearestRecords}. Records
   * without a geometry are never results.
   *
   * @param k maximum number of records, at least 0. With {@code Long.MAX_VALUE} there is no
   *     maximum; a cursor then reads only as many records as its caller requests.
   * @param from a geometry that is not empty
   * @throws IllegalStateException if the query already has an order or a nearest clause
   */
  public TableQuery nearest(long k, Geometry from) {
    GeometryForm.requireAskable("from", from);
    requireCount("k", k);
    if (parts.order() != null) {
      throw orderOfNearest();
    }
    if (parts.from() != null) {
      throw new IllegalStateException("query: already has a nearest clause; use only one");
    }
    return with(parts.withNearest(k, from));
  }

  /**
   * Returns a query that has at most {@code most} results.
   *
   * @param most maximum number of results, at least 0
   */
  public TableQuery limit(long most) {
    return with(parts.withLimit(requireCount("limit", most)));
  }

  /**
   * Returns a query that skips the first {@code leftOut} records.
   *
   * @param leftOut number of records to skip, at least 0
   */
  public TableQuery offset(long leftOut) {
    return with(parts.withOffset(requireCount("offset", leftOut)));
  }

  /**
   * Returns a query whose results contain only key, geometry and these attributes. Conditions and
   * order may use all attributes. Replaces an earlier selection.
   *
   * @throws IllegalArgumentException if an attribute is named twice, or none is named
   */
  public TableQuery select(String... attributes) {
    List<String> names = Arrays.asList(requireNonNull(attributes, "attributes"));
    names.forEach(name -> requireNonNull(name, "attribute"));
    if (names.isEmpty() || Set.copyOf(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "selected attributes "
              + names
              + " (allowed: one or more, each once); for keys alone use keysOnly()");
    }
    return with(parts.withProjection(Projection.of(names)));
  }

  /**
   * Returns a query whose results contain only keys and RIDs. It reads no record if the only
   * conditions are on keys, the order is by key or none, and the key is indexed.
   */
  public TableQuery keysOnly() {
    return with(parts.withProjection(Projection.KEYS));
  }

  /**
   * Sets how many records the caller is likely to read before it closes a cursor or stream. The
   * result stays the same. But if few records are expected, the planner prefers an index in the
   * requested order, which returns the first records without a sort.
   */
  public TableQuery expecting(long records) {
    return with(parts.withLikely(requireCount("expected records", records)));
  }

  /**
   * Sets a condition that cancels a run with {@link
   * org.flashgrove.core.failure.QueryCancelledException}. The run evaluates the condition for each
   * record and each index node that it reads.
   */
  public TableQuery cancelWhen(BooleanSupplier cancelled) {
    return with(parts.withWatch(QueryWatch.cancelledBy(parts.watch(), cancelled)));
  }

  /**
   * Limits the time of a run. A run that takes longer throws {@link
   * org.flashgrove.core.failure.QueryTimeoutException}. For a cursor or stream the time begins when
   * the cursor or stream is created.
   *
   * @param limit maximum time, more than zero
   */
  public TableQuery timeout(Duration timeout) {
    return with(parts.withWatch(QueryWatch.withTimeout(parts.watch(), timeout)));
  }

  private static long requireCount(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: 0 or more)");
    }
    return value;
  }

  /**
   * Passes all results to a visitor. To stop early, use {@link #limit} or {@link #cursor}.
   *
   * @param visitor receives each record, which is valid until the visitor returns
   * @return number of records visited
   */
  public long forEach(RecordVisitor visitor) {
    requireNonNull(visitor, "visitor");
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
   * Returns a cursor over the results. The caller closes it. {@link TableCursor#figures} counts the
   * records that were skipped because no algorithm can evaluate their geometry.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if filter or order name an
   *     attribute that the table does not have
   * @throws org.flashgrove.core.failure.MissingIndexException if the query is for the nearest
   *     records, and the table has no index on the geometry
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
          "join: the query has an order, a limit, an offset or a nearest clause; leave it out, and"
              + " limit the join");
    }
    return run.join(parts.scan());
  }

  /**
   * Returns a sequential stream of the results. Each element is a separate object. The caller
   * closes the stream.
   */
  public Stream<TableRecord> stream() {
    return QueryRun.stream(cursor());
  }

  /**
   * Returns the plan that a run of this query would choose now, its estimated cost, and the
   * rejected plans. The planner reads index pages but no records.
   */
  public QueryPlan explain() {
    return run.explain(parts);
  }

  /**
   * Returns the number of results. Reads no records if the indices alone decide all conditions,
   * unless reading the records is cheaper than reading another index.
   */
  public long count() {
    return run.count(parts);
  }

  /**
   * Returns the bounds of the geometries of all results, or an empty envelope. For a query without
   * conditions the bounds come from the spatial index, and no record is read.
   *
   * @throws org.flashgrove.core.failure.MissingIndexException if the query has no conditions and
   *     the table has no index on the geometry
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
   * Returns count, least, greatest, sum and average of an attribute over the results.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if the table does not have it
   */
  public Summary summary(String attribute) {
    requireNonNull(attribute, "attribute");
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
   * Groups the results by an attribute and returns the summary of another attribute for each group.
   * The groups are in the order of their values, null last. Memory is proportional to the number of
   * groups.
   *
   * @param group the attribute that defines the groups
   * @param attribute the attribute to summarize
   * @throws org.flashgrove.core.failure.UnknownAttributeException if the table lacks one of them
   */
  public SortedMap<@Nullable Object, Summary> summaryBy(String group, String attribute) {
    requireNonNull(group, "group");
    requireNonNull(attribute, "attribute");
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
