package org.flashgrove.lab.experiment.scan;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figures 5(a) and 5(b) of Lee et al. (2011): reads and writes of temporary space by two sorts, for
 * 30 % of the table, 2 MiB of sort memory and one user. The figures show the page of each read or
 * write, and the fraction of reads and writes that are sequential.
 */
final class Figure5 extends NamedPreset {
  private static final int MEBIBYTES = 2;
  private static final int POINTS = 60;

  private final List<Plot> drawn = new ArrayList<>();

  Figure5() {
    super(
        "scan-fig5",
        ScanPresets.SOURCE + ", figure 5",
        "calls of the two sorts to temporary space; sequential: begins where the last call of its"
            + " kind ended (paper: PS writes in sequence and reads at random, once each; ES makes"
            + " several passes)");
  }

  @Override
  public String extent(Scale scale) {
    return Sorts.extent(scale);
  }

  @Override
  public void execute(ExperimentRun run) {
    Sorts sorts = new Sorts(run);
    drawn.clear();
    SampleTable table = sorts.table(RecordPlacement.UNIFORM);
    Machine machine = new Machine(Machine.NAND, Machine.NAND, table.allPages(), 1);
    for (int unit : new int[] {Sorts.SMALL_UNIT, Sorts.LARGE_UNIT}) {
      SortConfig config = sorts.memory(MEBIBYTES, unit);
      for (AccessPlan plan : List.of(AccessPlan.SIDX_PS, AccessPlan.FTS_ES)) {
        SortQuery query = new SortQuery(plan, table, Sorts.SELECTIVITY, config);
        sorts.add(query, machine, 1, Figure5::addCallFigures);
        draw(query, PathQuery.bytes(unit));
      }
    }
  }

  private static void addCallFigures(SortQuery query, Execution execution) {
    long[] calls = new long[2];
    long[] sequential = new long[2];
    long[] next = {-1, -1};
    for (CallTrace.Run run : query.temporaryRuns()) {
      int kind = run.isWrite() ? 1 : 0;
      calls[kind]++;
      sequential[kind] += run.slot() == next[kind] ? 1 : 0;
      next[kind] = run.slot() + run.count();
    }
    execution.measured("write_calls", calls[1]).measured("sequential_writes", sequential[1]);
    execution.measured("read_calls", calls[0]).measured("sequential_reads", sequential[0]);
  }

  /** Draws the pages of a sample of the reads and writes of temporary space. */
  private void draw(SortQuery query, String unit) {
    List<CallTrace.Run> runs = query.temporaryRuns();
    Plot plot =
        Plot.lines(
            name() + "-" + query.plan() + "-" + unit,
            query.plan() + ", unit " + unit + ": pages of temporary space, call by call",
            "call",
            "page");
    int step = Math.max(1, runs.size() / POINTS) | 1;
    for (int call = 0; call < runs.size(); call += step) {
      CallTrace.Run run = runs.get(call);
      plot.add(run.isWrite() ? "written" : "read", call, run.slot());
    }
    drawn.add(plot);
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    return List.copyOf(drawn);
  }
}
