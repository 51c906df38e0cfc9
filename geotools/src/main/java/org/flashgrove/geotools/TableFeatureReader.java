package org.flashgrove.geotools;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;

/**
 * Reads the features that pass a filter, in the state of the commit that was newest when the reader
 * was opened.
 */
final class TableFeatureReader implements FeatureReader<SimpleFeatureType, SimpleFeature> {
  private final FeatureTable table;
  private final SimpleFeatureType target;
  private final FeatureDecoder decoder;
  private final QueryPlan plan;
  private final Filter rest;
  private final Iterator<QueryPlan.Step> steps;
  private final TableSnapshot snapshot;
  private QueryPlan.Step step;
  private TableCursor cursor;

  /** Keys in the order of ids as texts, or null if the features are not sorted by id. */
  private final KeysAsTexts keys;

  private long key = KeysAsTexts.NONE;
  private SimpleFeature next;
  private long toSkip;
  private long left = Long.MAX_VALUE;
  private boolean closed;

  /**
   * Opens the reader.
   *
   * @param target type of the features to return. Its attributes are a subset of the attributes of
   *     the table's type, or all of them if GeoTools must evaluate a part of the query's filter
   * @throws IOException if the plan sorts by id, for which all ids must have the form {@code
   *     TYPE.KEY}, and the id of a feature has another form
   */
  TableFeatureReader(FeatureTable table, QueryPlan plan, SimpleFeatureType target)
      throws IOException {
    this.table = table;
    this.target = target;
    this.plan = plan;
    rest = plan.split().rest();
    steps = plan.steps().iterator();
    snapshot = table.table().snapshot();
    boolean opened = false;
    try {
      decoder = new FeatureDecoder(table, target, snapshot.schema());
      if (plan.order() == QueryPlan.Order.ID && table.hasProvidedIds(snapshot)) {
        throw new IOException(
            table.type().getTypeName()
                + ": features with provided ids were added after the query was planned; run the"
                + " query again");
      }
      keys = plan.order() == QueryPlan.Order.ID ? new KeysAsTexts(snapshot) : null;
      opened = true;
    } finally {
      if (!opened) {
        snapshot.close();
      }
    }
  }

  /**
   * Makes this reader skip the first {@code offset} features and return at most {@code count}
   * features.
   */
  TableFeatureReader page(long offset, long count) {
    toSkip = offset;
    left = count;
    return this;
  }

  @Override
  public SimpleFeatureType getFeatureType() {
    return target;
  }

  @Override
  public boolean hasNext() throws IOException {
    try {
      while (next == null && left > 0 && !closed && advance()) {
        if (rest == Filter.INCLUDE && toSkip > 0) {
          toSkip--; // skipped without creating a feature
          continue;
        }
        SimpleFeature feature = decoder.feature(record());
        if (rest == Filter.INCLUDE || rest.evaluate(feature)) {
          next = toSkip > 0 ? null : feature;
          toSkip = Math.max(0, toSkip - 1);
        }
      }
    } catch (StoreException e) {
      throw new IOException(table.type().getTypeName() + ": " + e.getMessage(), e);
    }
    return next != null;
  }

  /** Returns the feature with an id and all its attributes, or null if it does not exist. */
  SimpleFeature find(String id) throws IOException {
    try (TableCursor found = SplitFilter.byId(id, table).on(TableQuery.of(snapshot)).cursor()) {
      return found.next() ? decoder.feature(found.record()) : null;
    } catch (StoreException e) {
      throw new IOException(table.type().getTypeName() + ": " + e.getMessage(), e);
    }
  }

  private TableRecord record() {
    return keys == null ? cursor.record() : snapshot.get(key);
  }

  private boolean advance() {
    if (keys != null) {
      key = keys.next();
      return key != KeysAsTexts.NONE;
    }
    while (true) {
      while (cursor != null && cursor.next()) {
        if (isOfStep()) {
          return true;
        }
      }
      if (cursor != null) {
        cursor.close();
        cursor = null;
      }
      if (!steps.hasNext()) {
        return false;
      }
      step = steps.next();
      cursor = step.isOfNulls() && hasNoNulls(step.attribute()) ? null : open();
    }
  }

  private TableCursor open() {
    return step.on(TableQuery.of(snapshot)).expecting(plan.likely()).cursor();
  }

  /**
   * Returns whether the current record belongs to the current step. If the step is for only -0.0 or
   * only 0.0, the attribute must have this value. A table treats both values as equal, so its query
   * returns records with either.
   */
  private boolean isOfStep() {
    if (step.zeros() == QueryPlan.Zeros.BOTH) {
      return true;
    }
    boolean isNegative = 1 / cursor.record().row().getDouble(step.attribute()) < 0;
    return isNegative == (step.zeros() == QueryPlan.Zeros.NEGATIVE);
  }

  /** Returns whether the index on an attribute has an entry for every record. */
  private boolean hasNoNulls(String attribute) {
    return snapshot.indices().all().stream()
        .anyMatch(
            each ->
                each instanceof AttributeIndex of
                    && of.attribute().name().equals(attribute)
                    && of.size(snapshot) == snapshot.size());
  }

  @Override
  public SimpleFeature next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException(
          target.getTypeName() + ": no further feature; call hasNext() first");
    }
    SimpleFeature feature = next;
    next = null;
    left--;
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
      try {
        if (cursor != null) {
          cursor.close();
        }
      } finally {
        snapshot.close();
      }
    } catch (StoreClosedException e) {
      // disposing of the store has already closed the snapshot
    }
  }
}
