package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.flashgrove.access.StoreFacade;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.storage.log.LogStats;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests the commit numbers and all counters of a table. */
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

  /** With one caller each wait is one sync, and nothing else causes a sync. */
  @ParameterizedTest
  @ValueSource(strings = {"group:60000ms", "close"})
  void whoWaitsIsDurable(String sync) {
    try (Table table = create("efind", sync)) {
      StoreFacade commits = table;
      table.sync();
      long syncs = table.stats().log().syncs();
      for (int i = 0; i < 50; i++) {
        insert(table, i, 1);
        long commit = commits.commitNumber();
        assertThat(commits.isDurable(commit)).isFalse();
        commits.awaitDurable(commit);
        assertThat(commits.isDurable(commit)).isTrue();
        assertThat(table.stats().commits().durable()).isGreaterThanOrEqualTo(commit);
        commits.awaitDurable(commit); // nothing is left to wait for
        assertThat(table.stats().log().syncs()).isEqualTo(syncs + i + 1);
      }
    }
  }

  @Test
  void metricsAreTheCountersOfOneMoment() {
    try (Table table = create("efind:buffer=64K", "close")) {
      insert(table, 0, 1_000);
      StoreStats before = table.stats();
      assertThat(before.structure(Table.NAME).size()).isEqualTo(1_000);
      assertThat(before.commits().newest()).isEqualTo(table.commitNumber());
      assertThat(before.commits().durable()).isLessThan(before.commits().newest());
      assertThat(before.commits().recovery().operations()).isZero();
      assertThat(before.metaPageWrites()).isPositive();
      assertThat(before.structures())
          .extracting(StructureStats::name)
          .containsExactly("table.geom", "table.key", "table");
      assertThat(before.structures()).extracting(StructureStats::size).containsOnly(1_000L);
      long writes = before.structures().get(0).io().pageWrites();
      insert(table, 1_000, 1_000);
      table.flush();
      assertThat(before.structures().get(0).io().pageWrites()).isEqualTo(writes);
      StoreStats after = table.stats();
      for (int i = 0; i < 2; i++) {
        StructureStats index = after.structures().get(i);
        assertThat(index.size()).isEqualTo(2_000);
        assertThat(index.io()).isEqualTo(table.indices().get(i).io());
        assertThat(index.io().pageWrites())
            .isGreaterThan(before.structures().get(i).io().pageWrites());
        assertThat(index.buffer().flushes()).isPositive();
      }
      assertThat(after.structures().get(0).tree().leafSplits()).isPositive();
      assertThat(after.placement().checkpoints()).isGreaterThan(before.placement().checkpoints());
      assertThat(after.metaPageWrites()).isGreaterThan(before.metaPageWrites());
      LogStats log = after.log();
      assertThat(log.bytesWritten()).isGreaterThan(before.log().bytesWritten());
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(table.stats().structure(Table.NAME).size()).isEqualTo(2_000);
      assertThat(table.stats().commits().recovery()).isEqualTo(table.recovery());
    }
  }
}
