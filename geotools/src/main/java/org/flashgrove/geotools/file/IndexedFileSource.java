package org.flashgrove.geotools.file;

import java.io.IOException;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.geotools.value.FilterWindow;
import org.flashgrove.sidecar.FileIndex;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.data.Query;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.api.filter.spatial.BBOX;
import org.geotools.api.filter.spatial.BinarySpatialOperator;
import org.geotools.api.referencing.FactoryException;
import org.geotools.api.referencing.crs.CoordinateReferenceSystem;
import org.geotools.data.EmptyFeatureReader;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentFeatureSource;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.geotools.referencing.CRS;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Features of an indexed data file. The index answers the rectangle that a filter implies. GeoTools
 * evaluates the whole filter on the features in this rectangle.
 */
final class IndexedFileSource extends ContentFeatureSource {
  private static final String GEOMETRY = "geometry";

  private final IndexedFileDataStore store;

  IndexedFileSource(ContentEntry entry, IndexedFileDataStore store) {
    super(entry, Query.ALL);
    this.store = store;
  }

  @Override
  protected SimpleFeatureType buildFeatureType() throws IOException {
    SimpleFeatureTypeBuilder builder = new SimpleFeatureTypeBuilder();
    builder.setName(entry.getName());
    try (FileIndex index = store.open()) {
      builder.setCRS(systemOf(index.coordinateSystem()));
      builder.add(GEOMETRY, Geometry.class);
      var types = index.attributeTypes();
      var names = FeatureSchema.freeNames(index.attributeNames(), false, GEOMETRY);
      for (int i = 0; i < names.size(); i++) {
        builder.nillable(true).add(names.get(i), FileValues.classOf(types.get(i)));
      }
    }
    builder.setDefaultGeometry(GEOMETRY);
    return builder.buildFeatureType();
  }

  /** Returns the system with longitude first, as in data files; null if it is unknown. */
  private static CoordinateReferenceSystem systemOf(CoordinateSystem system) {
    try {
      if (system.epsg() != 0) {
        return CRS.decode("EPSG:" + system.epsg(), true);
      }
      return system.definition().isEmpty() ? null : CRS.parseWKT(system.definition());
    } catch (FactoryException e) {
      return null; // a system that the libraries of the application do not know
    }
  }

  @Override
  protected ReferencedEnvelope getBoundsInternal(Query query) throws IOException {
    boolean isWhole = query.getStartIndex() == null && query.getMaxFeatures() == Query.DEFAULT_MAX;
    if (!isWhole || query.getFilter() != Filter.INCLUDE) {
      return null; // GeoTools reads the features
    }
    try (FileIndex index = store.open()) {
      return new ReferencedEnvelope(index.bounds(), getSchema().getCoordinateReferenceSystem());
    }
  }

  @Override
  protected int getCountInternal(Query query) throws IOException {
    if (query.getFilter() != Filter.INCLUDE) {
      return -1; // GeoTools reads the features
    }
    try (FileIndex index = store.open()) {
      return (int) Math.min(Integer.MAX_VALUE, index.size());
    }
  }

  @Override
  protected FeatureReader<SimpleFeatureType, SimpleFeature> getReaderInternal(Query query)
      throws IOException {
    SimpleFeatureType type = getSchema();
    if (query.getFilter() == Filter.EXCLUDE) {
      return new EmptyFeatureReader<>(type);
    }
    Envelope window =
        new FilterWindow(each -> isGeometry(each, type), each -> !isInOtherSystem(each, type))
            .of(query.getFilter());
    FileIndex index = store.open();
    boolean isOpen = false;
    try {
      IndexedFileReader reader =
          new IndexedFileReader(index, window == null ? null : new InWindow(window), type);
      isOpen = true;
      return reader;
    } catch (InputException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      if (!isOpen) {
        index.close();
      }
    }
  }

  private static boolean isGeometry(Expression expression, SimpleFeatureType type) {
    return expression instanceof PropertyName name
        && (name.getPropertyName().isEmpty()
            || name.getPropertyName().equals(type.getGeometryDescriptor().getLocalName()));
  }

  private static boolean isInOtherSystem(BinarySpatialOperator condition, SimpleFeatureType type) {
    CoordinateReferenceSystem system =
        condition instanceof BBOX box ? box.getBounds().getCoordinateReferenceSystem() : null;
    return system != null && !CRS.equalsIgnoreMetadata(system, type.getCoordinateReferenceSystem());
  }
}
