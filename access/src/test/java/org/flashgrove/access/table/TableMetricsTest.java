package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.flashgrove.access.StoreFace;
import org.flashgrove.access.metrics.StoreMetrics;
import org.flashgrove.access.metrics.StructureMetrics;
import org.flashgrove.storage.log.LogFigures;
import org.flashgrove.storage.log.SyncMode;
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
            .withSync(SyncMode.parse(sync))
            .withIndex("geom", "rstar")
            .withIndex("key", "bplus");
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
      StoreFace commits = table;
      table.sync();
      long syncs = table.metrics().log().syncs();
      for (int i = 0; i < 50; i++) {
        insert(table, i, 1);
        long commit = commits.commitNumber();
        assertThat(commits.isDurable(commit)).isFalse();
        commits.awaitDurable(commit);
        assertThat(commits.isDurable(commit)).isTrue();
        assertThat(table.metrics().commits().durable()).isGreaterThanOrEqualTo(commit);
        commits.awaitDurable(commit); // nothing is left to wait for
        assertThat(table.metrics().log().syncs()).isEqualTo(syncs + i + 1);
      }
    }
  }

  @Test
  void metricsAreTheCountersOfOneMoment() {
    try (Table table = create("efind:buffer=64K", "close")) {
      insert(table, 0, 1_000);
      StoreMetrics before = table.metrics();
      assertThat(before.structure(Table.NAME).size()).isEqualTo(1_000);
      assertThat(before.commits().newest()).isEqualTo(table.commitNumber());
      assertThat(before.commits().durable()).isLessThan(before.commits().newest());
      assertThat(before.commits().recovery().operations()).isZero();
      assertThat(before.metaPageWrites()).isPositive();
      assertThat(before.structures())
          .extracting(StructureMetrics::name)
          .containsExactly("table.geom", "table.key", "table");
      assertThat(before.structures()).extracting(StructureMetrics::size).containsOnly(1_000L);
      long writes = before.structures().get(0).io().pageWrites();
      insert(table, 1_000, 1_000);
      table.flush();
      assertThat(before.structures().get(0).io().pageWrites()).isEqualTo(writes);
      StoreMetrics after = table.metrics();
      for (int i = 0; i < 2; i++) {
        StructureMetrics index = after.structures().get(i);
        assertThat(index.size()).isEqualTo(2_000);
        assertThat(index.io()).isEqualTo(table.indices().get(i).io());
        assertThat(index.io().pageWrites())
            .isGreaterThan(before.structures().get(i).io().pageWrites());
        assertThat(index.buffer().flushes()).isPositive();
      }
      assertThat(after.structures().get(0).tree().leafSplits()).isPositive();
      assertThat(after.placement().barriers()).isGreaterThan(before.placement().barriers());
      assertThat(after.metaPageWrites()).isGreaterThan(before.metaPageWrites());
      LogFigures log = after.log();
      assertThat(log.bytesWritten()).isGreaterThan(before.log().bytesWritten());
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(table.metrics().structure(Table.NAME).size()).isEqualTo(2_000);
      assertThat(table.metrics().commits().recovery()).isEqualTo(table.recovery());
    }
  }
}
