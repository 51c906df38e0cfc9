package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.BaseStream;
import org.flashgrove.access.SpatialSnapshot;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
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

  @Test
  void tablesAndJoinsHaveTheSameVerbs() {
    assertThat(searches(TableQuery.class))
        .containsExactlyInAnyOrder("forEach", "cursor", "stream", "count");
    assertThat(searches(JoinQuery.class)).containsExactlyInAnyOrder("forEach", "cursor", "count");
  }
}
