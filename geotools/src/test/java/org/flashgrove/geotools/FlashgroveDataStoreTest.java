package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.geotools.conformance.RandomFeatures;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.DataStoreFinder;
import org.geotools.api.data.FeatureWriter;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureLocking;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.api.filter.sort.SortOrder;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.feature.NameImpl;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.filter.text.cql2.CQLException;
import org.geotools.filter.text.ecql.ECQL;
import org.geotools.referencing.CRS;
import org.geotools.util.factory.Hints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

class FlashgroveDataStoreTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();

  @TempDir Path directory;
  private DataStore store;

  @AfterEach
  void close() {
    if (store != null) {
      store.dispose();
    }
  }

  private DataStore open(Map<String, Object> more) throws IOException {
    close();
    Map<String, Object> params = new java.util.HashMap<>(more);
    params.put("dbtype", "flashgrove");
    params.put("directory", directory.resolve("store").toFile());
    store = DataStoreFinder.getDataStore(params);
    return store;
  }

  private SimpleFeatureStore features(String type, Transaction transaction) throws IOException {
    SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(type);
    source.setTransaction(transaction);
    return source;
  }

  private static SimpleFeatureType cities(String... further) throws Exception {
    SimpleFeatureTypeBuilder type = new SimpleFeatureTypeBuilder();
    type.setName("Cities of Earth");
    type.add("place", Point.class, CRS.decode("EPSG:4326", true));
    type.length(40);
    type.nillable(false).add("name", String.class);
    for (String each : further) {
      type.add(each, Integer.class);
    }
    return type.buildFeatureType();
  }

  private static SimpleFeature city(SimpleFeatureType type, double x, double y, String name) {
    Point place = GEOMETRIES.createPoint(new Coordinate(x, y));
    return SimpleFeatureBuilder.build(type, new Object[] {place, name}, null);
  }

  private static List<String> names(SimpleFeatureStore source, Filter filter) throws IOException {
    List<String> names = new ArrayList<>();
    try (SimpleFeatureIterator found = source.getFeatures(filter).features()) {
      while (found.hasNext()) {
        names.add((String) found.next().getAttribute("name"));
      }
    }
    return names;
  }

  @Test
  void typesCrsAndIdsAreThereAfterReopening() throws Exception {
    SimpleFeatureType type = cities("people");
    open(Map.of()).createSchema(type);
    SimpleFeatureStore source = features(type.getTypeName(), Transaction.AUTO_COMMIT);
    SimpleFeature lima = city(type, -77, -12, "Lima");
    lima.getUserData().put("source", "a map & more = all");
    String id = source.addFeatures(DataUtilities.collection(lima)).get(0).getID();

    open(Map.of("read only", true, "namespace", "http://example.org"));
    SimpleFeatureType found = store.getSchema("Cities of Earth");
    assertThat(found.getAttributeDescriptors()).hasSize(3);
    assertThat(
            CRS.equalsIgnoreMetadata(
                found.getCoordinateReferenceSystem(), type.getCoordinateReferenceSystem()))
        .isTrue();
    assertThat(found.getName().getNamespaceURI()).isEqualTo("http://example.org");
    assertThat(found.getDescriptor("name").isNillable()).isFalse();
    assertThat(org.geotools.feature.FeatureTypes.getFieldLength(found.getDescriptor("name")))
        .isEqualTo(40);
    try (SimpleFeatureIterator features =
        store.getFeatureSource("Cities of Earth").getFeatures().features()) {
      SimpleFeature read = features.next();
      assertThat(read.getID()).isEqualTo(id);
      assertThat(read.getUserData()).containsEntry("source", "a map & more = all");
      assertThat(features.hasNext()).isFalse();
    }
    assertThatThrownBy(
            () ->
                features("Cities of Earth", Transaction.AUTO_COMMIT).removeFeatures(Filter.INCLUDE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("open read-only");
  }

  @Test
  void attributesAreAddedAndDropped() throws Exception {
    open(Map.of()).createSchema(cities("people", "height"));
    String name = "Cities of Earth";
    features(name, Transaction.AUTO_COMMIT)
        .addFeatures(DataUtilities.collection(city(cities(), 1, 2, "A")));
    store.updateSchema(new NameImpl(name), cities("people", "wards"));
    assertThat(store.getSchema(name).getDescriptor("wards")).isNotNull();
    assertThat(store.getSchema(name).getDescriptor("height")).isNull();
    features(name, Transaction.AUTO_COMMIT).modifyFeatures("wards", 7, Filter.INCLUDE);
    open(Map.of());
    try (SimpleFeatureIterator found = store.getFeatureSource(name).getFeatures().features()) {
      assertThat(found.next().getAttribute("wards")).isEqualTo(7);
    }
    SimpleFeatureTypeBuilder other = new SimpleFeatureTypeBuilder();
    other.init(cities("people", "wards"));
    other.remove("place");
    assertThatThrownBy(() -> store.updateSchema(new NameImpl(name), other.buildFeatureType()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("add or drop only attributes that may be null");
  }

  @Test
  void aTypeIsRemovedAndMayComeAgain() throws Exception {
    open(Map.of());
    for (int i = 0; i < 3; i++) {
      store.createSchema(cities());
      features("Cities of Earth", Transaction.AUTO_COMMIT)
          .addFeatures(DataUtilities.collection(city(cities(), 1, 2, "A")));
      store.removeSchema("Cities of Earth");
      assertThat(store.getTypeNames()).isEmpty();
    }
    store.createSchema(RandomFeatures.type("one"));
    assertThat(open(Map.of()).getTypeNames()).containsExactly("one");
    assertThat(((FlashgroveDataStore) store).store().check().ok()).isTrue();
    assertThatThrownBy(() -> store.removeSchema("two"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("feature type 'two': does not exist (allowed: [one])");
  }

  @Test
  void aTransactionOfSeveralTypesCommitsWholeOrNot() throws Exception {
    open(Map.of());
    Random random = Seeds.random();
    for (String name : List.of("one", "two")) {
      store.createSchema(RandomFeatures.type(name));
    }
    try (Transaction transaction = new DefaultTransaction()) {
      for (String name : List.of("one", "two")) {
        features(name, transaction)
            .addFeatures(
                DataUtilities.collection(
                    RandomFeatures.some(RandomFeatures.type(name), 20, random)));
      }
      SimpleFeatureStore beside = features("one", Transaction.AUTO_COMMIT);
      assertThat(beside.getCount(Query.ALL)).isZero();
      assertThat(features("one", transaction).getCount(Query.ALL)).isEqualTo(20);
      long before = ((FlashgroveDataStore) store).store().commitNumber();
      transaction.commit();
      assertThat(((FlashgroveDataStore) store).store().commitNumber()).isEqualTo(before + 1);
      assertThat(beside.getCount(Query.ALL)).isEqualTo(20);
      assertThat(features("two", Transaction.AUTO_COMMIT).getCount(Query.ALL)).isEqualTo(20);

      features("one", transaction).removeFeatures(Filter.INCLUDE);
      transaction.rollback();
      assertThat(features("one", transaction).getCount(Query.ALL)).isEqualTo(20);
    }
  }

  @Test
  void anIdThatIsThereIsRefused() throws Exception {
    SimpleFeatureType type = cities();
    open(Map.of()).createSchema(type);
    for (String id : List.of("Cities of Earth.7", "way/7")) {
      Object[] values = city(type, 1, 2, id).getAttributes().toArray();
      SimpleFeature provided = SimpleFeatureBuilder.build(type, values, id);
      provided.getUserData().put(Hints.USE_PROVIDED_FID, true);
      SimpleFeatureStore source = features(type.getTypeName(), Transaction.AUTO_COMMIT);
      assertThat(source.addFeatures(DataUtilities.collection(provided)).get(0).getID())
          .isEqualTo(id);
      assertThatThrownBy(() -> source.addFeatures(DataUtilities.collection(provided)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(id + " already exists; give the new feature another id");
      assertThat(source.getCount(Query.ALL)).isEqualTo(id.startsWith("way") ? 2 : 1);
    }
  }

  @Test
  void aReaderSeesTheCommitItBeganWith() throws Exception {
    SimpleFeatureType type = cities();
    open(Map.of()).createSchema(type);
    SimpleFeatureStore source = features(type.getTypeName(), Transaction.AUTO_COMMIT);
    for (int i = 0; i < 50; i++) {
      source.addFeatures(DataUtilities.collection(city(type, i, i, "c" + i)));
    }
    try (SimpleFeatureIterator found = source.getFeatures().features()) {
      found.next();
      source.removeFeatures(Filter.INCLUDE);
      int more = 0;
      while (found.hasNext()) {
        found.next();
        more++;
      }
      assertThat(more).isEqualTo(49);
    }
    assertThat(source.getCount(Query.ALL)).isZero();
  }

  /** A type on the earth refuses what is not there, and answers as in the plane. */
  @Test
  void theMetricIsThatOfTypesThatAreCreated() throws Exception {
    SimpleFeatureType type = cities();
    open(Map.of("metric", "geodesic")).createSchema(type);
    SimpleFeatureStore source = features(type.getTypeName(), Transaction.AUTO_COMMIT);
    source.addFeatures(DataUtilities.collection(city(type, 179.5, -17, "Suva")));
    source.addFeatures(DataUtilities.collection(city(type, -179, -17, "Lau")));
    assertThatThrownBy(
            () -> source.addFeatures(DataUtilities.collection(city(type, 400, 0, "Nowhere"))))
        .hasMessageContaining("allowed");
    for (String window : List.of("179, -20, 180, 0", "179, -20, 190, 0", "170, -95, 180, 0")) {
      assertThat(names(source, ECQL.toFilter("BBOX(place, " + window + ")")))
          .containsExactly("Suva");
    }
    assertThat(names(source, ECQL.toFilter("DWITHIN(place, POINT(180 -17), 0.6, meters)")))
        .containsExactly("Suva"); // units of coordinates, as GeoTools takes them
    open(Map.of());
    assertThat(((FlashgroveDataStore) store).table(type.getTypeName()).table().metric().name())
        .isEqualTo("geodesic");
    assertThatThrownBy(
            () ->
                new FlashgroveDataStoreFactory()
                    .createDataStore(
                        Map.of(
                            "dbtype",
                            "flashgrove",
                            "directory",
                            directory.toFile(),
                            "metric",
                            "round")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("metric 'round' (allowed: planar, geodesic)");
  }

  private static List<String> ids(SimpleFeatureStore source, Query query) throws IOException {
    List<String> ids = new ArrayList<>();
    try (SimpleFeatureIterator found = source.getFeatures(query).features()) {
      while (found.hasNext()) {
        ids.add(found.next().getID());
      }
    }
    return ids;
  }

  private static List<Object> people(SimpleFeatureStore source, Query query) throws IOException {
    List<Object> people = new ArrayList<>();
    try (SimpleFeatureIterator found = source.getFeatures(query).features()) {
      while (found.hasNext()) {
        people.add(found.next().getAttribute("people"));
      }
    }
    return people;
  }

  /**
   * An order is the table's if it has an index that is as exact, an order of ids if few are read.
   */
  @Test
  void ordersAndPagesAreTheTablesWhereItHasThem() throws Exception {
    SimpleFeatureType type = cities("people");
    open(Map.of()).createSchema(type);
    FlashgroveFeatureStore source =
        (FlashgroveFeatureStore) features(type.getTypeName(), Transaction.AUTO_COMMIT);
    List<SimpleFeature> many = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      SimpleFeature city = city(type, i, 0, "City " + i);
      city.setAttribute("people", i % 10 == 0 ? null : i * 37 % 101);
      many.add(city);
    }
    try (Transaction transaction = new DefaultTransaction()) {
      features(type.getTypeName(), transaction).addFeatures(DataUtilities.collection(many));
      transaction.commit();
    }
    Query query = new Query(type.getTypeName());
    query.setSortBy(FILTERS.sort("people", SortOrder.ASCENDING));
    query.setStartIndex(38);
    query.setMaxFeatures(6);
    assertThat(source.explain(query)).contains("GeoTools: no filter, sort, limit and offset");
    List<Object> expected = people(source, query);
    assertThat(expected).startsWith(null, null, 0).hasSize(6);

    FlashgroveDataStore indexed = (FlashgroveDataStore) store;
    indexed.createIndex(type.getTypeName(), "people");
    assertThat(source.explain(query))
        .contains("where people is null", "in order of people", "table: from feature 38, at most 6")
        .endsWith("GeoTools: no filter\n");
    assertThat(people(source, query)).isEqualTo(expected);
    assertThat(source.getCount(query)).isEqualTo(6);
    query.setSortBy(SortBy.NATURAL_ORDER);
    query.setStartIndex(null);
    query.setMaxFeatures(3);
    assertThat(source.explain(query)).contains("in order of ids").endsWith("no filter\n");
    assertThat(ids(source, query))
        .containsExactly("Cities of Earth.1", "Cities of Earth.10", "Cities of Earth.100");

    assertThatThrownBy(() -> indexed.createIndex(type.getTypeName(), "people"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is missing, is a geometry or already has an index");
    indexed.dropIndex(type.getTypeName(), "people");
    assertThat(source.explain(query)).contains("in order of ids");
    assertThatThrownBy(() -> indexed.dropIndex(type.getTypeName(), "people"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void explainShowsWhatTheTableAnswers() throws Exception, CQLException {
    SimpleFeatureType type = cities("people");
    open(Map.of()).createSchema(type);
    FlashgroveFeatureStore source =
        (FlashgroveFeatureStore) features(type.getTypeName(), Transaction.AUTO_COMMIT);
    Query query =
        new Query(
            type.getTypeName(),
            ECQL.toFilter("BBOX(place, 0, 0, 10, 10) AND people > 1000 AND strLength(name) > 3"));
    assertThat(source.explain(query))
        .contains("table: index scan by geom")
        .contains("people > 1000")
        .contains("strLength");
    source.addFeatures(DataUtilities.collection(city(type, 5, 5, "Quito")));
    assertThat(names(source, ECQL.toFilter("BBOX(place, 0, 0, 10, 10)"))).containsExactly("Quito");
    assertThat(names(source, ECQL.toFilter("BBOX(place, 6, 0, 10, 10)"))).isEmpty();
  }

  private void writeNull() throws IOException {
    try (FeatureWriter<SimpleFeatureType, SimpleFeature> writer =
        store.getFeatureWriterAppend("Cities of Earth", Transaction.AUTO_COMMIT)) {
      writer.next().setAttribute("name", null);
      writer.write();
    }
  }

  @Test
  void whatIsNotSupportedIsRefusedInOneLine() throws Exception {
    SimpleFeatureTypeBuilder type = new SimpleFeatureTypeBuilder();
    type.setName("odd");
    type.add("thread", Thread.class);
    open(Map.of());
    assertThatThrownBy(() -> store.createSchema(type.buildFeatureType()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'thread' of java.lang.Thread (allowed: geometries, Boolean, ");
    store.createSchema(cities());
    SimpleFeatureStore source = features("Cities of Earth", Transaction.AUTO_COMMIT);
    source.addFeatures(DataUtilities.collection(city(cities(), 5, 5, "Quito")));
    assertThatThrownBy(() -> ((SimpleFeatureLocking) source).lockFeatures(Filter.INCLUDE))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("feature locks: not supported; use transactions");
    assertThatThrownBy(this::writeNull)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'name'")
        .hasMessageContaining("is null; set a String");
    File none = directory.resolve("none").toFile();
    assertThatThrownBy(
            () ->
                DataStoreFinder.getDataStore(
                    Map.of("dbtype", "flashgrove", "directory", none, "create", false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no store; choose the directory of a store, or set 'create'");
  }
}
