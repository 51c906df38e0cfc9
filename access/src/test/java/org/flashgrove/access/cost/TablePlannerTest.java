package org.flashgrove.access.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.SortedCursor;
import org.flashgrove.access.sort.TemporarySpace;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceCosts;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablePlannerTest {
  private static final int PAGE = 2048;
  private static final int RECORDS = 9_000;
  private static final SortConfig SORT = new SortConfig(64 * PAGE, 1);

  @TempDir private Path directory;

  /** Estimates beside counts within a share of them: a statistic, so always the same draw. */
  private final Random random = new Random(42);

  private Table table(String device, boolean inOrder, boolean indexed) {
    TableOptions options =
        TableOptions.defaults()
            .withDevice(device)
            .withPageSize(PAGE)
            .withCache(40L * PAGE)
            .withSync(SyncMode.CLOSE);
    Table table = Table.create(directory, indexed ? options.withIndex("key", "bplus") : options);
    List<Long> keys = new ArrayList<>();
    for (long key = 0; key < RECORDS; key++) {
      keys.add(key);
    }
    if (!inOrder) {
      Collections.shuffle(keys, random);
    }
    for (int from = 0; from < RECORDS; from += 500) {
      try (TableBatch batch = table.begin()) {
        for (long key : keys.subList(from, from + 500)) {
          batch.insert(key, null, ByteBuffer.allocate(100).putLong(0, key));
        }
        batch.commit();
      }
    }
    table.flush();
    return table;
  }

  private TablePlanner planner(Table table, String device) {
    Path own = directory.resolve("calibration");
    DeviceCosts costs = DeviceKinds.read(Spec.parse(device)).costs(own, PAGE, SORT.unitPages());
    return new TablePlanner(table.snapshot(), costs, costs);
  }

  private static PlanEstimate of(List<PlanEstimate> estimates, AccessPlan plan) {
    return estimates.stream().filter(each -> each.plan() == plan).findFirst().orElseThrow();
  }

  @Test
  void estimatesAreNearWhatTheOperatorsRead() {
    String device = "hdd:size=256M,page=2K";
    try (Table table = table(device, false, true)) {
      TablePlanner planner = planner(table, device);
      for (int count : new int[] {30, 300, 3000}) {
        ScanQuery query = ScanQuery.keys(1000, 1000 + count - 1);
        List<PlanEstimate> estimates = planner.estimates(query, null, null, SORT, 1);
        assertThat(estimates).hasSize(3);
        for (PlanEstimate each : estimates) {
          try (RecordCursor cursor =
              planner.open(each.plan(), query, ScanConfig.of(AccessPath.FTS), null, SORT, null)) {
            int records = 0;
            while (cursor.next()) {
              records++;
            }
            assertThat(records).isEqualTo(count);
            double used = cursor.figures().distinctPages();
            double expected = each.plan() == AccessPlan.IDX ? used : each.tablePages();
            assertThat(used).as(each.toString()).isCloseTo(expected, within(.25 * used + 4));
          }
        }
      }
      // a page takes milliseconds anywhere, and microseconds in order
      assertThat(planner.estimates(ScanQuery.keys(5, 6), null, null, SORT, 1).get(0).plan())
          .isNotEqualTo(AccessPlan.FTS);
      assertThat(planner.estimates(ScanQuery.keys(0, 4000), null, null, SORT, 1).get(0).plan())
          .isEqualTo(AccessPlan.FTS);
    }
  }

  @Test
  void allPlansGiveTheSameRecordsInOrder() {
    try (Table table = table("memory", false, true)) {
      TablePlanner planner = planner(table, "memory");
      ScanQuery query = ScanQuery.keys(500, 6499);
      List<PlanEstimate> estimates = planner.estimates(query, null, RecordOrder.KEY, SORT, 1);
      assertThat(estimates).hasSize(5);
      for (PlanEstimate each : estimates) {
        FileDevice device = FileDevice.inMemory(FileSettings.USUAL);
        try (TemporarySpace space = TemporarySpace.create(device, "temporary", PAGE, 1 << 24);
            RecordCursor cursor =
                planner.open(
                    each.plan(),
                    query,
                    ScanConfig.of(AccessPath.SIDX).withIndex(each.index()),
                    RecordOrder.KEY,
                    SORT,
                    space)) {
          for (long key = 500; key < 6500; key++) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.key()).isEqualTo(key);
            ByteBuffer record = cursor.record();
            assertThat(record.order(java.nio.ByteOrder.BIG_ENDIAN).getLong(record.position() + 4))
                .isEqualTo(key);
          }
          assertThat(cursor.next()).isFalse();
          if (cursor instanceof SortedCursor sorted) {
            double written = sorted.sortFigures().pagesWritten();
            assertThat(each.pagesWritten()).isCloseTo(written, within(.2 * written));
            assertThat(sorted.sortFigures().overfullPartitions()).isZero();
          }
        }
      }
    }
  }

  @Test
  void theOrderOfATableIsMeasured() {
    String device = "nand:blocks=1024";
    try (Table table = table(device, true, true)) {
      TablePlanner planner = planner(table, device);
      List<PlanEstimate> estimates =
          planner.estimates(ScanQuery.keys(0, RECORDS / 10 - 1), null, null, SORT, 1);
      long pages = table.pageCount();
      assertThat(of(estimates, AccessPlan.SIDX).tablePages())
          .isCloseTo(pages / 10.0, within(pages / 20.0));
      assertThat(estimates.get(0).plan()).isNotEqualTo(AccessPlan.FTS);
    }
  }

  @Test
  void withoutAnIndexThereIsTheFullScan() {
    try (Table table = table("memory", true, false)) {
      TablePlanner planner = planner(table, "memory");
      assertThat(planner.estimates(ScanQuery.ALL, null, null, SORT, 1))
          .extracting(PlanEstimate::plan)
          .containsExactly(AccessPlan.FTS);
      assertThat(planner.estimates(ScanQuery.ALL, null, RecordOrder.KEY, SORT, 1))
          .extracting(PlanEstimate::plan)
          .containsExactly(AccessPlan.FTS_ES);
      ScanConfig scan = ScanConfig.of(AccessPath.FTS);
      assertThatThrownBy(
              () ->
                  planner.open(AccessPlan.FTS_PS, ScanQuery.ALL, scan, RecordOrder.KEY, SORT, null))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed");
    }
  }

  /** Long texts of a later commit are cut in the index, whose order is not that of values then. */
  @Test
  void aPlanInTheOrderOfAnIndexRunsAtTheSnapshotThatItWasMadeFor() {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("memory")
            .withPageSize(PAGE)
            .withAttributes("s:string")
            .withAttributeIndex("s", "s")
            .withFlash("none:buffer=64K");
    String common = "y".repeat(PAGE / 2);
    try (Table table = Table.create(directory.resolve("texts"), options)) {
      table.insert(1, null, row -> row.set("s", "x"));
      table.insert(2, null, row -> row.set("s", "a"));
      TablePlanner planner = planner(table, "memory");
      RecordOrder order = RecordOrder.by("s");
      assertThat(planner.isInOrder(table.index("s"), order)).isTrue();
      AccessPlan plan = AccessPlan.of(AccessPath.IDX, null);
      table.insert(3, null, row -> row.set("s", common + "z"));
      table.insert(4, null, row -> row.set("s", common + "b"));

      List<Long> keys = new ArrayList<>();
      ScanConfig scan = ScanConfig.of(AccessPath.IDX).withIndex("s");
      try (RecordCursor cursor =
          planner.open(plan, ScanQuery.where(Filter.parse("s >= 'a'")), scan, order, SORT, null)) {
        while (cursor.next()) {
          keys.add(cursor.key());
        }
      }
      assertThat(keys).containsExactly(2L, 1L);
      assertThat(planner(table, "memory").isInOrder(table.index("s"), order)).isFalse();
    }
  }
}
