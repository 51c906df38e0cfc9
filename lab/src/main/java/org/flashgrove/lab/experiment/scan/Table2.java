package org.flashgrove.lab.experiment.scan;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Table 2 of Lee et al. (2011): partitioned sort and external merge sort by sort memory, for 30 %
 * of the table and 20 users. In addition to the two plans of the paper, the preset measures two
 * other plans. A sort reads and writes temporary space in units of 8 or 64 KiB. Each sort also runs
 * with temporary space on a device that reorders reads. The external sort also runs with temporary
 * space on a disk, as in the paper. The partitions of the paper's partitioned sort were on flash.
 */
final class Table2 extends NamedPreset {
  private static final int[] MEBIBYTES = {2, 4, 8, 16, 32};

  private static final List<AccessPlan> PLANS =
      List.of(AccessPlan.FTS_ES, AccessPlan.FTS_PS, AccessPlan.SIDX_ES, AccessPlan.SIDX_PS);

  /** Seconds that the paper reports, by plan; one number for each size of the sort memory. */
  private static final Map<AccessPlan, int[]> PAPER =
      Map.of(
          AccessPlan.FTS_ES,
          new int[] {340, 274, 269, 269, 263},
          AccessPlan.SIDX_PS,
          new int[] {122, 124, 119, 122, 121});

  Table2() {
    super(
        "scan-table2",
        ScanPresets.SOURCE + ", table 2",
        "sorted queries by sort memory, 30 % of the keys, beside the paper's seconds;"
            + " sort_micros: beyond the access path alone");
  }

  @Override
  public String extent(Scale scale) {
    return Sorts.extent(scale);
  }

  @Override
  public void execute(ExperimentRun run) {
    Sorts sorts = new Sorts(run);
    int users = run.byScale(4, 20, 20);
    for (RecordPlacement placement : List.of(RecordPlacement.UNIFORM, RecordPlacement.RUNS)) {
      SampleTable table = sorts.table(placement);
      Machine flash = new Machine(Machine.NAND, Machine.NAND, table.allPages(), users);
      Machine picking = flash.withTemporary(Machine.PICKING_NAND);
      Machine disk = flash.withTemporary(Machine.HDD);
      Map<AccessPath, Double> alone = new EnumMap<>(AccessPath.class);
      for (int unit : new int[] {Sorts.SMALL_UNIT, Sorts.LARGE_UNIT}) {
        for (AccessPlan plan : PLANS) {
          double base =
              alone.computeIfAbsent(plan.path(), each -> alone(each, sorts, table, flash, users));
          int[] paper = PAPER.get(plan);
          for (int at = 0; at < MEBIBYTES.length; at++) {
            SortConfig config = sorts.memory(MEBIBYTES[at], unit);
            SortQuery query = new SortQuery(plan, table, Sorts.SELECTIVITY, config);
            int paperAt = at;
            boolean onDiskToo = plan == AccessPlan.FTS_ES;
            for (Machine each :
                onDiskToo ? List.of(flash, picking, disk) : List.of(flash, picking)) {
              sorts.add(
                  query,
                  each,
                  users,
                  (q, execution) -> addPaperFigures(execution, base, paper, paperAt));
            }
          }
        }
      }
    }
  }

  private static double alone(
      AccessPath path, Sorts sorts, SampleTable table, Machine machine, int users) {
    SortConfig config = sorts.memory(MEBIBYTES[0], Sorts.SMALL_UNIT);
    SortQuery query = new SortQuery(AccessPlan.of(path), table, Sorts.SELECTIVITY, config);
    return sorts.add(query, machine, users, (q, execution) -> {}).figure("virtual_micros");
  }

  private static void addPaperFigures(
      Execution execution, double aloneMicros, int[] paper, int at) {
    execution.measured("sort_micros", Math.round(execution.figure("virtual_micros") - aloneMicros));
    if (paper != null) {
      execution.measured("paper_seconds", paper[at]);
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    List<Execution> shown =
        executions.stream()
            .filter(each -> !each.has("sort", "none"))
            .filter(each -> !each.has("temporary", Machine.PICKING_NAND))
            .toList();
    return Sorts.plots(
        name(),
        shown,
        each -> each.config().get("unit") + ", " + each.config().get("clustering"),
        "30 % in order, unit ",
        "sort_memory",
        each -> {
          String temporary = each.has("temporary", Machine.HDD) ? ", temporary on disk" : "";
          return each.config().get("plan") + temporary;
        });
  }
}
