package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.identity.FeatureId;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.filter.text.ecql.ECQL;
import org.geotools.util.factory.Hints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Windows of a transaction find the features that its changes leave in them. */
class PendingPlacesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();
  private static final int ROUNDS = Repetitions.of(3, 100);

  @TempDir Path directory;
  private final Random random = Seeds.random();

  private Geometry geometry() {
    return switch (random.nextInt(12)) {
      case 0 -> null;
      case 1 -> GEOMETRIES.createPoint();
      case 2 -> GEOMETRIES.toGeometry(new Envelope(-1e308, 1e308, 0, 1)); // width overflows
      default ->
          GEOMETRIES.toGeometry(
              new Envelope(
                  new Coordinate(random.nextInt(90), random.nextInt(90)),
                  new Coordinate(random.nextInt(90), random.nextInt(90))));
    };
  }

  private Envelope window() {
    int x = random.nextInt(100);
    int y = random.nextInt(100);
    return new Envelope(x, x + random.nextInt(20), y, y + random.nextInt(20));
  }

  private static boolean mayIntersect(Geometry geometry, Envelope window) {
    return geometry != null
        && (geometry.getEnvelopeInternal().getWidth() > 1e300
            || window.intersects(geometry.getEnvelopeInternal()));
  }

  @Test
  void windowsFindTheLatestGeometriesInOrder() {
    for (int round = 0; round < ROUNDS; round++) {
      PendingPlaces places = new PendingPlaces();
      Map<String, Geometry> expected = new LinkedHashMap<>();
      int ids = 1 + random.nextInt(4_000);
      for (int i = 0; i < 5_000; i++) {
        String id = "feature " + random.nextInt(ids);
        if (random.nextInt(5) == 0) {
          places.remove(id);
          expected.remove(id);
        } else {
          Geometry geometry = geometry();
          places.put(id, geometry);
          if (geometry == null || geometry.isEmpty()) {
            expected.remove(id);
          } else {
            expected.put(id, geometry);
          }
        }
        if (i % 50 == 0) {
          Envelope window = window();
          assertThat(places.in(window))
              .containsExactlyInAnyOrderElementsOf(
                  expected.keySet().stream()
                      .filter(each -> mayIntersect(expected.get(each), window))
                      .toList());
        }
      }
      assertThat(places.in(new Envelope(-1e150, 1e150, -1e150, 1e150)))
          .containsExactlyElementsOf(expected.keySet());
    }
  }

  private static List<String> ids(SimpleFeatureStore from, Filter filter, Filter test)
      throws IOException {
    List<String> ids = new ArrayList<>();
    try (SimpleFeatureIterator found = from.getFeatures(filter).features()) {
      while (found.hasNext()) {
        SimpleFeature each = found.next();
        if (test.evaluate(each)) {
          ids.add(each.getID());
        }
      }
    }
    return ids;
  }

  private SimpleFeature place(SimpleFeatureType type, int id) {
    Geometry point = GEOMETRIES.createPoint(new Coordinate(random.nextInt(90), random.nextInt(90)));
    Object[] values = {random.nextInt(9) == 0 ? null : point, random.nextInt(5)};
    SimpleFeature feature = SimpleFeatureBuilder.build(type, values, "places." + id);
    feature.getUserData().put(Hints.USE_PROVIDED_FID, true);
    return feature;
  }

  private static Filter anyOf(List<String> ids) {
    return FILTERS.id(ids.stream().map(FILTERS::featureId).toArray(FeatureId[]::new));
  }

  private List<String> some(int ids) {
    return random.ints(200, 0, ids).mapToObj(each -> "places." + each).distinct().toList();
  }

  @Test
  void windowsOfATransactionFindAddedMovedAndUnchangedFeatures() throws Exception {
    FlashgroveDataStore store =
        FlashgroveDataStore.create(directory.resolve("store"), TableOptions.defaults());
    try (Transaction transaction = new DefaultTransaction()) {
      SimpleFeatureType type = DataUtilities.createType("places", "place:Point,kind:Integer");
      store.createSchema(type);
      SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource("places");
      source.setTransaction(transaction);
      int ids = 0;
      for (int round = 0; round < 6; round++) {
        List<SimpleFeature> features = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
          features.add(place(type, ids++));
        }
        source.addFeatures(DataUtilities.collection(features));
        if (round == 1) {
          transaction.commit();
        }
        for (int i = 0; i < 4; i++) {
          Geometry to =
              place(type, 0).getDefaultGeometry() instanceof Geometry point ? point : null;
          source.modifyFeatures("place", to, anyOf(some(ids)));
        }
        source.modifyFeatures("kind", 9, anyOf(some(ids)));
        source.removeFeatures(anyOf(some(ids)));
        for (int i = 0; i < 10; i++) {
          Envelope in = window();
          String box =
              "BBOX(place, %f, %f, %f, %f)"
                  .formatted(in.getMinX(), in.getMinY(), in.getMaxX(), in.getMaxY());
          Filter window = ECQL.toFilter(i % 2 == 0 ? box : box + " AND kind > 2");
          assertThat(ids(source, window, Filter.INCLUDE))
              .containsExactlyInAnyOrderElementsOf(ids(source, Filter.INCLUDE, window));
        }
      }
      transaction.rollback();
      assertThat(ids(source, ECQL.toFilter("BBOX(place, 0, 0, 90, 90)"), Filter.INCLUDE))
          .hasSizeBetween(1, 800);
    } finally {
      store.dispose();
    }
  }
}
