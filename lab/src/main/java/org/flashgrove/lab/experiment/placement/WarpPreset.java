package org.flashgrove.lab.experiment.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.HandleStats;

/**
 * Twelve cells in the results of WARP (FAST 2026) on one drive: four distributions of the writer
 * called jumper, each with three assignments of writers to placement handles. Write amplification
 * depends only on ratios of sizes. So the simulation keeps the drive's number of reclaim units and
 * reduces the number of pages per unit.
 */
final class WarpPreset extends NamedPreset {
  /** Name of the measurement for write amplification in the last fifth of the host's pages. */
  private static final String LAST_FIFTH = "wa_last_fifth";

  private final WarpDrive drive;

  WarpPreset(WarpDrive drive) {
    super(
        drive.preset(),
        "WARP (FAST 2026), " + drive.figure(),
        "write amplification of three writers on an FDP drive of " + drive.size());
    this.drive = drive;
  }

  @Override
  public String extent(Scale scale) {
    return String.format(
        Locale.ROOT, "12 cells, %,d units of %d pages", drive.hostUnits(), pagesPerUnit(scale));
  }

  private static int pagesPerUnit(Scale scale) {
    return scale.choose(64, 256, 512);
  }

  @Override
  public void execute(ExperimentRun run) {
    int pages = pagesPerUnit(run.scale());
    int units = drive.physicalUnits(pages, run.seed());
    List<WarpCell> cells = new ArrayList<>();
    for (Jumper jumper : Jumper.values()) {
      for (ThreeWriters.Mode mode : ThreeWriters.Mode.values()) {
        cells.add(drive.cell(units, pages, jumper, mode));
      }
    }
    List<Callable<Execution>> tasks = new ArrayList<>();
    cells.forEach(cell -> tasks.add(() -> execution(cell, cell.run(run.seed()))));
    run.inParallel(
        tasks,
        execution -> {
          run.add(execution);
          run.progressed(run.executions().size(), cells.size());
        });
  }

  private Execution execution(WarpCell cell, WarpCell.Result result) {
    FdpConfig config = cell.drive();
    Execution execution =
        new Execution(cell.jumper().label() + ", " + cell.mode().label())
            .with("jumper", cell.jumper().label())
            .with("mode", cell.mode().label())
            .with("host_units", config.hostUnits())
            .with("physical_units", config.physicalUnits())
            .with("unit_pages", config.pagesPerUnit())
            .measured("wa", result.stats().writeAmplification(), 3)
            .measured(LAST_FIFTH, result.lastFifth(), 3);
    Published published = drive.published(cell.jumper(), cell.mode());
    if (published != null) {
      execution
          .measured("published_wa", published.total())
          .measured("published_last_fifth", published.lastFifth())
          .measured(
              "deviation_percent",
              Math.round(1000 * (result.lastFifth() / published.lastFifth() - 1)) / 10.0);
    }
    List<HandleStats> handles = result.stats().handles();
    for (int i = 0; i < ThreeWriters.Mode.values().length; i++) {
      HandleStats handle = handles.get(i);
      if (handle.hostPages() > 0) {
        execution.measured("wa_handle_" + i, (double) handle.mediaPages() / handle.hostPages(), 3);
      }
    }
    return execution;
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot plot =
        Plot.bars(name(), "Write amplification, last fifth", "distribution", "pages programmed");
    for (Execution each : executions) {
      String mode = each.config().get("mode").toString();
      plot.add(mode, each.config().get("jumper"), each.figure(LAST_FIFTH));
    }
    for (Execution each : executions) {
      double published = each.figure("published_last_fifth");
      if (!Double.isNaN(published)) {
        plot.add(each.config().get("mode") + ", WARP", each.config().get("jumper"), published);
      }
    }
    return List.of(plot);
  }
}
