package org.flashgrove.lab.experiment.scan;

import java.util.List;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figure 6 of Lee et al. (2011): time of queries for 30 % of the table, by number of users. Five
 * plans return the records in key order, and two access paths return them in another order. The
 * sort memory is 32 MiB and the cache 128 MiB.
 *
 * <p>The figure in the paper has no numbers. The text says that the index scan (IDX) is by far the
 * slowest. It also says that the partitioned sort (PS) is two or three times faster than the
 * external sort (ES). Each sort runs a second time with temporary space on a device that reorders
 * reads.
 */
final class Figure6 extends NamedPreset {
  private static final int MEBIBYTES = 32;

  private static final List<AccessPlan> PLANS =
      List.of(
          AccessPlan.FTS,
          AccessPlan.SIDX,
          AccessPlan.FTS_PS,
          AccessPlan.FTS_ES,
          AccessPlan.SIDX_PS,
          AccessPlan.SIDX_ES,
          AccessPlan.IDX);

  Figure6() {
    super(
        "scan-fig6",
        ScanPresets.SOURCE + ", figure 6",
        "plans for 30 % of the keys in order, and FTS and SIDX without the order, by users");
  }

  @Override
  public String extent(Scale scale) {
    return Sorts.extent(scale);
  }

  @Override
  public void execute(ExperimentRun run) {
    Sorts sorts = new Sorts(run);
    int[] users =
        run.byScale(new int[] {1, 8}, new int[] {1, 4, 16}, new int[] {1, 4, 8, 12, 16, 20, 24});
    int[] units =
        run.byScale(
            new int[] {Sorts.LARGE_UNIT},
            new int[] {Sorts.SMALL_UNIT, Sorts.LARGE_UNIT},
            new int[] {Sorts.SMALL_UNIT, Sorts.LARGE_UNIT});
    for (RecordPlacement placement : List.of(RecordPlacement.UNIFORM, RecordPlacement.RUNS)) {
      SampleTable table = sorts.table(placement);
      Machine machine =
          new Machine(Machine.NAND, Machine.NAND, table.allPages(), users[users.length - 1]);
      Machine picking = machine.withTemporary(Machine.PICKING_NAND);
      for (int unit : units) {
        SortConfig config = sorts.memory(MEBIBYTES, unit);
        for (AccessPlan plan : PLANS) {
          if (unit == units[0] || plan.sorts()) {
            SortQuery query = new SortQuery(plan, table, Sorts.SELECTIVITY, config);
            for (Machine each : plan.sorts() ? List.of(machine, picking) : List.of(machine)) {
              for (int count : users) {
                sorts.add(query, each, count, (q, execution) -> {});
              }
            }
          }
        }
      }
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    List<Execution> shown =
        executions.stream().filter(each -> !each.has("temporary", Machine.PICKING_NAND)).toList();
    return Sorts.plots(
        name(),
        shown,
        each -> each.config().get("clustering").toString(),
        "30 % of the keys, ",
        "users",
        each -> {
          String unit = each.has("sort", "none") ? "" : ", " + each.config().get("unit");
          return each.config().get("plan") + unit;
        });
  }
}
