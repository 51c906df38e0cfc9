package org.flashgrove.geotools;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Commits transactions of two types until it is killed, and says so after each. */
final class KilledWriter {
  static final int FEATURES = 50;
  static final List<String> TYPES = List.of("left", "right");

  private KilledWriter() {}

  /** Writes to the store in the directory {@code args[0]}. */
  public static void main(String[] args) throws Exception {
    FlashgroveDataStore store = FlashgroveDataStore.open(Path.of(args[0]), false);
    GeometryFactory geometries = new GeometryFactory();
    for (int round = 0; ; round++) {
      try (Transaction transaction = new DefaultTransaction()) {
        for (String name : TYPES) {
          SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(name);
          source.setTransaction(transaction);
          SimpleFeatureType type = source.getSchema();
          List<SimpleFeature> features = new ArrayList<>();
          for (int i = 0; i < FEATURES; i++) {
            Object[] values = {
              geometries.createPoint(new Coordinate(round, i)), (long) round, 0.0, 1, name
            };
            features.add(SimpleFeatureBuilder.build(type, values, null));
          }
          source.addFeatures(DataUtilities.collection(features));
        }
        transaction.commit();
      }
      System.out.println(round);
    }
  }
}
