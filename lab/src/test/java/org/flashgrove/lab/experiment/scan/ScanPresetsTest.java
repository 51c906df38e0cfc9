package org.flashgrove.lab.experiment.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.Scale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The experiments of the paper on sorted index scans, small. */
class ScanPresetsTest {
  private static final long SEED = 42;
  private static final int TUPLES = 40_000;

  private static ExperimentRun run(Scale scale) {
    return new ExperimentRun(scale, SEED, null, execution -> {});
  }

  @Test
  void placementIsAsItsFiguresSay() {
    for (RecordPlacement placement :
        List.of(
            RecordPlacement.UNIFORM,
            RecordPlacement.SINGLES,
            RecordPlacement.RUNS,
            new RecordPlacement(0, 1))) {
      int[] pages = placement.pages(TUPLES, 27, SEED);
      int[] held = new int[(TUPLES + 26) / 27];
      for (int page : pages) {
        held[page]++;
      }
      for (int page = 0; page < held.length; page++) {
        assertThat(held[page]).isEqualTo(Math.min(27, TUPLES - 27 * page));
      }
      SampleTable table = new SampleTable(TUPLES, placement, SEED);
      for (double selectivity : new double[] {.05, .4}) {
        double expected = PathQuery.estimates(table).distinctPages(selectivity);
        CallTrace trace = trace(AccessPath.SIDX, table, selectivity);
        long read = trace.pagesReadFrom(0) - trace.pagesReadFrom(table.pages());
        assertThat((double) read).isCloseTo(expected, within(expected * .1));
      }
    }
  }

  private static CallTrace trace(AccessPath path, SampleTable table, double selectivity) {
    CallTrace trace = new CallTrace();
    PathRecords records = new PathRecords(path, table, selectivity, trace);
    while (records.next()) {
      // Only the calls matter.
    }
    return trace;
  }

  /** What the experiments model is what the operators do with a table as it is. */
  @Test
  void modelledPathsReadThePagesThatTheOperatorsRead() {
    for (RecordPlacement placement : List.of(RecordPlacement.UNIFORM, RecordPlacement.RUNS)) {
      SampleTable sample = new SampleTable(15_000, placement, SEED);
      int cachePages = sample.pages() / 3;
      try (RealTables tables = new RealTables(sample, "buffered", 1)) {
        for (double selectivity : new double[] {.01, .1, .5}) {
          for (AccessPath path : AccessPath.values()) {
            ScanStats figures =
                tables
                    .run(path, selectivity, 16, 1, (long) cachePages * SampleTable.PAGE_BYTES)
                    .figures();
            BufferCache cache = new BufferCache(cachePages);
            long modelled = 0;
            for (CallTrace.Run run : trace(path, sample, selectivity).runs()) {
              boolean ofTable = run.slot() < sample.pages();
              boolean held = path == AccessPath.IDX && ofTable && cache.use(0, run.slot());
              modelled += ofTable && !held ? run.count() : 0;
            }
            assertThat(figures.pagesRead()).as(path + " " + selectivity).isEqualTo(modelled);
            assertThat(figures.rereads()).isEqualTo(modelled - figures.distinctPages());
            if (path == AccessPath.SIDX) {
              assertThat(figures.rereads()).isZero();
            }
          }
        }
      }
    }
  }

  private static List<Execution> scans(String kind, RecordPlacement placement, int users) {
    SampleTable table = new SampleTable(TUPLES, placement, SEED);
    Machine machine = new Machine(kind, kind, table.allPages(), users);
    PathQuery query = new PathQuery(machine, table, table.pages() / 3);
    double full = query.execute(AccessPath.FTS, .1, users).figure("virtual_micros");
    List<Execution> executions = new ArrayList<>();
    for (double selectivity : new double[] {.001, .002, .005, .01, .05, .1, .2, .4, .5, .8, 1}) {
      executions.add(query.execute(AccessPath.SIDX, selectivity, users));
    }
    executions.forEach(
        each -> each.measured("break_even", Figure2.breakEven(executions, "virtual_micros", full)));
    return executions;
  }

  @Test
  void sortedIndexScansOfManyUsersPayOnFlashAndNeverOnADisk() {
    List<Execution> many = scans(Machine.NAND, RecordPlacement.RUNS, 16);
    List<Execution> one = scans(Machine.NAND, RecordPlacement.RUNS, 1);
    assertThat(many.get(0).figure("break_even")).isGreaterThan(.4);
    assertThat(one.get(0).figure("break_even")).isLessThan(many.get(0).figure("break_even"));
    assertThat(scans(Machine.HDD, RecordPlacement.RUNS, 16).get(0).figure("break_even"))
        .isLessThan(.015);
    assertThat(scans(Machine.HDD, RecordPlacement.UNIFORM, 1).get(0).figure("break_even"))
        .isLessThan(.005);
    many.forEach(
        each ->
            assertThat(each.figure("table_pages_read")).isLessThan(each.figure("table_pages") + 1));
  }

  /** With the 20 users of the paper's table 2; virtual times, so the same in every run. */
  @Test
  void sortsWriteWhatTheFormulasSayAndPartitionsDoNotMindTheMemory() {
    Sorts sorts = new Sorts(run(Scale.SMALL));
    for (RecordPlacement placement : List.of(RecordPlacement.UNIFORM, RecordPlacement.RUNS)) {
      SampleTable table = sorts.table(placement);
      for (int unit : new int[] {Sorts.SMALL_UNIT, Sorts.LARGE_UNIT}) {
        requireOnePassNeverWorse(sorts, table, unit, AccessPlan.FTS_PS, AccessPlan.FTS_ES);
        requireOnePassNeverWorse(sorts, table, unit, AccessPlan.SIDX_PS, AccessPlan.SIDX_ES);
      }
    }
  }

  private static void requireOnePassNeverWorse(
      Sorts sorts, SampleTable table, int unit, AccessPlan byPartitions, AccessPlan byMerges) {
    int users = 20;
    Machine machine = new Machine(Machine.NAND, Machine.NAND, table.allPages(), users);
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int mebibytes : new int[] {2, 4, 8, 32}) {
      SortConfig config = sorts.memory(mebibytes, unit);
      SortQuery partitioned = new SortQuery(byPartitions, table, Sorts.SELECTIVITY, config);
      Execution ps = partitioned.execute(machine, users, 0);
      Execution es =
          new SortQuery(byMerges, table, Sorts.SELECTIVITY, config).execute(machine, users, 0);
      double pages = ps.figure("pages_written");
      assertThat(pages).isEqualTo(ps.figure("pages_read"));
      assertThat(ps.figure("partition_passes")).isEqualTo(1);
      assertThat(pages).isCloseTo(ps.figure("expected_pages"), within(pages * .02));
      assertThat(es.figure("pages_written")).isGreaterThan(.99 * pages);
      double micros = ps.figure("virtual_micros");
      assertThat(micros).as(ps.name()).isLessThan(es.figure("virtual_micros"));
      assertThat(ps.figure("unit_pages")).as(ps.name()).isLessThanOrEqualTo(unit);
      if (ps.figure("unit_pages") == unit) {
        least = Math.min(least, micros);
        most = Math.max(most, micros);
      }
    }
    assertThat(most).isLessThan(1.05 * least);
  }

  private static long micros(SortQuery query, Machine machine, int users) {
    return query.run(machine, users, 0).virtualMicros();
  }

  /**
   * Why the claim above is not made for four users. They begin at the same time, so their merges
   * read neighbouring pages, which never meet at a die; scattered partitions do meet, and the queue
   * of the device lets a read stand where it was placed. A device that picks among the reads it is
   * given takes that cause away.
   */
  @Test
  void fourUsersInStepMergeWithoutMeetingUnlessTheDevicePicks() {
    Sorts sorts = new Sorts(run(Scale.SMALL));
    SampleTable table = sorts.table(RecordPlacement.UNIFORM);
    int users = 4;
    Machine machine = new Machine(Machine.NAND, Machine.NAND, table.allPages(), users);
    Machine picking = machine.withTemporary(Machine.PICKING_NAND);
    for (int mebibytes : new int[] {2, 4, 8, 32}) {
      SortConfig config = sorts.memory(mebibytes, Sorts.SMALL_UNIT);
      SortQuery ps = new SortQuery(AccessPlan.SIDX_PS, table, Sorts.SELECTIVITY, config);
      SortQuery es = new SortQuery(AccessPlan.SIDX_ES, table, Sorts.SELECTIVITY, config);
      long merged = micros(es, machine, users);
      assertThat(micros(es, picking, users)).isEqualTo(merged);
      assertThat(micros(ps, machine, users)).isGreaterThan(merged);
      assertThat(micros(ps, picking, users)).isLessThan(merged);
    }
  }

  @Test
  void memoryWithoutBuffersForAllPartitionsShowsInNarrowUnitsOrTwoPasses() {
    Sorts sorts = new Sorts(run(Scale.SMALL));
    SampleTable table = sorts.table(RecordPlacement.RUNS);
    SortConfig config = sorts.memory(2, Sorts.LARGE_UNIT);
    Machine machine = new Machine(Machine.NAND, Machine.NAND, table.allPages(), 1);
    Execution narrow =
        new SortQuery(AccessPlan.SIDX_PS, table, Sorts.SELECTIVITY, config).execute(machine, 1, 0);
    assertThat(narrow.figure("partition_passes")).isEqualTo(1);
    assertThat(narrow.figure("unit_pages")).isBetween(1.0, Sorts.LARGE_UNIT - 1.0);
    Execution ps =
        new SortQuery(AccessPlan.SIDX_PS, table, Sorts.SELECTIVITY, Sorts.withWholeUnits(config))
            .execute(machine, 1, 0);
    assertThat(narrow.figure("virtual_micros")).isLessThan(ps.figure("virtual_micros"));
    assertThat(ps.figure("partition_passes")).isEqualTo(2);
    assertThat(ps.figure("pages_written"))
        .isCloseTo(ps.figure("expected_pages"), within(.02 * ps.figure("pages_written")));
  }

  @Test
  void theChooserPicksWell() {
    ExperimentRun run = run(Scale.SMALL);
    new ChooserGrid().execute(run, 8_000, List.of(Machine.NAND));
    requireGoodPicks(run.executions());
  }

  @Test
  @Tag("long")
  void theChooserPicksWellOnFlashAndOnADisk() {
    ExperimentRun run = run(Scale.SMALL);
    new ChooserGrid().execute(run);
    requireGoodPicks(run.executions());
  }

  private static void requireGoodPicks(List<Execution> executions) {
    assertThat(executions).hasSizeGreaterThan(200);
    double good = executions.stream().filter(each -> each.figure("ratio") <= 1.1).count();
    assertThat(good / executions.size()).isGreaterThanOrEqualTo(.9);
    assertThat(executions).allMatch(each -> each.figure("ratio") <= 2);
  }

  @Test
  @Tag("long")
  void allPresetsRunSmallAndDraw() {
    for (Preset preset : ScanPresets.all()) {
      ExperimentRun run = run(Scale.SMALL);
      preset.execute(run);
      assertThat(run.executions()).as(preset.name()).isNotEmpty();
      assertThat(preset.plots(run.executions())).isNotNull();
    }
  }
}
