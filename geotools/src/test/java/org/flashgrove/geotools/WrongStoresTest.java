package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.core.Seeds;
import org.flashgrove.geotools.conformance.DataStoreConformance;
import org.flashgrove.geotools.conformance.RandomFeatures;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.And;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.api.filter.spatial.BBOX;
import org.geotools.api.filter.spatial.BinarySpatialOperator;
import org.geotools.data.memory.MemoryDataStore;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.filter.visitor.DuplicatingFilterVisitor;
import org.junit.jupiter.api.Test;

/** The conformance kit notices stores that answer another query than they are asked. */
class WrongStoresTest {
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();

  /** Returns the differences of a store in memory that changes queries before it answers them. */
  private static DataStoreConformance of(UnaryOperator<Query> change) throws IOException {
    Random random = Seeds.random();
    SimpleFeatureType type = RandomFeatures.type("things");
    MemoryDataStore store = new MemoryDataStore();
    store.createSchema(type);
    DataStoreConformance.Subject subject =
        transaction -> {
          SimpleFeatureStore source =
              (SimpleFeatureStore) store.getFeatureSource(type.getTypeName());
          source.setTransaction(transaction == null ? Transaction.AUTO_COMMIT : transaction);
          return changing(source, change);
        };
    DataStoreConformance kit =
        new DataStoreConformance(type, subject, RandomFeatures.some(type, 100, random), random);
    kit.query(200);
    return kit;
  }

  private static SimpleFeatureStore changing(
      SimpleFeatureStore source, UnaryOperator<Query> change) {
    return (SimpleFeatureStore)
        Proxy.newProxyInstance(
            WrongStoresTest.class.getClassLoader(),
            new Class<?>[] {SimpleFeatureStore.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof Query query) {
                arguments[0] = change.apply(new Query(query));
              }
              try {
                return method.invoke(source, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aStoreThatIsRightHasNoDifferences() throws IOException {
    assertThat(of(query -> query).differences()).isEmpty();
  }

  @Test
  void aStoreThatTakesBoundsForGeometriesIsNoticed() throws IOException {
    UnaryOperator<Query> loose =
        query -> {
          query.setFilter((Filter) query.getFilter().accept(new Loose(), null));
          return query;
        };
    assertThat(of(loose).differences()).isNotEmpty();
  }

  /** Answers intersections by bounds. */
  private static final class Loose extends DuplicatingFilterVisitor {
    @Override
    public Object visit(org.geotools.api.filter.spatial.Intersects filter, Object data) {
      return loose(filter, super.visit(filter, data));
    }

    @Override
    public Object visit(org.geotools.api.filter.spatial.Within filter, Object data) {
      return loose(filter, super.visit(filter, data));
    }

    private static Object loose(BinarySpatialOperator filter, Object copy) {
      return filter instanceof BBOX
          ? copy
          : FILTERS.or(
              (Filter) copy, FILTERS.touches(filter.getExpression1(), filter.getExpression2()));
    }
  }

  @Test
  void aStoreThatForgetsACondition() throws IOException {
    UnaryOperator<Query> forgetful =
        query -> {
          if (query.getFilter() instanceof And and) {
            query.setFilter(and.getChildren().get(0));
          }
          return query;
        };
    assertThat(of(forgetful).differences()).isNotEmpty();
  }

  @Test
  void aStoreThatForgetsTheOrder() throws IOException {
    UnaryOperator<Query> unordered =
        query -> {
          query.setSortBy((SortBy[]) null);
          return query;
        };
    assertThat(of(unordered).differences()).isNotEmpty();
  }
}
