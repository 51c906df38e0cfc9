package org.flashgrove.geotools.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.geotools.api.data.FeatureEvent;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.memory.MemoryDataStore;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.feature.visitor.CountVisitor;
import org.geotools.feature.visitor.MaxVisitor;
import org.geotools.feature.visitor.MinVisitor;
import org.geotools.feature.visitor.UniqueVisitor;
import org.geotools.filter.identity.FeatureIdImpl;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.geotools.util.factory.Hints;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Compares a store of features with the {@link MemoryDataStore} of GeoTools: random queries
 * (filter, order, limit, offset, attributes), counts, bounds, visitors, changes with and without a
 * transaction, and the events of changes. The features of an answer decide; what a store says of
 * their number and bounds is compared with them, or may be unknown.
 */
public final class DataStoreConformance {
  private final SimpleFeatureType type;
  private final MemoryDataStore memory = new MemoryDataStore();
  private final Subject subject;
  private final List<SimpleFeature> features;
  private final Random random;
  private final List<String> differences = new ArrayList<>();
  private final Set<String> distinct = new HashSet<>();

  /** The store under test. */
  @FunctionalInterface
  public interface Subject {
    /** Returns the features of the type, for changes and queries in a transaction. */
    SimpleFeatureStore features(Transaction transaction) throws IOException;
  }

  /**
   * Prepares a comparison and adds the features to both.
   *
   * @param subject has the type, and no features
   * @param features with the ids that both shall keep
   */
  public DataStoreConformance(
      SimpleFeatureType type, Subject subject, List<SimpleFeature> features, Random random)
      throws IOException {
    this.type = type;
    this.subject = subject;
    this.features = features;
    this.random = random;
    memory.createSchema(type);
    for (SimpleFeatureStore each : List.of(memory(null), subject.features(null))) {
      try (Transaction transaction = new DefaultTransaction("load")) {
        each.setTransaction(transaction);
        each.addFeatures(DataUtilities.collection(copies(features)));
        transaction.commit();
      }
    }
  }

  /** Returns the differences so far, each a line. */
  public List<String> differences() {
    return differences;
  }

  /** Returns the number of queries so far that differ from each other. */
  public int distinctQueries() {
    return distinct.size();
  }

  private SimpleFeatureStore memory(Transaction transaction) throws IOException {
    SimpleFeatureStore store = (SimpleFeatureStore) memory.getFeatureSource(type.getTypeName());
    store.setTransaction(transaction == null ? Transaction.AUTO_COMMIT : transaction);
    return store;
  }

  private SimpleFeatureStore subject(Transaction transaction) throws IOException {
    return subject.features(transaction == null ? Transaction.AUTO_COMMIT : transaction);
  }

  private static List<SimpleFeature> copies(List<SimpleFeature> features) {
    List<SimpleFeature> copies = new ArrayList<>();
    for (SimpleFeature each : features) {
      SimpleFeature copy =
          org.geotools.feature.simple.SimpleFeatureBuilder.build(
              each.getFeatureType(), each.getAttributes(), each.getID());
      copy.getUserData().put(Hints.USE_PROVIDED_FID, Boolean.TRUE);
      copies.add(copy);
    }
    return copies;
  }

  /** Asks both random queries. */
  public void query(int count) throws IOException {
    query(count, null, null);
  }

  private void query(int count, Transaction ofMemory, Transaction ofSubject) throws IOException {
    RandomQueries queries = new RandomQueries(type, features, random);
    for (int i = 0; i < count; i++) {
      Query query = queries.next();
      distinct.add(query.toString() + query.getStartIndex());
      try {
        compare(query, memory(ofMemory), subject(ofSubject));
      } catch (RuntimeException e) {
        differ(query, "fails: " + e);
      }
    }
  }

  private void compare(Query query, SimpleFeatureStore expected, SimpleFeatureStore actual)
      throws IOException {
    List<SimpleFeature> found = read(actual, query);
    Query whole = new Query(query);
    whole.setMaxFeatures(Query.DEFAULT_MAX);
    whole.setStartIndex(null);
    whole.setSortBy((SortBy[]) null);
    Map<String, SimpleFeature> all = new LinkedHashMap<>();
    read(expected, whole).forEach(each -> all.put(each.getID(), each));
    int offset = query.getStartIndex() == null ? 0 : query.getStartIndex();
    int count = Math.min(query.getMaxFeatures(), Math.max(0, all.size() - offset));
    if (found.size() != count) {
      differ(query, found.size() + " features instead of " + count + extra(found, all));
      return;
    }
    Set<String> ids = new HashSet<>();
    for (SimpleFeature each : found) {
      SimpleFeature same = all.get(each.getID());
      if (!ids.add(each.getID())) {
        differ(query, each.getID() + " twice");
      } else if (same == null) {
        differ(query, each.getID() + " is no answer: " + each);
      } else if (!isSame(same, each)) {
        differ(query, each + " instead of " + same);
      }
    }
    compareOrder(query, expected, found);
    int counted = actual.getCount(query);
    if (counted != -1 && counted != count) {
      differ(query, "count " + counted + " instead of " + count);
    }
    compareFigures(whole, all.values(), actual);
  }

  private static String extra(List<SimpleFeature> found, Map<String, SimpleFeature> all) {
    Set<String> missing = new HashSet<>(all.keySet());
    found.forEach(each -> missing.remove(each.getID()));
    return found.stream()
            .filter(each -> !all.containsKey(each.getID()))
            .findFirst()
            .map(each -> ", for example " + each)
            .orElse("")
        + missing.stream()
            .findFirst()
            .map(each -> ", without for example " + all.get(each))
            .orElse("");
  }

  private void compareOrder(Query query, SimpleFeatureStore expected, List<SimpleFeature> found)
      throws IOException {
    if (query.getSortBy() == null) {
      return;
    }
    Query sorted = new Query(query);
    sorted.setPropertyNames(Query.ALL_NAMES);
    List<SimpleFeature> inOrder = read(expected, sorted);
    for (int i = 0; i < found.size(); i++) {
      for (SortBy by : query.getSortBy()) {
        if (by.getPropertyName() == null) {
          if (!inOrder.get(i).getID().equals(found.get(i).getID())) {
            differ(query, "place " + i + ": " + found.get(i).getID());
          }
        } else {
          String name = by.getPropertyName().getPropertyName();
          if (found.get(i).getFeatureType().getDescriptor(name) != null
              && !isSamePlace(inOrder.get(i).getAttribute(name), found.get(i).getAttribute(name))) {
            differ(query, "place " + i + ": " + found.get(i).getAttribute(name));
            return;
          }
        }
      }
    }
  }

  /** Whether an order takes two values for the same: 1.0 and 1.00 are in any order. */
  @SuppressWarnings("unchecked") // both are of the attribute's class
  private static boolean isSamePlace(Object one, Object other) {
    return one instanceof Comparable<?> value && other != null
        ? ((Comparable<Object>) value).compareTo(other) == 0
        : one == other;
  }

  private void compareFigures(
      Query query, Iterable<SimpleFeature> expected, SimpleFeatureStore actual) throws IOException {
    Envelope bounds = new Envelope();
    int count = 0;
    for (SimpleFeature each : expected) {
      count++;
      if (each.getDefaultGeometry() instanceof Geometry geometry) {
        bounds.expandToInclude(geometry.getEnvelopeInternal());
      }
    }
    Query ofAll = new Query(query);
    ofAll.setPropertyNames(Query.ALL_NAMES);
    ReferencedEnvelope found = actual.getBounds(ofAll);
    boolean hasGeometries =
        query.getPropertyNames() == Query.ALL_NAMES && type.getGeometryDescriptor() != null;
    if (hasGeometries && found != null && !isSame(bounds, found)) {
      differ(query, "bounds " + found + " instead of " + bounds);
    }
    CountVisitor counts = new CountVisitor();
    actual.getFeatures(query).accepts(counts, null);
    if (counts.getCount() != count) {
      differ(query, "CountVisitor " + counts.getCount() + " instead of " + count);
    }
  }

  private static boolean isSame(Envelope one, Envelope other) {
    return one.isNull() && other.isNull()
        || one.getMinX() == other.getMinX()
            && one.getMaxX() == other.getMaxX()
            && one.getMinY() == other.getMinY()
            && one.getMaxY() == other.getMaxY();
  }

  /**
   * Compares least, greatest and distinct values of each attribute, of all features and of some.
   */
  public void visit() throws IOException {
    visit(Filter.INCLUDE, null, null);
    for (int i = 0; i < type.getAttributeCount(); i++) {
      Filter some = new RandomQueries(type, features, random).filter(1);
      if (!read(memory(null), new Query(type.getTypeName(), some)).isEmpty()) {
        visit(some, null, null);
      }
    }
  }

  private void visit(Filter filter, Transaction ofMemory, Transaction ofSubject)
      throws IOException {
    for (int i = 0; i < type.getAttributeCount(); i++) {
      Class<?> binding = type.getDescriptor(i).getType().getBinding();
      if (Comparable.class.isAssignableFrom(binding) && !Geometry.class.isAssignableFrom(binding)) {
        String name = type.getDescriptor(i).getLocalName();
        Query query = new Query(type.getTypeName(), filter);
        List<Object> results = new ArrayList<>();
        for (SimpleFeatureStore each : List.of(memory(ofMemory), subject(ofSubject))) {
          MinVisitor least = new MinVisitor(name);
          MaxVisitor greatest = new MaxVisitor(name);
          UniqueVisitor distinctValues = new UniqueVisitor(name);
          each.getFeatures(query).accepts(least, null);
          each.getFeatures(query).accepts(greatest, null);
          each.getFeatures(query).accepts(distinctValues, null);
          results.add(
              Arrays.asList(
                  least.getResult().getValue(),
                  greatest.getResult().getValue(),
                  new HashSet<Object>((java.util.Collection<?>) distinctValues.getUnique())));
        }
        if (!results.get(0).equals(results.get(1))) {
          differ(
              query,
              "visitors of " + name + " " + results.get(1) + " instead of " + results.get(0));
        }
      }
    }
  }

  /**
   * Changes both in transactions of their own, asks queries within and beside them, and commits or
   * rolls back.
   */
  public void change(int rounds, int queries) throws IOException {
    for (int round = 0; round < rounds; round++) {
      List<String> events = new ArrayList<>();
      List<String> expectedEvents = new ArrayList<>();
      try (Transaction ofMemory = new DefaultTransaction("memory");
          Transaction ofSubject = new DefaultTransaction("subject")) {
        SimpleFeatureStore expected = memory(ofMemory);
        SimpleFeatureStore actual = subject(ofSubject);
        expected.addFeatureListener(event -> expectedEvents.add(text(event)));
        actual.addFeatureListener(event -> events.add(text(event)));
        boolean commits = random.nextInt(3) != 0;
        for (int i = random.nextInt(4); i >= 0; i--) {
          change(expected, actual, round * 10 + i);
        }
        query(queries, ofMemory, ofSubject);
        visit(Filter.INCLUDE, ofMemory, ofSubject);
        query(queries, null, null);
        for (Transaction each : List.of(ofMemory, ofSubject)) {
          if (commits) {
            each.commit();
          } else {
            each.rollback();
          }
        }
      }
      if (!events.equals(expectedEvents)) {
        differ(null, "events " + events + " instead of " + expectedEvents);
      }
      query(queries, null, null);
      visit(Filter.INCLUDE, null, null);
    }
  }

  private static String text(FeatureEvent event) {
    return event.getType().toString();
  }

  private void change(SimpleFeatureStore expected, SimpleFeatureStore actual, int round)
      throws IOException {
    RandomQueries queries = new RandomQueries(type, features, random);
    switch (random.nextInt(3)) {
      case 0 -> {
        SimpleFeature fresh =
            RandomFeatures.one(type, type.getTypeName() + "." + (1_000_000 + round), random);
        if (read(expected, byId(fresh.getID())).isEmpty()) {
          for (SimpleFeatureStore each : List.of(expected, actual)) {
            each.addFeatures(DataUtilities.collection(copies(List.of(fresh))));
          }
        }
      }
      case 1 -> {
        Query few = someOf(expected, queries);
        expected.removeFeatures(few.getFilter());
        actual.removeFeatures(few.getFilter());
      }
      default -> {
        Query few = someOf(expected, queries);
        int attribute = random.nextInt(type.getAttributeCount());
        String name = type.getDescriptor(attribute).getLocalName();
        Object value =
            RandomFeatures.value(type.getDescriptor(attribute).getType().getBinding(), random);
        expected.modifyFeatures(name, value, few.getFilter());
        actual.modifyFeatures(name, value, few.getFilter());
      }
    }
  }

  private Query byId(String id) {
    return new Query(
        type.getTypeName(),
        org.geotools.factory.CommonFactoryFinder.getFilterFactory()
            .id(Set.of(new FeatureIdImpl(id))));
  }

  /** A filter that a few features pass: not all go in the first round. */
  private Query someOf(SimpleFeatureStore expected, RandomQueries queries) throws IOException {
    while (true) {
      Query query = new Query(type.getTypeName(), queries.filter(1));
      if (read(expected, query).size() <= 20) {
        return query;
      }
    }
  }

  private static List<SimpleFeature> read(SimpleFeatureStore store, Query query)
      throws IOException {
    List<SimpleFeature> found = new ArrayList<>();
    try (SimpleFeatureIterator features = store.getFeatures(query).features()) {
      while (features.hasNext()) {
        found.add(features.next());
      }
    }
    return found;
  }

  private static boolean isSame(SimpleFeature one, SimpleFeature other) {
    if (one.getAttributeCount() != other.getAttributeCount()) {
      return false;
    }
    for (int i = 0; i < one.getAttributeCount(); i++) {
      String name = one.getFeatureType().getDescriptor(i).getLocalName();
      Object left = one.getAttribute(i);
      Object right = other.getAttribute(name);
      boolean same =
          left instanceof Geometry geometry && right instanceof Geometry
              ? geometry.equalsExact((Geometry) right)
              : left instanceof byte[] bytes && right instanceof byte[]
                  ? Arrays.equals(bytes, (byte[]) right)
                  : Objects.equals(left, right);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private void differ(Query query, String how) {
    differences.add(query == null ? how : query + " from " + query.getStartIndex() + ": " + how);
  }
}
