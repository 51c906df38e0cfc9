package org.flashgrove.geotools;

import java.io.IOException;
import org.flashgrove.access.query.TableQueries;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.core.failure.StoreException;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.data.FeatureWriter;
import org.geotools.api.data.Query;
import org.geotools.api.data.QueryCapabilities;
import org.geotools.api.feature.FeatureVisitor;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.data.Diff;
import org.geotools.data.DiffFeatureReader;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentFeatureStore;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.feature.visitor.CountVisitor;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.locationtech.jts.geom.Geometry;

/**
 * The features of a type. Filters are split: what a table answers exactly, the table answers by its
 * indices; GeoTools decides about the rest, and sorts, reprojects and retypes. {@link #explain}
 * shows how.
 */
public final class FlashgroveFeatureStore extends ContentFeatureStore {
  /** Creates a view of a type; GeoTools calls it. */
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

  /** Locks are refused: transactions of other threads and processes would not see them. */
  @Override
  protected boolean canLock() {
    return true;
  }

  @Override
  protected void doLockInternal(String typeName, SimpleFeature feature) {
    throw new UnsupportedOperationException(
        "locks of features are not supported (allowed: transactions)");
  }

  @Override
  protected void doUnlockInternal(String typeName, SimpleFeature feature) {
    doLockInternal(typeName, feature);
  }

  private Diff changes() {
    TypeState state = getState();
    return state.isInTransaction() && !state.changes().isEmpty() ? state.changes() : null;
  }

  private static Filter filterOf(Query query) {
    return query.getFilter() == null ? Filter.INCLUDE : query.getFilter();
  }

  @Override
  protected FeatureReader<SimpleFeatureType, SimpleFeature> getReaderInternal(Query query)
      throws IOException {
    FeatureTable table = table();
    Filter filter = filterOf(query);
    SimpleFeatureType target = target(table, query);
    Diff changes = changes();
    if (changes == null) {
      SplitFilter split = SplitFilter.of(filter, table);
      return split.isExact()
          ? open(table, split, target)
          : retyped(open(table, split, table.type()), target);
    }
    FeatureReader<SimpleFeatureType, SimpleFeature> reader =
        open(table, SplitFilter.of(filter, table), table.type());
    return retyped(new DiffFeatureReader<>(reader, changes, filter), target);
  }

  private static SimpleFeatureType target(FeatureTable table, Query query) {
    return query.getPropertyNames() == Query.ALL_NAMES
        ? table.type()
        : SimpleFeatureTypeBuilder.retype(table.type(), query.getPropertyNames());
  }

  private FeatureReader<SimpleFeatureType, SimpleFeature> open(
      FeatureTable table, SplitFilter filter, SimpleFeatureType target) throws IOException {
    try {
      return new TableFeatureReader(table, filter, target);
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
    SplitFilter split = SplitFilter.of(filterOf(query), table);
    if (changes() != null || !split.isExact()) {
      return counted(query);
    }
    long count = 0;
    for (ScanQuery each : split.queries()) {
      count +=
          each.equals(ScanQuery.ALL)
              ? table.table().size()
              : TableQueries.of(table.table()).count(each);
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

  private static Query all(Query query) {
    Query all = new Query(query);
    all.setPropertyNames(Query.ALL_NAMES);
    return all;
  }

  @Override
  protected ReferencedEnvelope getBoundsInternal(Query query) throws IOException {
    FeatureTable table = table();
    ReferencedEnvelope bounds = new ReferencedEnvelope(table.type().getCoordinateReferenceSystem());
    if (table.geometry() < 0) {
      return bounds;
    }
    try (FeatureReader<SimpleFeatureType, SimpleFeature> reader = getReaderInternal(all(query))) {
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
    if (visitor instanceof CountVisitor count
        && query.getMaxFeatures() == Query.DEFAULT_MAX
        && query.getStartIndex() == null) {
      count.setValue(getCount(query));
      return true;
    }
    return false;
  }

  @Override
  protected FeatureWriter<SimpleFeatureType, SimpleFeature> getWriterInternal(
      Query query, int flags) throws IOException {
    FeatureTable table = table();
    if (store().isReadOnly()) {
      throw new IOException(
          "the store is open for reading (allowed: opening it without 'read only')");
    }
    FeatureReader<SimpleFeatureType, SimpleFeature> reader =
        (flags & WRITER_UPDATE) == 0 ? null : getReaderInternal(all(query));
    return new TableFeatureWriter(this, table, reader, target(table));
  }

  private TableFeatureWriter.Changes target(FeatureTable table) {
    return getState().isInTransaction()
        ? new DiffChanges(getState().changes())
        : new EachCommitted(table);
  }

  /** Changes that wait for a commit. */
  private record DiffChanges(Diff diff) implements TableFeatureWriter.Changes {
    @Override
    public void add(SimpleFeature feature) {
      diff.add(feature.getID(), feature);
    }

    @Override
    public void modify(SimpleFeature feature) {
      diff.modify(feature.getID(), feature);
    }

    @Override
    public void remove(SimpleFeature feature) {
      diff.remove(feature.getID());
    }
  }

  /** Changes that commit one by one. */
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
    public void modify(SimpleFeature feature) throws IOException {
      commit(batch -> batch.modify(feature));
    }

    @Override
    public void remove(SimpleFeature feature) throws IOException {
      commit(batch -> batch.remove(feature));
    }
  }

  /**
   * Returns how a query is answered, a line for each part: what the table is asked, by which index,
   * and what GeoTools does to its answers.
   */
  public String explain(Query query) throws IOException {
    FeatureTable table = table();
    Query resolved = resolvePropertyNames(joinQuery(query));
    SplitFilter split = SplitFilter.of(filterOf(resolved), table);
    StringBuilder text = new StringBuilder();
    for (ScanQuery each : split.queries()) {
      ScanConfig usual = TableScan.usual(table.table().present(), each);
      TableIndex index = TableScan.index(table.table(), each, usual);
      text.append("table: ").append(usual.path());
      text.append(index == null ? "" : " of index " + index.name());
      text.append(each.geometry() == null ? "" : ", bounds " + each.geometry().envelope());
      text.append(each.hasAllKeys() ? "" : ", key " + each.fromKey());
      text.append(each.filter() == null ? "" : ", where " + each.filter()).append('\n');
    }
    text.append("GeoTools: ")
        .append(split.isExact() ? "no filter" : "filter " + split.rest())
        .append(resolved.getSortBy() == null ? "" : ", sort")
        .append(resolved.getCoordinateSystemReproject() == null ? "" : ", reprojection");
    return text.append('\n').toString();
  }
}
