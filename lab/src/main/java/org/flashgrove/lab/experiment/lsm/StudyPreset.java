package org.flashgrove.lab.experiment.lsm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.Unit;

/**
 * Runs the workload of Mao et al. (2020) on the designs of their paper and on a grove. Each design
 * runs on a simulated device and on a file with direct I/O. Every preset of this class makes all
 * measurements; the presets differ in the tables that they show.
 */
class StudyPreset extends NamedPreset {
  /** Simulated flash with the chip parameters of Carniel's thesis, on four channels. */
  static final String NAND = "nand:chip=thesis,channels=4,timing=parallel,size=1G";

  /** Specs of the devices by name. */
  static final Map<String, String> DEVICES = Map.of("nand", NAND, "direct", "direct");

  /** Names of the devices, in the order in which they are measured. */
  static final List<String> ORDER = List.of("nand", "direct");

  private final List<StudyDesign> designs;
  private final Function<Scale, StudySize> sizes;
  private final List<StudyTable> tables;

  /**
   * Creates a preset.
   *
   * @param figure number of the figure or table of Mao et al.
   * @param designs designs to measure
   * @param sizes returns the size of the workload at a scale
   * @param tables tables to show
   */
  StudyPreset(
      String name,
      String figure,
      String description,
      List<StudyDesign> designs,
      Function<Scale, StudySize> sizes,
      List<StudyTable> tables) {
    super(name, LsmPresets.SOURCE + ", " + figure, description);
    this.designs = designs;
    this.sizes = sizes;
    this.tables = tables;
  }

  /** Creates a preset with the sizes of Mao et al. and all designs. */
  StudyPreset(String name, String figure, String description, StudyTable... tables) {
    this(name, figure, description, StudyDesign.ALL, StudySize::of, List.of(tables));
  }

  /** Returns the names of the {@link #DEVICES} to measure. */
  List<String> devices() {
    return ORDER;
  }

  @Override
  public String extent(Scale scale) {
    StudySize size = sizes.apply(scale);
    return String.format(
        Locale.ROOT,
        "%,d points, pages of %d bytes, %,d windows of each size a round",
        size.points(),
        size.pageBytes(),
        size.queries());
  }

  @Override
  public void execute(ExperimentRun run) {
    StudySize size = sizes.apply(run.scale());
    StudyData data = null;
    Execution first = null;
    int done = 0;
    for (Cell cell : cells()) {
      String unit = Unit.of("lsm-study", DEVICES.get(cell.device), cell.design, size, run.seed());
      List<Execution> kept = run.archive().find(unit);
      if (kept.isEmpty()) {
        data = data == null ? new StudyData(size.points() + size.beside(), run.seed()) : data;
        kept = List.of(measure(run, cell.design, cell.device, size, data));
        run.archive().keep(unit, kept);
      }
      run.addKept(kept);
      first = first == null ? kept.get(0) : first;
      compare(run, first, kept.get(0), List.of("results", "id_sum"));
      run.progressed(++done, cells().size());
    }
  }

  /** A combination of a device and a design, which is measured once. */
  private record Cell(String device, StudyDesign design) {}

  /**
   * Returns all combinations of devices and designs. Combinations with a grove come last: with the
   * little memory of this preset, a grove merges all the time.
   */
  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (boolean isLsm : new boolean[] {true, false}) {
      for (String device : devices()) {
        for (StudyDesign design : designs) {
          if (design.isLsm() == isLsm) {
            cells.add(new Cell(device, design));
          }
        }
      }
    }
    return cells;
  }

  private static Execution measure(
      ExperimentRun run, StudyDesign design, String device, StudySize size, StudyData data) {
    try (Study study = new Study(design, size, data, DEVICES.get(device))) {
      Execution execution = study.run(device);
      study.differences().forEach(run::differs);
      return execution;
    }
  }

  /**
   * Compares sums over all query results of two designs that ran the same queries. If a sum
   * differs, records this in the run as a wrong answer.
   *
   * @param sums names of the measurements to compare
   */
  static void compare(ExperimentRun run, Execution first, Execution other, List<String> sums) {
    for (String sum : sums) {
      if (first.figure(sum) != other.figure(sum)) {
        run.differs(
            other.name()
                + ": "
                + sum
                + " "
                + other.figures().get(sum)
                + ", where "
                + first.name()
                + " has "
                + first.figures().get(sum));
      }
    }
  }

  @Override
  public List<FigureTable> tables(List<Execution> executions) {
    List<FigureTable> shown = new ArrayList<>();
    tables.forEach(table -> shown.add(table.of(executions)));
    return shown;
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    return tables.stream().map(table -> table.plot(name(), executions)).toList();
  }
}
