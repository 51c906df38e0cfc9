package org.flashgrove.lab.experiment.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.simulator.figures.Cause;

/**
 * Flash programs of spatial indexes on drives of several kinds and fills, with and without units.
 * Every operation deletes a point and inserts a point. All runs of a structure with a workload have
 * the same operations; the size of the drive follows from the fill.
 */
final class WriteRightPreset implements Preset {
  private static final String PROGRAMS = "programs_per_operation";
  private static final String DEVICE = "device_wa";

  /** Structure and workload, which determine the operations. */
  private record Load(WriteRightStructure structure, WriteRightWorkload workload) {}

  /** Operations, drive and fill of an execution. */
  private record Key(Load load, WriteRightDrive drive, int fillPercent) {
    WriteRightStructure structure() {
      return load.structure;
    }

    WriteRightWorkload workload() {
      return load.workload;
    }
  }

  @Override
  public String name() {
    return "write-right";
  }

  @Override
  public String source() {
    return "Lee, Ziegler, Leis, How to Write to SSDs (PVLDB 19, 2026), for spatial indexes";
  }

  @Override
  public String description() {
    return "flash programs of spatial indexes on plain, FDP and zoned drives";
  }

  @Override
  public String extent(Scale scale) {
    return String.format(
        Locale.ROOT,
        "%,d points, units of %d pages, fills of %s %%",
        points(scale),
        unitPages(scale),
        fills(scale).toString().replaceAll("[\\[\\]]", ""));
  }

  private static long points(Scale scale) {
    return scale.choose(100_000, 200_000, 1_500_000);
  }

  private static int unitPages(Scale scale) {
    return scale.choose(16, 32, 128);
  }

  private static List<Integer> fills(Scale scale) {
    return scale.choose(List.of(70, 90), List.of(50, 70, 90), List.of(50, 70, 80, 90));
  }

  /**
   * Returns the combinations of a structure and a workload. Only Grove has all workloads. The
   * R*-tree also has moves, for classes of tree pages.
   */
  private static List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    for (WriteRightStructure structure : WriteRightStructure.values()) {
      loads.add(new Load(structure, WriteRightWorkload.INSERT));
      if (structure == WriteRightStructure.GROVE) {
        loads.add(new Load(structure, WriteRightWorkload.EVEN_MOVE));
      }
      if (structure == WriteRightStructure.GROVE || structure == WriteRightStructure.RSTAR) {
        loads.add(new Load(structure, WriteRightWorkload.MOVE));
      }
    }
    return loads;
  }

  private static List<Key> keys(Scale scale) {
    List<Key> keys = new ArrayList<>();
    for (Load load : loads()) {
      boolean isLong = load.structure.isOfBlocks() || scale != Scale.SMALL;
      int fills = isLong && !isOfTreeClasses(load) ? fills(scale).size() : 1;
      for (WriteRightDrive drive : WriteRightDrive.values()) {
        for (int fill : isRun(load, drive) ? fills(scale).subList(0, fills) : List.<Integer>of()) {
          keys.add(new Key(load, drive, fill));
        }
      }
    }
    return keys;
  }

  /** Returns whether a workload serves only to compare classes of tree pages. */
  private static boolean isOfTreeClasses(Load load) {
    return load.structure == WriteRightStructure.RSTAR && load.workload == WriteRightWorkload.MOVE;
  }

  private static boolean isRun(Load load, WriteRightDrive drive) {
    if (isOfTreeClasses(load) || drive.isForTrees()) {
      return isOfTreeClasses(load) && (drive.isForTrees() || drive == WriteRightDrive.PLAIN);
    }
    if (load.structure.isOfBlocks()) {
      return drive != WriteRightDrive.ONE_CLASS || load.structure == WriteRightStructure.GROVE;
    }
    return !drive.isInUnits()
        || load.structure == WriteRightStructure.RSTAR && drive != WriteRightDrive.ONE_CLASS;
  }

  @Override
  public void execute(ExperimentRun run) {
    List<Key> keys = keys(run.scale());
    double capacities = run.byScale(3.0, 3.0, 5.0);
    List<Load> loads = loads();
    Map<Load, WriteRightCell> cells = new LinkedHashMap<>();
    List<Callable<WriteRightCell.Extent>> builds = new ArrayList<>();
    for (Load load : loads) {
      WriteRightCell cell =
          new WriteRightCell(
              load.structure, load.workload, points(run.scale()), unitPages(run.scale()));
      cells.put(load, cell);
      builds.add(() -> cell.extent(capacities, run.seed()));
    }
    Map<Load, WriteRightCell.Extent> extents = new LinkedHashMap<>();
    run.inParallel(builds, extent -> extents.put(loads.get(extents.size()), extent));
    List<Callable<Optional<WriteRightCell.Result>>> tasks = new ArrayList<>();
    for (Key key : keys) {
      WriteRightCell cell = cells.get(key.load);
      double fill = key.fillPercent / 100.0;
      tasks.add(
          () -> Optional.ofNullable(cell.run(key.drive, fill, extents.get(key.load), run.seed())));
    }
    Map<Key, Double> programs = new LinkedHashMap<>();
    run.inParallel(
        tasks,
        result -> {
          int done = run.executions().size();
          Key key = keys.get(done);
          result.ifPresent(each -> programs.put(key, each.programsPerOperation()));
          int units = cells.get(key.load).hostUnits(extents.get(key.load), key.fillPercent / 100.0);
          run.add(execution(key, units, unitPages(run.scale()), result.orElse(null), programs));
          run.progressed(done + 1, keys.size());
        });
  }

  private static Execution execution(
      Key key, int units, int unitPages, WriteRightCell.Result result, Map<Key, Double> programs) {
    Execution execution =
        new Execution(
                String.format(
                    "%s, %s, %s, %d %%",
                    key.structure().label(),
                    key.workload().label(),
                    key.drive.label(),
                    key.fillPercent))
            .with("structure", key.structure().label())
            .with("workload", key.workload().label())
            .with("drive", key.drive.label())
            .with("fill_percent", key.fillPercent)
            .with("host_units", units)
            .with("unit_pages", unitPages)
            .measured("is_full", result == null);
    if (result == null) {
      return execution;
    }
    execution
        .measured(PROGRAMS, result.programsPerOperation(), 4)
        .measured("host_pages_per_operation", result.hostPagesPerOperation(), 4)
        .measured(DEVICE, result.writes().deviceAmplification(), 4)
        .measured(
            "flash_bytes_per_operation",
            Math.round(result.programsPerOperation() * ReplacementRun.PAGE_BYTES))
        .measured("collected_share", result.shareOf(Cause.COLLECTION), 4)
        .measured("checkpoint_share", result.shareOf(Cause.CHECKPOINT), 4)
        .measured("padding_share", result.shareOf(Cause.PADDING), 4);
    ratio(execution, "to_plain", key, WriteRightDrive.PLAIN, programs);
    ratio(execution, "to_plain_without_trim", key, WriteRightDrive.UNTRIMMED, programs);
    return execution;
  }

  /** Adds the programs of an operation relative to another drive with the same fill. */
  private static void ratio(
      Execution execution, String name, Key key, WriteRightDrive drive, Map<Key, Double> programs) {
    Double other = programs.get(new Key(key.load, drive, key.fillPercent));
    if (other != null) {
      execution.measured(name, programs.get(key) / other, 4);
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    List<Plot> plots = new ArrayList<>();
    for (Load load : loads()) {
      String structure = load.structure.label();
      String workload = load.workload.label();
      Plot plot =
          Plot.bars(
              String.format("%s-%s-%s", name(), load.structure, workload).toLowerCase(Locale.ROOT),
              "Flash programs, " + structure + ", " + workload,
              "fill",
              "pages programmed per operation");
      for (Execution each : executions) {
        if (each.has("structure", structure)
            && each.has("workload", workload)
            && !Double.isNaN(each.figure(PROGRAMS))) {
          plot.add(
              each.config().get("drive").toString(),
              each.config().get("fill_percent") + " %",
              each.figure(PROGRAMS));
        }
      }
      plots.add(plot);
    }
    return plots;
  }
}
