package org.flashgrove.geotools;

import java.io.IOException;
import java.util.NoSuchElementException;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.data.FeatureWriter;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.data.store.ContentFeatureStore;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.filter.identity.FeatureIdImpl;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.geotools.util.factory.Hints;

/** Changes features that a reader finds, then adds new ones. */
final class TableFeatureWriter implements FeatureWriter<SimpleFeatureType, SimpleFeature> {
  /** Where changes go. */
  interface Changes {
    void add(SimpleFeature feature) throws IOException;

    void modify(SimpleFeature feature) throws IOException;

    void remove(SimpleFeature feature) throws IOException;
  }

  private final ContentFeatureStore source;
  private final FeatureTable table;
  private final FeatureReader<SimpleFeatureType, SimpleFeature> reader;
  private final Changes changes;
  private SimpleFeature before;
  private SimpleFeature current;

  /**
   * Creates a writer.
   *
   * @param reader what may be changed, or null for nothing
   */
  TableFeatureWriter(
      ContentFeatureStore source,
      FeatureTable table,
      FeatureReader<SimpleFeatureType, SimpleFeature> reader,
      Changes changes) {
    this.source = source;
    this.table = table;
    this.reader = reader;
    this.changes = changes;
  }

  @Override
  public SimpleFeatureType getFeatureType() {
    return table.type();
  }

  @Override
  public boolean hasNext() throws IOException {
    return reader != null && reader.hasNext();
  }

  @Override
  public SimpleFeature next() throws IOException {
    if (hasNext()) {
      before = reader.next();
      current = SimpleFeatureBuilder.copy(before);
      current.getUserData().putAll(before.getUserData());
    } else {
      before = null;
      current = SimpleFeatureBuilder.build(table.type(), new Object[0], table.newId());
    }
    return current;
  }

  private SimpleFeature current() {
    if (current == null) {
      throw new NoSuchElementException("no feature to change (allowed: next first)");
    }
    return current;
  }

  @Override
  public void write() throws IOException {
    SimpleFeature feature = current();
    if (before == null) {
      takeProvidedId(feature);
      table.requireKept(feature);
      changes.add(feature);
      source.getState().fireFeatureAdded(source, feature);
    } else {
      table.requireKept(feature);
      changes.modify(feature);
      source
          .getState()
          .fireFeatureUpdated(source, feature, ReferencedEnvelope.reference(before.getBounds()));
    }
    current = null;
  }

  private static void takeProvidedId(SimpleFeature feature) {
    Object provided = feature.getUserData().get(Hints.PROVIDED_FID);
    if (Boolean.TRUE.equals(feature.getUserData().get(Hints.USE_PROVIDED_FID))
        && provided instanceof String id) {
      ((FeatureIdImpl) feature.getIdentifier()).setID(id);
    }
  }

  @Override
  public void remove() throws IOException {
    SimpleFeature feature = current();
    if (before != null) {
      changes.remove(before);
      source.getState().fireFeatureRemoved(source, feature);
    }
    current = null;
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
