package org.flashgrove.access.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.failure.StoreException;
import org.junit.jupiter.api.Test;

class IndexStatisticsTest {
  private static String refreshed(IndexStatistics<String> statistics, long entries, double cost) {
    statistics.refresh(entries, 10, cost, () -> "of " + entries);
    return statistics.histogram(entries);
  }

  @Test
  void aHistogramIsReadWhenQueriesHaveCostEnough() {
    IndexStatistics<String> statistics = new IndexStatistics<>();
    assertThat(refreshed(statistics, 100, 79)).isNull();
    assertThat(refreshed(statistics, 100, 2)).as("a cheap query does not pay").isNull();
    assertThat(refreshed(statistics, 100, 3)).isEqualTo("of 100");
    assertThat(refreshed(new IndexStatistics<>(), 100, 80)).isEqualTo("of 100");
  }

  @Test
  void aHistogramAgesWithTheNumberOfEntriesAndWithUse() {
    IndexStatistics<String> statistics = new IndexStatistics<>();
    refreshed(statistics, 1_000, 1_000);
    assertThat(refreshed(statistics, 1_100, 1_000)).isEqualTo("of 1000");
    assertThat(statistics.histogram(1_200)).isNull();
    assertThat(refreshed(statistics, 1_200, 1_000)).isEqualTo("of 1200");
    for (int use = 0; use < 1_000; use++) {
      assertThat(statistics.histogram(1_250)).isEqualTo("of 1200");
    }
    assertThat(refreshed(statistics, 1_250, 1_000)).isEqualTo("of 1250");
  }

  @Test
  void aDamagedPageLeavesNoHistogram() {
    IndexStatistics<String> statistics = new IndexStatistics<>();
    statistics.refresh(
        100,
        1,
        100,
        () -> {
          throw new StoreException("damaged");
        });
    assertThat(statistics.histogram(100)).isNull();
    assertThat(refreshed(statistics, 100, 1_000)).isEqualTo("of 100");
  }

  @Test
  void observationsOfSimilarSizeAreUsedFirst() {
    IndexStatistics<String> statistics = new IndexStatistics<>();
    assertThat(statistics.recordsOfPage(50)).isEqualTo(1);
    statistics.observe(40, 2);
    statistics.observe(5_000, 8);
    assertThat(statistics.recordsOfPage(50)).isEqualTo(2);
    assertThat(statistics.recordsOfPage(6_000)).isEqualTo(8);
    assertThat(statistics.recordsOfPage(1_000_000)).isEqualTo(8);
    statistics.observe(5_000, 4);
    assertThat(statistics.recordsOfPage(5_000)).isEqualTo(7);
  }
}
