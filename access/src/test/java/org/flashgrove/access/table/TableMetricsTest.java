package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.flashgrove.access.StoreCommits;
import org.flashgrove.storage.log.LogFigures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** What a table says of its commits and of all its counters. */
class TableMetricsTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  @TempDir private Path directory;

  private Table create(String flash, String sync) {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withFlash(flash)
            .withSync(sync)
            .withIndex("geom=rstar")
            .withIndex("key=bplus");
    return Table.create(directory.resolve("table"), options);
  }

  private static void insert(Table table, int from, int count) {
    for (int i = from; i < from + count; i++) {
      table.insert(
          i, GEOMETRIES.createPoint(new Coordinate(i % 40, i / 40)), ByteBuffer.allocate(4));
    }
  }

  /** Each wait of a lone caller is one sync, and nothing else is. */
  @ParameterizedTest
  @ValueSource(strings = {"group:60000ms", "close"})
  void whoWaitsIsDurable(String sync) {
    try (Table table = create("efind", sync)) {
      StoreCommits commits = table;
      table.sync();
      long syncs = table.figures().log().syncs();
      for (int i = 0; i < 50; i++) {
        insert(table, i, 1);
        long commit = commits.commitNumber();
        assertThat(commits.isDurable(commit)).isFalse();
        commits.awaitDurable(commit);
        assertThat(commits.isDurable(commit)).isTrue();
        assertThat(table.metrics().figures().durable()).isGreaterThanOrEqualTo(commit);
        commits.awaitDurable(commit); // nothing is left to wait for
        assertThat(table.figures().log().syncs()).isEqualTo(syncs + i + 1);
      }
    }
  }

  @Test
  void metricsAreTheCountersOfOneMoment() {
    try (Table table = create("efind:buffer=64K", "close")) {
      insert(table, 0, 1_000);
      TableMetrics before = table.metrics();
      assertThat(before.figures().records()).isEqualTo(1_000);
      assertThat(before.figures().committed()).isEqualTo(table.commitNumber());
      assertThat(before.figures().durable()).isLessThan(before.figures().committed());
      assertThat(before.recovery().operations()).isZero();
      assertThat(before.metaPageWrites()).isPositive();
      assertThat(before.indices()).extracting(IndexMetrics::name).containsExactly("geom", "key");
      assertThat(before.indices()).extracting(IndexMetrics::entries).containsOnly(1_000L);
      long writes = before.indices().get(0).io().pageWrites();
      insert(table, 1_000, 1_000);
      table.flush();
      assertThat(before.indices().get(0).io().pageWrites()).isEqualTo(writes);
      TableMetrics after = table.metrics();
      for (int i = 0; i < 2; i++) {
        IndexMetrics index = after.indices().get(i);
        assertThat(index.entries()).isEqualTo(2_000);
        assertThat(index.io()).isEqualTo(table.indices().get(i).io());
        assertThat(index.io().pageWrites())
            .isGreaterThan(before.indices().get(i).io().pageWrites());
        assertThat(index.buffer().flushes()).isPositive();
      }
      assertThat(after.indices().get(0).tree().leafSplits()).isPositive();
      assertThat(after.figures().placement().barriers())
          .isGreaterThan(before.figures().placement().barriers());
      assertThat(after.metaPageWrites()).isGreaterThan(before.metaPageWrites());
      LogFigures log = after.figures().log();
      assertThat(log.bytesWritten()).isGreaterThan(before.figures().log().bytesWritten());
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(table.metrics().figures().records()).isEqualTo(2_000);
      assertThat(table.metrics().recovery()).isEqualTo(table.recovery());
    }
  }
}
