package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.geotools.api.data.FeatureWriter;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.sort.SortOrder;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.data.store.DiffTransactionState;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.feature.NameImpl;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.filter.text.ecql.ECQL;
import org.geotools.util.factory.Hints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Transactions that change the same features, and stores that are disposed of meanwhile. */
class TransactionTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();
  private static final String TYPE = "trees";

  @TempDir Path directory;
  private FlashgroveDataStore store;
  private SimpleFeatureType type;
  private final List<Transaction> transactions = new ArrayList<>();

  @BeforeEach
  void create() throws Exception {
    store = FlashgroveDataStore.create(directory.resolve("store"), TableOptions.defaults());
    type = DataUtilities.createType(TYPE, "place:Point,name:String,height:Double,age:Integer");
    store.createSchema(type);
  }

  @AfterEach
  void dispose() {
    transactions.forEach(
        each -> {
          try {
            each.close();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    store.dispose();
  }

  private Transaction begin() {
    Transaction transaction = new DefaultTransaction();
    transactions.add(transaction);
    return transaction;
  }

  private SimpleFeatureStore trees(Transaction transaction) throws IOException {
    SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(TYPE);
    source.setTransaction(transaction);
    return source;
  }

  private SimpleFeature tree(String id) {
    Object[] values = {point(1, 1), "oak", 1.5, 10};
    SimpleFeature feature = SimpleFeatureBuilder.build(type, values, id);
    feature.getUserData().put(Hints.USE_PROVIDED_FID, true);
    return feature;
  }

  private static Geometry point(double x, double y) {
    return GEOMETRIES.createPoint(new Coordinate(x, y));
  }

  private void add(SimpleFeatureStore to, SimpleFeature... features) throws IOException {
    to.addFeatures(DataUtilities.collection(features));
  }

  private static Filter id(String id) {
    return FILTERS.id(FILTERS.featureId(id));
  }

  private static List<SimpleFeature> read(SimpleFeatureStore from, Filter filter)
      throws IOException {
    List<SimpleFeature> features = new ArrayList<>();
    try (SimpleFeatureIterator found = from.getFeatures(filter).features()) {
      while (found.hasNext()) {
        features.add(found.next());
      }
    }
    return features;
  }

  private SimpleFeature only(Transaction transaction) throws IOException {
    List<SimpleFeature> features = read(trees(transaction), Filter.INCLUDE);
    assertThat(features).hasSize(1);
    return features.get(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void boundsOfPageContainItsFeaturesOnly(boolean isPending) throws Exception {
    Transaction transaction = isPending ? begin() : Transaction.AUTO_COMMIT;
    for (int i = 1; i <= 4; i++) {
      SimpleFeature tree = tree("trees." + i);
      tree.setAttribute("place", point(i, -i));
      tree.setAttribute("age", -i);
      add(trees(i == 4 ? transaction : Transaction.AUTO_COMMIT), tree);
    }
    Query query = new Query(TYPE);
    query.setSortBy(FILTERS.sort("age", SortOrder.ASCENDING));
    query.setMaxFeatures(2);
    for (Filter filter : List.of(Filter.INCLUDE, ECQL.toFilter("age < 0"))) {
      query.setFilter(filter);
      query.setStartIndex(null);
      Envelope first = new Envelope(3, 4, -4, -3);
      assertThat((Envelope) trees(transaction).getBounds(query)).isEqualTo(first);
      assertThat((Envelope) trees(transaction).getFeatures(query).getBounds()).isEqualTo(first);
      query.setStartIndex(3);
      assertThat((Envelope) trees(transaction).getBounds(query))
          .isEqualTo(new Envelope(1, 1, -1, -1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"trees.7", "way/7"})
  void changesOfDifferentAttributesBothSurvive(String id) throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree(id));
    Transaction one = begin();
    Transaction other = begin();
    Transaction third = begin();
    trees(one).modifyFeatures("name", "elm", id(id));
    trees(other).modifyFeatures("age", 11, Filter.INCLUDE);
    trees(third).modifyFeatures("place", point(2, 3), Filter.INCLUDE);
    one.commit();
    third.commit();
    other.commit();
    assertThat(only(Transaction.AUTO_COMMIT).getAttributes())
        .containsExactly(point(2, 3), "elm", 1.5, 11);
    assertThat(read(trees(Transaction.AUTO_COMMIT), ECQL.toFilter("BBOX(place, 2, 2, 3, 4)")))
        .hasSize(1);
    assertThat(store.store().check().ok()).isTrue();
  }

  @Test
  void aTransactionKeepsNothingInTheDifferenceOfGeoTools() throws Exception {
    int count = 300;
    Transaction transaction = begin();
    SimpleFeatureStore source = trees(transaction);
    List<SimpleFeature> features = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      features.add(tree("trees." + i));
    }
    for (int round = 0; round < 2; round++) {
      source.addFeatures(DataUtilities.collection(features));
      source.modifyFeatures("age", round, Filter.INCLUDE);
      source.removeFeatures(id("trees.7"));
      DiffTransactionState state =
          (DiffTransactionState) transaction.getState(((FlashgroveFeatureStore) source).getEntry());
      assertThat(state.getDiff().isEmpty()).isTrue();
      assertThat(read(source, Filter.INCLUDE)).hasSize(count - 1);
      transaction.commit();
      assertThat(read(trees(Transaction.AUTO_COMMIT), Filter.INCLUDE)).hasSize(count - 1);
      source.removeFeatures(Filter.INCLUDE);
      assertThat(state.getDiff().isEmpty()).isTrue();
      transaction.commit();
      assertThat(read(source, Filter.INCLUDE)).isEmpty();
    }
  }

  @Test
  void theLastCommitDecidesAboutAnAttributeThatBothSet() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"));
    Transaction one = begin();
    Transaction other = begin();
    trees(one).modifyFeatures("name", "elm", Filter.INCLUDE);
    trees(other).modifyFeatures("name", "oak", Filter.INCLUDE); // as it was: set all the same
    one.commit();
    assertThat(only(Transaction.AUTO_COMMIT).getAttribute("name")).isEqualTo("elm");
    other.commit();
    assertThat(only(Transaction.AUTO_COMMIT).getAttribute("name")).isEqualTo("oak");
  }

  @Test
  void aTransactionSeesWhatOthersCommitBelowItsOwnChanges() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"));
    Transaction one = begin();
    trees(one).modifyFeatures("age", 99, Filter.INCLUDE);
    trees(Transaction.AUTO_COMMIT).modifyFeatures("name", "elm", Filter.INCLUDE);
    assertThat(only(one).getAttributes()).containsExactly(point(1, 1), "elm", 1.5, 99);
    assertThat(read(trees(one), ECQL.toFilter("name = 'elm' and age = 99"))).hasSize(1);
    assertThat(read(trees(one), ECQL.toFilter("age = 10"))).isEmpty();
    trees(Transaction.AUTO_COMMIT).removeFeatures(Filter.INCLUDE);
    assertThat(read(trees(one), Filter.INCLUDE)).isEmpty();
  }

  @Test
  void aFeatureThatAnotherTransactionRemovedStaysRemoved() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"), tree("way/8"));
    Transaction changes = begin();
    Transaction removes = begin();
    trees(changes).modifyFeatures("age", 99, Filter.INCLUDE);
    trees(removes).removeFeatures(id("trees.7"));
    removes.commit();
    changes.commit();
    assertThat(only(Transaction.AUTO_COMMIT).getAttribute("age")).isEqualTo(99);

    trees(removes).removeFeatures(Filter.INCLUDE);
    trees(changes).modifyFeatures("age", 100, Filter.INCLUDE);
    changes.commit();
    removes.commit();
    assertThat(trees(Transaction.AUTO_COMMIT).getCount(Query.ALL)).isZero();
  }

  @Test
  void aWriterWithoutTransactionWritesOnlyWhatItSets() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"));
    try (FeatureWriter<SimpleFeatureType, SimpleFeature> writer =
        store.getFeatureWriter(TYPE, Filter.INCLUDE, Transaction.AUTO_COMMIT)) {
      SimpleFeature feature = writer.next();
      trees(Transaction.AUTO_COMMIT).modifyFeatures("name", "elm", Filter.INCLUDE);
      feature.setAttribute("age", 99);
      writer.write();
    }
    assertThat(only(Transaction.AUTO_COMMIT).getAttributes())
        .containsExactly(point(1, 1), "elm", 1.5, 99);
  }

  @Test
  void valuesThatAreModifiedInPlaceAndUserDataAreChangesToo() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"));
    Transaction transaction = begin();
    try (FeatureWriter<SimpleFeatureType, SimpleFeature> writer =
        store.getFeatureWriter(TYPE, Filter.INCLUDE, transaction)) {
      SimpleFeature feature = writer.next();
      ((Geometry) feature.getDefaultGeometry()).apply((CoordinateFilter) each -> each.setX(5));
      ((Geometry) feature.getDefaultGeometry()).geometryChanged();
      feature.getUserData().put("source", "survey");
      writer.write();
      feature.setAttribute("age", 12); // after write: no change
    }
    trees(Transaction.AUTO_COMMIT).modifyFeatures("name", "elm", Filter.INCLUDE);
    transaction.commit();
    SimpleFeature found = only(Transaction.AUTO_COMMIT);
    assertThat(found.getAttributes()).containsExactly(point(5, 1), "elm", 1.5, 10);
    assertThat(found.getUserData()).containsEntry("source", "survey");
  }

  @Test
  void aCommitAfterDisposeFailsAndARollbackDoesNot() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"));
    Transaction commits = begin();
    Transaction rollsBack = begin();
    for (Transaction each : List.of(commits, rollsBack)) {
      SimpleFeatureStore source = trees(each);
      source.addFeatureListener(event -> {});
      add(source, tree("trees.8"));
    }
    Transaction idle = begin();
    trees(idle);
    store.dispose();
    assertThatThrownBy(commits::commit)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(directory.resolve("store").toString())
        .hasMessageContaining("was disposed of before the commit, which changed nothing");
    assertThatCode(rollsBack::rollback).doesNotThrowAnyException();
    assertThatCode(idle::commit).doesNotThrowAnyException();
    store = FlashgroveDataStore.open(directory.resolve("store"), false);
    assertThat(trees(Transaction.AUTO_COMMIT).getCount(Query.ALL)).isEqualTo(1);
  }

  @Test
  void writersAndReadersOfADisposedStoreAreRefused() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"), tree("trees.8"));
    SimpleFeatureStore source = trees(Transaction.AUTO_COMMIT);
    for (Transaction each : List.of(Transaction.AUTO_COMMIT, begin())) {
      FeatureWriter<SimpleFeatureType, SimpleFeature> updates =
          store.getFeatureWriter(TYPE, Filter.INCLUDE, each);
      updates.next().setAttribute("age", 99);
      FeatureWriter<SimpleFeatureType, SimpleFeature> appends =
          store.getFeatureWriterAppend(TYPE, each);
      appends.next();
      store.dispose();
      for (FeatureWriter<SimpleFeatureType, SimpleFeature> writer : List.of(updates, appends)) {
        assertThatThrownBy(writer::write)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("was disposed of; open it again");
        assertThatThrownBy(writer::remove).isInstanceOf(IOException.class);
        assertThatCode(writer::close).doesNotThrowAnyException();
      }
      assertThatThrownBy(() -> source.getCount(Query.ALL)).hasMessageContaining("was disposed of");
      assertThatThrownBy(() -> read(source, Filter.INCLUDE)).hasMessageContaining("disposed");
      assertThatThrownBy(() -> store.createSchema(type)).isInstanceOf(IOException.class);
      store = FlashgroveDataStore.open(directory.resolve("store"), false);
      for (SimpleFeature found : read(trees(Transaction.AUTO_COMMIT), Filter.INCLUDE)) {
        assertThat(found.getAttribute("age")).isEqualTo(10);
      }
    }
  }

  @Test
  void changesOfATypeThatIsRemovedAreNotForgottenSilently() throws Exception {
    Transaction transaction = begin();
    add(trees(transaction), tree("trees.7"));
    store.removeSchema(TYPE);
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("feature type 'trees': does not exist");
    transaction.rollback();
    transaction.commit();
  }

  @Test
  void attributesAreFoundByNameWhenTheTypeChangesMeanwhile() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"), tree("trees.8"));
    Transaction transaction = begin();
    trees(transaction).modifyFeatures("age", 99, id("trees.7"));
    add(trees(transaction), tree("trees.9"));
    Transaction refused = begin();
    trees(refused).modifyFeatures("name", "elm", id("trees.8"));
    try (FeatureWriter<SimpleFeatureType, SimpleFeature> writer =
        store.getFeatureWriter(TYPE, id("trees.8"), Transaction.AUTO_COMMIT)) {
      writer.next().setAttribute("age", 98);
      SimpleFeatureType narrow =
          DataUtilities.createType(TYPE, "place:Point,height:Double,age:Integer");
      store.updateSchema(new NameImpl(TYPE), narrow);
      writer.write();
    }
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "feature trees.9: attribute 'name' was dropped after it was set;"
                + " roll the transaction back");
    trees(transaction).removeFeatures(id("trees.9"));
    transaction.commit();
    Map<String, Object> ages = new TreeMap<>();
    for (SimpleFeature each : read(trees(Transaction.AUTO_COMMIT), Filter.INCLUDE)) {
      assertThat(each.getAttribute("height")).isEqualTo(1.5);
      ages.put(each.getID(), each.getAttribute("age"));
    }
    assertThat(ages).isEqualTo(Map.of("trees.7", 99, "trees.8", 98));
    assertThatThrownBy(refused::commit)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("attribute 'name' was dropped");
  }

  @Test
  void aRefusedCommitChangesNothingAndCanBeRepeated() throws Exception {
    Transaction transaction = begin();
    add(trees(transaction), tree("way/7"), tree("trees.8"));
    assertThatThrownBy(() -> add(trees(transaction), tree("way/7")))
        .isInstanceOf(IOException.class)
        .hasMessage("feature way/7 already exists; give the new feature another id");
    add(trees(Transaction.AUTO_COMMIT), tree("trees.8"));
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(IOException.class)
        .hasMessage("feature trees.8 already exists; give the new feature another id");
    assertThat(trees(Transaction.AUTO_COMMIT).getCount(Query.ALL)).isEqualTo(1);
    trees(Transaction.AUTO_COMMIT).removeFeatures(Filter.INCLUDE);
    transaction.commit();
    assertThat(trees(Transaction.AUTO_COMMIT).getCount(Query.ALL)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trees.7", "way/7"})
  void aFeatureIsRemovedAndAddedAgainInOneTransaction(String id) throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree(id));
    Transaction transaction = begin();
    trees(transaction).removeFeatures(Filter.INCLUDE);
    SimpleFeature again = tree(id);
    again.setAttribute("name", "elm");
    add(trees(transaction), again);
    assertThat(only(transaction).getAttribute("name")).isEqualTo("elm");
    transaction.commit();
    SimpleFeature found = only(Transaction.AUTO_COMMIT);
    assertThat(found.getID()).isEqualTo(id);
    assertThat(found.getAttribute("name")).isEqualTo("elm");
  }

  @Test
  void providedIdsOfBothFormsNeverMeet() throws Exception {
    for (int i = 0; i < 20; i++) {
      add(trees(Transaction.AUTO_COMMIT), tree(i % 2 == 0 ? "way/" + i : "trees." + i / 2));
    }
    assertThat(trees(Transaction.AUTO_COMMIT).getCount(Query.ALL)).isEqualTo(20);
    store.dispose();
    store = FlashgroveDataStore.open(directory.resolve("store"), false);
    add(trees(Transaction.AUTO_COMMIT), tree("way/20"), tree("trees.20"));
    SimpleFeature fresh = tree(null);
    fresh.getUserData().clear();
    add(trees(Transaction.AUTO_COMMIT), fresh);
    assertThat(all(Transaction.AUTO_COMMIT)).hasSize(23).containsKey("trees.22");
  }

  /** Older versions gave the next number to features whose provided id has another form. */
  @Test
  void aNumberThatAnOlderVersionGaveToAnotherIdIsFreed() throws Exception {
    try (TableBatch batch = store.table(TYPE).table().begin()) {
      batch.insert(
          2, point(4, 4), row -> row.set(FeatureTable.PROVIDED_ID, "way/0").set("name", "ash"));
      batch.commit();
    }
    add(trees(Transaction.AUTO_COMMIT), tree("trees.2"));
    trees(Transaction.AUTO_COMMIT).modifyFeatures("age", 5, id("way/0"));
    Map<String, Map<String, Object>> found = all(Transaction.AUTO_COMMIT);
    assertThat(found.get("trees.2")).isEqualTo(valuesOf(tree("trees.2")));
    assertThat(found.get("way/0")).containsEntry("name", "ash").containsEntry("age", 5);
    assertThat(store.store().check().ok()).isTrue();
  }

  @Test
  void halfASurrogatePairIsRefusedBeforeItWaitsForACommit() throws Exception {
    String half = "half \ud83c.";
    for (Transaction each : List.of(Transaction.AUTO_COMMIT, begin())) {
      SimpleFeature name = tree("trees.7");
      name.setAttribute("name", half);
      SimpleFeature data = tree("trees.8");
      data.getUserData().put("note", half);
      for (SimpleFeature bad : List.of(name, data, tree("way/" + half))) {
        assertThatThrownBy(() -> add(trees(each), bad))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("half a surrogate pair (allowed: characters of Unicode)");
      }
      assertThat(trees(each).getCount(Query.ALL)).isZero();
    }
  }

  @Test
  void emptyGeometriesAndEmptyBytesAreKept() throws Exception {
    SimpleFeatureTypeBuilder builder = new SimpleFeatureTypeBuilder();
    builder.setName("shapes");
    builder.add("geom", Geometry.class);
    builder.add("label", Geometry.class);
    builder.add("bytes", byte[].class);
    SimpleFeatureType shapes = builder.buildFeatureType();
    store.createSchema(shapes);
    SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource("shapes");
    List<Geometry> empty =
        List.of(
            GEOMETRIES.createPoint(),
            GEOMETRIES.createLineString(),
            GEOMETRIES.createPolygon(),
            GEOMETRIES.createMultiPoint(),
            GEOMETRIES.createMultiPolygon(),
            GEOMETRIES.createGeometryCollection());
    for (Geometry each : empty) {
      Object[] values = {each, each, new byte[0]};
      source.addFeatures(
          DataUtilities.collection(SimpleFeatureBuilder.build(shapes, values, null)));
    }
    List<SimpleFeature> found = read(source, Filter.INCLUDE);
    assertThat(found).hasSize(empty.size());
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).getAttribute("geom")).hasToString(empty.get(i).toString());
      assertThat(found.get(i).getAttribute("label")).hasToString(empty.get(i).toString());
      assertThat((byte[]) found.get(i).getAttribute("bytes")).isEmpty();
    }
  }

  @Test
  void nobodyHandsOutLocksThatWritersDoNotAsk() {
    assertThat(store.getLockingManager()).isNull();
  }

  @Test
  void aSecondStoreOverTheDirectoryIsRefusedOrReadsTheCommitItOpened() throws Exception {
    add(trees(Transaction.AUTO_COMMIT), tree("trees.7"));
    assertThatThrownBy(() -> FlashgroveDataStore.open(directory.resolve("store"), false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.resolve("store").toString());
    FlashgroveDataStore reader = FlashgroveDataStore.open(directory.resolve("store"), true);
    try {
      add(trees(Transaction.AUTO_COMMIT), tree("trees.8"));
      assertThat(reader.getFeatureSource(TYPE).getCount(Query.ALL)).isEqualTo(1);
    } finally {
      reader.dispose();
    }
  }

  /**
   * Transactions that overlap in every way are as a model says: at a commit, the attributes that
   * were set are written onto what is there.
   */
  @Test
  void randomTransactionsAreAsAModelSays() throws Exception {
    Random random = Seeds.random();
    Map<String, Map<String, Object>> model = new TreeMap<>();
    for (int i = 0; i < 12; i++) {
      String id = i % 3 == 0 ? "way/" + i : "trees." + i;
      add(trees(Transaction.AUTO_COMMIT), tree(id));
      model.put(id, valuesOf(tree(id)));
    }
    List<Transaction> open = new ArrayList<>();
    List<Map<String, Map<String, Object>>> set = new ArrayList<>(); // null: removed
    for (int i = 0; i < 3; i++) {
      open.add(begin());
      set.add(new TreeMap<>());
    }
    for (int step = 0; step < 300; step++) {
      int which = random.nextInt(open.size());
      Transaction transaction = open.get(which);
      Map<String, Map<String, Object>> mine = set.get(which);
      List<String> ids = new ArrayList<>(seen(model, mine).keySet());
      String id = ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
      int action = random.nextInt(20);
      if (action == 0 && model.size() > 4 && id != null) {
        trees(transaction).removeFeatures(id(id));
        mine.put(id, null);
      } else if (action < 16 && id != null) {
        String name = List.of("name", "height", "age", "place").get(random.nextInt(4));
        Object value =
            switch (name) {
              case "name" -> "n" + step;
              case "height" -> step / 4.0;
              case "age" -> step;
              default -> point(step, step);
            };
        trees(transaction).modifyFeatures(name, value, id(id));
        mine.computeIfAbsent(id, any -> new HashMap<>()).put(name, value);
      } else if (action < 18) {
        transaction.commit();
        Map<String, Map<String, Object>> after = seen(model, mine);
        model.clear();
        model.putAll(after);
        mine.clear();
      } else {
        transaction.rollback();
        mine.clear();
      }
      assertThat(all(transaction)).isEqualTo(seen(model, mine));
      assertThat(all(Transaction.AUTO_COMMIT)).isEqualTo(model);
      Filter window = ECQL.toFilter("BBOX(place, 0, 0, 300, " + (step + 1) + ")");
      assertThat(trees(transaction).getCount(new Query(TYPE, window)))
          .isEqualTo(seen(model, mine).size());
    }
    assertThat(store.store().check().ok()).isTrue();
  }

  private static Map<String, Object> valuesOf(SimpleFeature feature) {
    Map<String, Object> values = new HashMap<>();
    feature
        .getProperties()
        .forEach(each -> values.put(each.getName().getLocalPart(), each.getValue()));
    return values;
  }

  private Map<String, Map<String, Object>> all(Transaction transaction) throws IOException {
    Map<String, Map<String, Object>> all = new TreeMap<>();
    for (SimpleFeature each : read(trees(transaction), Filter.INCLUDE)) {
      all.put(each.getID(), valuesOf(each));
    }
    return all;
  }

  private static Map<String, Map<String, Object>> seen(
      Map<String, Map<String, Object>> model, Map<String, Map<String, Object>> mine) {
    Map<String, Map<String, Object>> seen = new TreeMap<>();
    model.forEach((id, values) -> seen.put(id, new HashMap<>(values)));
    mine.forEach(
        (id, values) -> {
          if (values == null) {
            seen.remove(id);
          } else if (seen.containsKey(id)) {
            seen.get(id).putAll(values);
          }
        });
    return seen;
  }
}
