package org.flashgrove.lab.experiment.scan;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.simulator.store.DeviceCosts;

/**
 * Compares the plan that a cost estimate chooses with the fastest plan, over a grid of
 * selectivities, record placements, cache sizes and numbers of users. Lee et al. (2011) have no
 * such experiment.
 */
final class ChooserGrid extends NamedPreset {
  private static final double[] SELECTIVITIES = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
  private static final int[] USERS = {1, 4, 16};
  private static final int[] CACHE_MEBIBYTES = {128, 256};
  private static final int SORT_MEBIBYTES = 8;
  private static final int RECORD_BYTES = 305;

  private static final List<RecordPlacement> PLACEMENTS =
      List.of(
          RecordPlacement.UNIFORM,
          RecordPlacement.SINGLES,
          RecordPlacement.RUNS,
          new RecordPlacement(0, 1));

  ChooserGrid() {
    super(
        "scan-chooser",
        ScanPresets.SOURCE + ", figure 2: the choice by cost",
        "the plan chosen by cost beside the best one; ratio: its time to that of the best");
  }

  private static int tuples(Scale scale) {
    return scale.choose(50_000, 250_000, SampleTable.FULL_TUPLES / 2);
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "tables of %,d tuples", tuples(scale));
  }

  @Override
  public void execute(ExperimentRun run) {
    execute(run, tuples(run.scale()), List.of(Machine.NAND, Machine.HDD));
  }

  void execute(ExperimentRun run, int tuples, List<String> kinds) {
    Sorts sorts = new Sorts(run, tuples);
    SortConfig onFlash = sorts.memory(SORT_MEBIBYTES, Sorts.LARGE_UNIT);
    for (String kind : kinds) {
      SortConfig config = kind.equals(Machine.HDD) ? Sorts.withWholeUnits(onFlash) : onFlash;
      DeviceCosts costs = Machine.costs(kind, config.unitPages());
      PathChooser chooser = new PathChooser(costs, costs);
      for (RecordPlacement placement : PLACEMENTS) {
        SampleTable table = sorts.table(placement);
        Machine machine = new Machine(kind, kind, table.allPages(), USERS[USERS.length - 1]);
        Grid grid = new Grid(run, machine, table, chooser, config, sorts);
        for (double selectivity : SELECTIVITIES) {
          grid.execute(selectivity);
        }
      }
    }
  }

  /** Runs all points of the grid for one record placement on one machine. */
  private static final class Grid {
    private final ExperimentRun run;
    private final Machine machine;
    private final SampleTable table;
    private final PathChooser chooser;
    private final SortConfig config;
    private final Sorts sorts;
    private final Clustering measured;

    Grid(
        ExperimentRun run,
        Machine machine,
        SampleTable table,
        PathChooser chooser,
        SortConfig config,
        Sorts sorts) {
      this.run = run;
      this.machine = machine;
      this.table = table;
      this.chooser = chooser;
      this.config = config;
      this.sorts = sorts;
      measured = table.measured();
    }

    void execute(double selectivity) {
      Map<AccessPlan, SortQuery> queries = new EnumMap<>(AccessPlan.class);
      for (AccessPlan plan : AccessPlan.values()) {
        queries.put(plan, new SortQuery(plan, table, selectivity, config));
      }
      for (int users : USERS) {
        Map<AccessPlan, Long> uncached = new EnumMap<>(AccessPlan.class);
        queries.forEach(
            (plan, query) -> {
              if (plan != AccessPlan.IDX) {
                uncached.put(plan, query.run(machine, users, 0).virtualMicros());
              }
            });
        for (int mebibytes : CACHE_MEBIBYTES) {
          long cache = sorts.cachePages(mebibytes);
          Map<AccessPlan, Long> micros = new EnumMap<>(uncached);
          micros.put(
              AccessPlan.IDX,
              queries.get(AccessPlan.IDX).run(machine, users, cache).virtualMicros());
          for (boolean ordered : new boolean[] {false, true}) {
            add(selectivity, users, cache, ordered, micros);
          }
        }
      }
    }

    private void add(
        double selectivity, int users, long cache, boolean ordered, Map<AccessPlan, Long> micros) {
      QueryShape shape =
          new QueryShape(
              new PageEstimates(table.pages(), table.tuples(), measured),
              SampleTable.PAGE_BYTES,
              table.leaves(),
              selectivity,
              (double) cache / users,
              users,
              config,
              RECORD_BYTES);
      List<PlanEstimate> estimates = chooser.estimates(shape, ordered);
      AccessPlan picked = estimates.get(0).plan();
      AccessPlan best = picked;
      Map<String, String> times = new TreeMap<>();
      for (PlanEstimate each : estimates) {
        long actual = micros.get(each.plan());
        best = actual < micros.get(best) ? each.plan() : best;
        times.put(each.plan().toString(), Math.round(each.nanos() / 1000) + "/" + actual);
      }
      run.add(
          new Execution(
                  String.format(
                      Locale.ROOT,
                      "%s, %s, %s of keys, %d users, cache %s%s",
                      machine.kind(),
                      table.placement().label(),
                      selectivity,
                      users,
                      PathQuery.bytes(cache),
                      ordered ? ", in order" : ""))
              .with("device", machine.kind())
              .with("clustering", table.placement().label())
              .with("selectivity", selectivity)
              .with("users", users)
              .with("cache", PathQuery.bytes(cache))
              .with("ordered", ordered)
              .measured("path", picked.toString())
              .measured("best", best.toString())
              .measured("virtual_micros", micros.get(picked))
              .measured("best_micros", micros.get(best))
              .measured("ratio", PathQuery.rounded((double) micros.get(picked) / micros.get(best)))
              .measured(
                  "measured_clustering",
                  "q=" + measured.randomShare() + ",r=" + measured.runLength())
              .measured("estimated_and_actual_micros", times.toString()));
    }
  }
}
