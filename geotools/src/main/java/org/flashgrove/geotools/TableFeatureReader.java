package org.flashgrove.geotools;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQueries;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.StoreException;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;

/** The features that pass a filter, at the commit that was the newest when it was opened. */
final class TableFeatureReader implements FeatureReader<SimpleFeatureType, SimpleFeature> {
  private final FeatureTable table;
  private final SimpleFeatureType target;
  private final FeatureDecoder decoder;
  private final Filter rest;
  private final Iterator<ScanQuery> queries;
  private final TableSnapshot snapshot;
  private TableCursor cursor;
  private SimpleFeature next;
  private boolean closed;

  /**
   * Opens it.
   *
   * @param target type of the features, whose attributes are some of those of the table's type; all
   *     of them if the filter has a rest
   */
  TableFeatureReader(FeatureTable table, SplitFilter filter, SimpleFeatureType target) {
    this.table = table;
    this.target = target;
    rest = filter.rest();
    queries = filter.queries().iterator();
    snapshot = table.table().snapshot();
    decoder = decoder();
  }

  private FeatureDecoder decoder() {
    boolean made = false;
    try {
      FeatureDecoder of = new FeatureDecoder(table, target, snapshot.schema());
      made = true;
      return of;
    } finally {
      if (!made) {
        snapshot.close();
      }
    }
  }

  @Override
  public SimpleFeatureType getFeatureType() {
    return target;
  }

  @Override
  public boolean hasNext() throws IOException {
    try {
      while (next == null && !closed && advance()) {
        SimpleFeature feature = decoder.feature(cursor.record());
        next = rest == Filter.INCLUDE || rest.evaluate(feature) ? feature : null;
      }
    } catch (StoreException e) {
      throw new IOException(table.type().getTypeName() + ": " + e.getMessage(), e);
    }
    return next != null;
  }

  private boolean advance() {
    while (cursor == null || !cursor.next()) {
      if (cursor != null) {
        cursor.close();
        cursor = null;
      }
      if (!queries.hasNext()) {
        return false;
      }
      cursor = TableQueries.of(snapshot).cursor(queries.next());
    }
    return true;
  }

  @Override
  public SimpleFeature next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("no further feature of " + target.getTypeName());
    }
    SimpleFeature feature = next;
    next = null;
    return feature;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    next = null;
    try {
      if (cursor != null) {
        cursor.close();
      }
    } finally {
      snapshot.close();
    }
  }
}
