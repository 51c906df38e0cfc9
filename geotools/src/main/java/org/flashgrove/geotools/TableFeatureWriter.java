package org.flashgrove.geotools;

import java.io.IOException;
import java.util.NoSuchElementException;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.data.FeatureWriter;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.filter.identity.FeatureIdImpl;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.geotools.util.factory.Hints;

/**
 * Writer that first changes or removes the features that a reader returns, and then adds new ones.
 */
final class TableFeatureWriter implements FeatureWriter<SimpleFeatureType, SimpleFeature> {
  /** Receives the changes of features that the writer makes. */
  interface Changes {
    void add(SimpleFeature feature) throws IOException;

    void modify(FeatureChange change) throws IOException;

    void remove(String id) throws IOException;

    /** Called when the writer is closed after changes. Makes committed changes durable. */
    default void end() throws IOException {}
  }

  private final FlashgroveFeatureStore source;
  private final FeatureTable table;
  private final FeatureReader<SimpleFeatureType, SimpleFeature> reader;
  private final Changes changes;
  private SimpleFeature before;
  private EditedFeature current;
  private boolean hasChanged;

  /**
   * Creates a writer.
   *
   * @param reader features that can be changed or removed, or null if features are only added
   */
  TableFeatureWriter(
      FlashgroveFeatureStore source,
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
      current = EditedFeature.of(before);
    } else {
      before = null;
      current =
          EditedFeature.of(SimpleFeatureBuilder.build(table.type(), new Object[0], table.newId()));
    }
    return current;
  }

  private EditedFeature current() {
    if (current == null) {
      throw new NoSuchElementException("feature writer: has no current feature; call next() first");
    }
    return current;
  }

  @Override
  public void write() throws IOException {
    EditedFeature feature = current();
    source.requireOpen();
    if (before == null) {
      takeProvidedId(feature);
      table.requireKept(feature);
      changes.add(feature);
      source.getState().fireFeatureAdded(source, feature);
    } else {
      FeatureChange change = feature.changeFrom(before);
      table.requireKept(change);
      changes.modify(change);
      source
          .getState()
          .fireFeatureUpdated(source, feature, ReferencedEnvelope.reference(before.getBounds()));
    }
    hasChanged = true;
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
    source.requireOpen();
    if (before != null) {
      changes.remove(before.getID());
      source.getState().fireFeatureRemoved(source, feature);
      hasChanged = true;
    }
    current = null;
  }

  @Override
  public void close() throws IOException {
    try {
      if (reader != null) {
        reader.close();
      }
    } finally {
      if (hasChanged) {
        hasChanged = false;
        changes.end();
      }
    }
  }
}
