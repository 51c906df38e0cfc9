package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.DataStoreFinder;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.filter.text.cql2.CQLException;
import org.geotools.filter.text.ecql.ECQL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/** Filters that are nested deeper than a table allows, or long, give what GeoTools finds. */
class DeepFiltersTest {
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int LEVELS = 1_500;

  @TempDir Path directory;
  private DataStore store;
  private SimpleFeatureStore source;
  private final List<SimpleFeature> features = new ArrayList<>();

  @BeforeEach
  void fill() throws IOException {
    SimpleFeatureTypeBuilder builder = new SimpleFeatureTypeBuilder();
    builder.setName("trees");
    builder.add("place", Point.class);
    builder.add("number", Integer.class);
    builder.add("name", String.class);
    SimpleFeatureType type = builder.buildFeatureType();
    for (int i = 0; i < 40; i++) {
      Point place = GEOMETRIES.createPoint(new Coordinate(i, i));
      Object[] values = {place, i % 7 == 0 ? null : i, "n" + i % 5};
      features.add(SimpleFeatureBuilder.build(type, values, null));
    }
    store =
        DataStoreFinder.getDataStore(
            Map.of("dbtype", "flashgrove", "directory", directory.resolve("store").toFile()));
    store.createSchema(type);
    source = (SimpleFeatureStore) store.getFeatureSource("trees");
    source.addFeatures(DataUtilities.collection(features));
  }

  @AfterEach
  void close() {
    store.dispose();
  }

  private void isAnswered(Filter filter) throws IOException {
    List<Object> expected = new ArrayList<>();
    for (SimpleFeature each : features) {
      if (filter.evaluate(each)) {
        expected.add(((Point) each.getDefaultGeometry()).getX());
      }
    }
    assertThat(found(filter)).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
    assertThat(source.getCount(new Query("trees", filter))).isIn(-1, expected.size());
    try (Transaction transaction = new DefaultTransaction("deep")) {
      source.setTransaction(transaction);
      source.modifyFeatures(
          "name", "changed", FILTERS.equals(FILTERS.property("number"), FILTERS.literal(-1)));
      source.modifyFeatures(
          "name", "n1", FILTERS.equals(FILTERS.property("name"), FILTERS.literal("n1")));
      assertThat(found(filter)).containsExactlyInAnyOrderElementsOf(expected);
      transaction.rollback();
    } finally {
      source.setTransaction(Transaction.AUTO_COMMIT);
    }
  }

  private List<Object> found(Filter filter) throws IOException {
    List<Object> found = new ArrayList<>();
    try (SimpleFeatureIterator features = source.getFeatures(filter).features()) {
      while (features.hasNext()) {
        found.add(((Point) features.next().getDefaultGeometry()).getX());
      }
    }
    return found;
  }

  private static Filter number(int value) {
    return FILTERS.equals(FILTERS.property("number"), FILTERS.literal(value));
  }

  @Test
  void notsWithinNots() throws IOException {
    Filter filter = number(3);
    for (int i = 0; i < LEVELS; i++) {
      filter = FILTERS.not(filter);
    }
    isAnswered(filter);
    isAnswered(FILTERS.and(filter, number(3)));
  }

  @Test
  void conjunctionsWithinDisjunctions() throws IOException {
    Filter filter = FILTERS.bbox("place", 3, 3, 9, 9, null);
    for (int i = 0; i < LEVELS; i++) {
      filter =
          i % 2 == 0
              ? FILTERS.or(List.of(number(i % 40), filter))
              : FILTERS.and(List.of(filter, FILTERS.not(number(-i))));
    }
    isAnswered(filter);
  }

  @Test
  void chainsOfTheSameKind() throws IOException {
    Filter any = number(0);
    Filter all = FILTERS.bbox("place", 3, 3, 9, 9, null);
    for (int i = 1; i < LEVELS; i++) {
      any = FILTERS.or(List.of(any, number(i % 2 == 0 ? i % 40 : -i)));
      all = FILTERS.and(List.of(all, FILTERS.not(number(-i))));
    }
    isAnswered(any);
    isAnswered(all);
  }

  @Test
  void tenThousandValues() throws IOException, CQLException {
    StringBuilder text = new StringBuilder("number IN (3");
    List<Filter> equal = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      text.append(", ").append(i * 5);
      equal.add(number(i * 5));
    }
    isAnswered(ECQL.toFilter(text + ")"));
    isAnswered(FILTERS.or(equal));
  }
}
