package org.flashgrove.geotools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.flashgrove.access.Store;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.core.failure.StoreException;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.data.FeatureWriter;
import org.geotools.api.data.Query;
import org.geotools.api.data.QueryCapabilities;
import org.geotools.api.feature.FeatureVisitor;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentFeatureStore;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.feature.visitor.CountVisitor;
import org.geotools.feature.visitor.FeatureAttributeVisitor;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.locationtech.jts.geom.Geometry;

/**
 * The features of a type. Each filter is divided into two parts. The table evaluates, by its
 * indexes, the part for which its results equal the results of GeoTools. GeoTools evaluates the
 * other part. GeoTools also sorts and reprojects features and changes their type, if a query
 * requests this. {@link #explain} shows both parts.
 */
public final class FlashgroveFeatureStore extends ContentFeatureStore {
  /** Creates a view of a type. GeoTools calls this constructor. */
  public FlashgroveFeatureStore(ContentEntry entry, Query query) {
    super(entry, query);
  }

  private FlashgroveDataStore store() {
    return (FlashgroveDataStore) getDataStore();
  }

  private FeatureTable table() throws IOException {
    return store().table(getEntry().getTypeName());
  }

  @Override
  public TypeState getState() {
    return (TypeState) super.getState();
  }

  @Override
  protected SimpleFeatureType buildFeatureType() throws IOException {
    return table().type();
  }

  @Override
  protected QueryCapabilities buildQueryCapabilities() {
    return new QueryCapabilities() {
      @Override
      public boolean isUseProvidedFIDSupported() {
        return true;
      }

      @Override
      public boolean isReliableFIDSupported() {
        return true;
      }
    };
  }

  @Override
  protected boolean canTransact() {
    return true;
  }

  @Override
  protected boolean canEvent() {
    return true;
  }

  @Override
  protected boolean canFilter(Query query) {
    return true;
  }

  @Override
  protected boolean canRetype(Query query) {
    return true;
  }

  /**
   * Returns true. GeoTools then calls {@link #doLockInternal}, which rejects locks with a message.
   */
  @Override
  protected boolean canLock() {
    return true;
  }

  @Override
  protected void doLockInternal(String typeName, SimpleFeature feature) {
    throw new UnsupportedOperationException("feature locks: not supported; use transactions");
  }

  @Override
  protected void doUnlockInternal(String typeName, SimpleFeature feature) {
    doLockInternal(typeName, feature);
  }

  /**
   * Checks that the store is open.
   *
   * @throws IOException if the DataStore was disposed of
   */
  void requireOpen() throws IOException {
    store().requireOpen();
  }

  /**
   * Returns the uncommitted changes of the transaction. Returns null if there are none, or if there
   * is no transaction.
   */
  private PendingChanges changes() {
    TypeState state = getState();
    return state.isInTransaction() && !state.changes().isEmpty() ? state.changes() : null;
  }

  @Override
  protected boolean canSort(Query query) {
    return query.getSortBy() == null || query.getSortBy().length == 0 || isInOrder(query);
  }

  @Override
  protected boolean canOffset(Query query) {
    return isPaged(query);
  }

  @Override
  protected boolean canLimit(Query query) {
    return isPaged(query);
  }

  /**
   * Returns whether the table applies the offset and limit of a query. It does so if it returns the
   * features in the requested order; otherwise GeoTools applies them after sorting.
   */
  private boolean isPaged(Query query) {
    return !isWhole(query) && isInOrder(query);
  }

  /** Returns whether a query has neither an offset nor a limit. */
  private static boolean isWhole(Query query) {
    return query.getStartIndex() == null && query.getMaxFeatures() == Query.DEFAULT_MAX;
  }

  private boolean isInOrder(Query query) {
    try {
      return changes() == null && QueryPlan.of(table(), query).isInOrder();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long offsetOf(Query query) {
    return query.getStartIndex() == null ? 0 : query.getStartIndex();
  }

  @Override
  protected FeatureReader<SimpleFeatureType, SimpleFeature> getReaderInternal(Query query)
      throws IOException {
    FeatureTable table = table();
    SimpleFeatureType target = target(table, query);
    PendingChanges changes = changes();
    QueryPlan plan = QueryPlan.of(table, query);
    if (changes == null) {
      TableFeatureReader reader = open(table, plan, plan.split().isExact() ? target : table.type());
      if (isPaged(query)) {
        reader.page(offsetOf(query), query.getMaxFeatures());
      }
      return retyped(reader, target);
    }
    TableFeatureReader committed = open(table, plan, table.type());
    return retyped(
        new PendingFeatureReader(table, committed, changes, plan, QueryPlan.filterOf(query)),
        target);
  }

  private static SimpleFeatureType target(FeatureTable table, Query query) {
    return query.getPropertyNames() == Query.ALL_NAMES
        ? table.type()
        : SimpleFeatureTypeBuilder.retype(table.type(), query.getPropertyNames());
  }

  private TableFeatureReader open(FeatureTable table, QueryPlan plan, SimpleFeatureType target)
      throws IOException {
    try {
      return new TableFeatureReader(table, plan, target);
    } catch (StoreException e) {
      throw new IOException(getEntry().getTypeName() + ": " + e.getMessage(), e);
    }
  }

  private static FeatureReader<SimpleFeatureType, SimpleFeature> retyped(
      FeatureReader<SimpleFeatureType, SimpleFeature> reader, SimpleFeatureType target) {
    return target.equals(reader.getFeatureType())
        ? reader
        : new org.geotools.data.ReTypeFeatureReader(reader, target, false);
  }

  @Override
  protected int getCountInternal(Query query) throws IOException {
    FeatureTable table = table();
    SplitFilter split = SplitFilter.of(QueryPlan.filterOf(query), table);
    long count = 0;
    if (changes() != null || !split.isExact()) {
      count = counted(query);
    } else {
      for (Conditions each : split.queries()) {
        count += each.on(TableQuery.of(table.table())).count();
      }
    }
    if (isPaged(query)) {
      count = Math.min(query.getMaxFeatures(), Math.max(0, count - offsetOf(query)));
    }
    return (int) Math.min(Integer.MAX_VALUE, count);
  }

  private int counted(Query query) throws IOException {
    int count = 0;
    try (FeatureReader<SimpleFeatureType, SimpleFeature> reader = getReaderInternal(all(query))) {
      while (reader.hasNext()) {
        reader.next();
        count++;
      }
    }
    return count;
  }

  /** Returns a query for all attributes of all matching features, in any order. */
  private static Query all(Query query) {
    Query all = new Query(query);
    all.setPropertyNames(Query.ALL_NAMES);
    all.setSortBy((SortBy[]) null);
    all.setStartIndex(null);
    all.setMaxFeatures(Query.DEFAULT_MAX);
    return all;
  }

  /**
   * Returns a query for all attributes of the same features. GeoTools transforms their bounds, so
   * the query leaves their geometries in the coordinate system of the table.
   */
  private static Query page(Query query) {
    Query page = new Query(query);
    page.setPropertyNames(Query.ALL_NAMES);
    page.setCoordinateSystemReproject(null);
    return page;
  }

  @Override
  protected ReferencedEnvelope getBoundsInternal(Query query) throws IOException {
    FeatureTable table = table();
    ReferencedEnvelope bounds = new ReferencedEnvelope(table.type().getCoordinateReferenceSystem());
    if (table.geometry() < 0) {
      return bounds;
    }
    boolean isWhole = isWhole(query);
    if (isWhole && changes() == null && QueryPlan.filterOf(query).equals(Filter.INCLUDE)) {
      bounds.expandToInclude(TableQuery.of(table.table()).bounds());
      return bounds;
    }
    try (FeatureReader<SimpleFeatureType, SimpleFeature> reader =
        isWhole ? getReaderInternal(all(query)) : getReader(page(query))) {
      while (reader.hasNext()) {
        Geometry geometry = table.geometryOf(reader.next());
        if (geometry != null) {
          bounds.expandToInclude(geometry.getEnvelopeInternal());
        }
      }
    }
    return bounds;
  }

  @Override
  protected boolean handleVisitor(Query query, FeatureVisitor visitor) throws IOException {
    boolean isWhole = isWhole(query);
    if (visitor instanceof CountVisitor count && isWhole) {
      count.setValue(getCount(query));
      return true;
    }
    Query resolved = resolvePropertyNames(joinQuery(query));
    if (isWhole
        && changes() == null
        && QueryPlan.filterOf(resolved).equals(Filter.INCLUDE)
        && AttributeExtremes.handle(table(), visitor)) {
      return true;
    }
    return visitSome(resolved, visitor);
  }

  /**
   * Passes the features of a query to a visitor, with only the attributes that the visitor uses.
   * Returns false without visiting any feature if these attributes are unknown.
   */
  private boolean visitSome(Query query, FeatureVisitor visitor) throws IOException {
    if (!(visitor instanceof FeatureAttributeVisitor looking)
        || query.getPropertyNames() != Query.ALL_NAMES) {
      return false;
    }
    Set<String> names = new LinkedHashSet<>();
    for (Expression each : looking.getExpressions()) {
      if (!(each instanceof PropertyName name)
          || table().type().getDescriptor(name.getPropertyName()) == null) {
        return false;
      }
      names.add(name.getPropertyName());
    }
    Query some = new Query(query);
    some.setPropertyNames(names.toArray(String[]::new));
    try (FeatureReader<SimpleFeatureType, SimpleFeature> reader = getReader(some)) {
      while (reader.hasNext()) {
        visitor.visit(reader.next());
      }
    }
    return true;
  }

  @Override
  protected FeatureWriter<SimpleFeatureType, SimpleFeature> getWriterInternal(
      Query query, int flags) throws IOException {
    FeatureTable table = table();
    if (store().isReadOnly()) {
      throw new IOException(
          getEntry().getTypeName() + ": the store is open read-only; open it without 'read only'");
    }
    FeatureReader<SimpleFeatureType, SimpleFeature> reader =
        (flags & WRITER_UPDATE) == 0 ? null : getReaderInternal(all(query));
    return new TableFeatureWriter(this, table, reader, target(table));
  }

  private TableFeatureWriter.Changes target(FeatureTable table) {
    return getState().isInTransaction() ? getState().changes() : new EachCommitted(table);
  }

  /** Receives changes, and commits each change separately. */
  private record EachCommitted(FeatureTable table) implements TableFeatureWriter.Changes {
    private interface Change {
      void in(FeatureBatch batch) throws IOException;
    }

    private void commit(Change change) throws IOException {
      try (TableBatch batch = table.table().begin()) {
        change.in(new FeatureBatch(table, batch));
        batch.commit();
      } catch (StoreException e) {
        throw new IOException(table.type().getTypeName() + ": " + e.getMessage(), e);
      }
    }

    @Override
    public void add(SimpleFeature feature) throws IOException {
      commit(batch -> batch.add(feature));
    }

    @Override
    public void modify(FeatureChange change) throws IOException {
      commit(batch -> batch.modify(change));
    }

    @Override
    public void remove(String id) throws IOException {
      commit(batch -> batch.remove(id));
    }

    @Override
    public void end() throws IOException {
      try {
        Store store = table.table().store();
        store.awaitDurable(store.commitNumber());
      } catch (StoreException e) {
        throw new IOException(table.type().getTypeName() + ": " + e.getMessage(), e);
      }
    }
  }

  /**
   * Describes how a query is evaluated. The text has a line for each step of the table, and one for
   * the remaining work of GeoTools.
   */
  public String explain(Query query) throws IOException {
    FeatureTable table = table();
    Query resolved = resolvePropertyNames(joinQuery(query));
    QueryPlan plan = QueryPlan.of(table, resolved);
    StringBuilder text = new StringBuilder();
    plan.steps().forEach(step -> text.append("table: ").append(text(table, plan, step)));
    boolean isNative = changes() == null && plan.isInOrder();
    if (isNative && isPaged(resolved)) {
      text.append("table: from feature ").append(offsetOf(resolved));
      text.append(
          resolved.getMaxFeatures() == Query.DEFAULT_MAX
              ? "\n"
              : ", at most " + resolved.getMaxFeatures() + "\n");
    }
    boolean isWhole = isWhole(resolved);
    text.append("GeoTools: ")
        .append(plan.split().isExact() ? "no filter" : "filter " + plan.split().rest())
        .append(canSort(resolved) ? "" : ", sort")
        .append(isWhole || isNative ? "" : ", limit and offset")
        .append(changes() == null ? "" : ", changes of the transaction")
        .append(resolved.getCoordinateSystemReproject() == null ? "" : ", reprojection");
    return text.append('\n').toString();
  }

  private static String text(FeatureTable table, QueryPlan plan, QueryPlan.Step step) {
    Conditions query = step.query();
    TableQuery run = step.on(TableQuery.of(table.table())).expecting(plan.likely());
    String path =
        plan.order() == QueryPlan.Order.ID
            ? "index order by " + table.table().keyIndex().name()
            : run.explain().chosen().description();
    String order =
        switch (plan.order()) {
          case ID -> ", in order of ids";
          case ATTRIBUTE -> step.order() == null ? "" : ", in order of " + step.attribute();
          default -> "";
        };
    return path
        + (query.geometry() == null ? "" : ", bounds " + query.geometry().envelope())
        + (query.key() == Conditions.ANY_KEY ? "" : ", key " + query.key())
        + (query.filter() == null ? "" : ", where " + query.filter())
        + order
        + (step.order() != null && step.order().isDescending() ? ", greatest first" : "")
        + "\n";
  }
}
