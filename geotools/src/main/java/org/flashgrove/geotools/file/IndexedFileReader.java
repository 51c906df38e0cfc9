package org.flashgrove.geotools.file;

import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.sidecar.FeatureMatches;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedFeature;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.feature.simple.SimpleFeatureBuilder;

/** Reads the features of a query. Owns the index. */
final class IndexedFileReader implements FeatureReader<SimpleFeatureType, SimpleFeature> {
  private final FileIndex index;
  private final FeatureMatches matches;
  private final SimpleFeatureBuilder builder;
  private final List<AttributeType> types;
  private SimpleFeature next;

  /**
   * Opens a reader.
   *
   * @param test test for geometries; null for all features
   * @param type type of the features when the DataStore was opened
   * @throws IOException if the file has other attributes by now
   */
  IndexedFileReader(FileIndex index, GeometryTest test, SimpleFeatureType type) throws IOException {
    this.index = index;
    types = index.attributeTypes();
    builder = new SimpleFeatureBuilder(type);
    boolean isSame = types.size() + 1 == type.getAttributeCount();
    for (int i = 0; i < types.size() && isSame; i++) {
      isSame = type.getDescriptor(i + 1).getType().getBinding() == FileValues.classOf(types.get(i));
    }
    if (!isSame) {
      throw new IOException(
          index.file() + ": the file has other attributes now; open the DataStore again");
    }
    matches = index.cursor(test, null);
  }

  @Override
  public SimpleFeatureType getFeatureType() {
    return builder.getFeatureType();
  }

  @Override
  public boolean hasNext() throws IOException {
    try {
      if (next == null && matches.next()) {
        next = feature(matches.feature());
      }
    } catch (InputException | IllegalArgumentException e) {
      throw new IOException(index.file() + ": " + e.getMessage(), e);
    }
    return next != null;
  }

  private SimpleFeature feature(IndexedFeature found) {
    builder.add(found.geometry());
    for (int i = 0; i < types.size(); i++) {
      builder.add(FileValues.of(types.get(i), found.values().get(i)));
    }
    return builder.buildFeature(getFeatureType().getTypeName() + "." + found.id());
  }

  @Override
  public SimpleFeature next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("the reader is at its end");
    }
    SimpleFeature found = next;
    next = null;
    return found;
  }

  @Override
  public void close() {
    matches.close();
    index.close();
  }
}
