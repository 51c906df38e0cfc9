package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.BaseStream;
import org.flashgrove.access.SpatialSnapshot;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.structure.NodeVisitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the public methods that run a search, including overloads. */
class QueryMethodsTest {
  private static final List<Class<?>> RESULTS =
      List.of(EntryCursor.class, TableCursor.class, JoinCursor.class, BaseStream.class);

  /** Returns the names of the methods that run a query, one for each overload. */
  private static List<String> searches(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !method.isBridge() && isSearch(method))
        .map(Method::getName)
        .toList();
  }

  private static boolean isSearch(Method method) {
    List<Class<?>> parameters = List.of(method.getParameterTypes());
    return parameters.stream().anyMatch(QueryMethodsTest::isOfQueries)
        || RESULTS.stream().anyMatch(result -> result.isAssignableFrom(method.getReturnType()))
        || List.of("count", "contains").contains(method.getName());
  }

  private static boolean isOfQueries(Class<?> parameter) {
    return parameter == EntryQuery.class || parameter.getSimpleName().endsWith("Visitor");
  }

  @ParameterizedTest
  @ValueSource(classes = {SpatialStore.class, SpatialSnapshot.class})
  void entriesHaveFourVerbsAndAtMostThreeConveniences(Class<?> type) {
    assertThat(searches(type))
        .doesNotHaveDuplicates()
        .contains("forEach", "cursor", "stream", "count")
        .isSubsetOf("forEach", "cursor", "stream", "count", "search", "nearest", "contains");
  }

  /** Visitors of nodes, for tools that draw an index, are no visitors of results. */
  @Test
  void resultsHaveAtMostFourTypesOfVisitors() {
    Set<Class<?>> visitors = new HashSet<>();
    for (Class<?> type :
        List.of(
            SpatialStore.class,
            SpatialSnapshot.class,
            SpatialBatch.class,
            KeyStructure.class,
            TimeStructure.class,
            ParallelQueries.class,
            TableQuery.class,
            JoinQuery.class,
            JoinCursor.class)) {
      for (Method method : type.getMethods()) {
        for (Type parameter : method.getGenericParameterTypes()) {
          addVisitors(parameter, visitors);
        }
      }
    }
    visitors.remove(NodeVisitor.class);
    assertThat(visitors)
        .containsExactlyInAnyOrder(
            EntryVisitor.class, NeighbourVisitor.class, PairVisitor.class, RecordVisitor.class);
  }

  private static void addVisitors(Type type, Set<Class<?>> into) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        addVisitors(argument, into);
      }
    } else if (type instanceof Class<?> named && named.getSimpleName().endsWith("Visitor")) {
      into.add(named);
    }
  }

  @Test
  void tablesAndJoinsHaveTheSameVerbs() {
    assertThat(searches(TableQuery.class))
        .containsExactlyInAnyOrder("forEach", "cursor", "stream", "count");
    assertThat(searches(JoinQuery.class)).containsExactlyInAnyOrder("forEach", "cursor", "count");
  }
}
