package org.flashgrove.lab.experiment.lsm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.Unit;

/**
 * Spatial indices over records of one kilobyte (Mao et al. 2020, section IV). Eager maintenance
 * updates the index with each change. Lazy maintenance only adds entries, and queries validate
 * them.
 */
final class SecondaryPreset extends NamedPreset {
  private static final List<String> LABELS = List.of("device", "index");

  /** Names of the measurements of changes, each followed by the heading of its table column. */
  private static final String[] CHANGES = {
    "changes_per_second", "changes/s",
    "batch_p50_micros", "p50 of 10, us",
    "batch_p99_micros", "p99 us",
    "pages_read_a_change", "pages read a change",
    "pages_written_a_change", "written",
    "index_pages_read_a_change", "of the index read",
    "index_pages_written_a_change", "written",
    "load_seconds", "load s",
    "entries", "entries at last",
    "live_records", "records at last"
  };

  /** Names of the measurements of queries, each followed by the heading of its table column. */
  private static final String[] QUERIES = {
    "results_3", "results, 10^-3",
    "latency_mean_micros_3", "mean us",
    "latency_p99_micros_3", "p99 us",
    "pages_3", "record pages read",
    "results_5", "results, 10^-5",
    "latency_mean_micros_5", "mean us",
    "latency_p99_micros_5", "p99 us",
    "pages_5", "record pages read",
    "index_pages_a_query", "index pages",
    "cleaned", "entries taken out",
    "clean_seconds", "s",
    "cleaned_mean_micros_3", "then 10^-3, mean us",
    "cleaned_mean_micros_5", "then 10^-5"
  };

  private static StudySize size(Scale scale) {
    return switch (scale) {
      case SMALL -> new StudySize(4_000, 10, 1024, 16 << 10);
      case MEDIUM -> new StudySize(20_000, 50, 4096, 64 << 10);
      case FULL -> new StudySize(200_000, 200, 4096, 64 << 10);
    };
  }

  SecondaryPreset() {
    super(
        "lsm-secondary",
        LsmPresets.SOURCE + ", section IV",
        "secondary indices over records of 1 KB, with eager and with lazy maintenance");
  }

  @Override
  public String extent(Scale scale) {
    return String.format(
        Locale.ROOT,
        "%,d insertions, moves and deletions of records of %,d bytes",
        size(scale).points(),
        SecondaryStudy.RECORD_BYTES);
  }

  @Override
  public void execute(ExperimentRun run) {
    StudySize size = size(run.scale());
    StudyData data = null;
    Execution first = null;
    int done = 0;
    Map<String, String> devices = StudyPreset.DEVICES;
    for (String device : StudyPreset.ORDER) {
      for (SecondaryDesign design : SecondaryDesign.ALL) {
        String unit = Unit.of(name(), devices.get(device), design, size, run.seed());
        List<Execution> kept = run.archive().find(unit);
        if (kept.isEmpty()) {
          data = data == null ? new StudyData(size.points(), run.seed()) : data;
          kept = List.of(measure(run, design, device, size, data));
          run.archive().keep(unit, kept);
        }
        run.addKept(kept);
        first = first == null ? kept.get(0) : first;
        StudyPreset.compare(run, first, kept.get(0), List.of("results", "key_sum"));
        run.progressed(++done, StudyPreset.ORDER.size() * SecondaryDesign.ALL.size());
      }
    }
  }

  private static Execution measure(
      ExperimentRun run, SecondaryDesign design, String device, StudySize size, StudyData data) {
    try (SecondaryStudy study =
        new SecondaryStudy(design, size, data, StudyPreset.DEVICES.get(device), run.seed())) {
      Execution execution = study.run(device);
      study.differences().forEach(run::differs);
      return execution;
    }
  }

  @Override
  public List<FigureTable> tables(List<Execution> executions) {
    List<FigureTable> tables = new ArrayList<>();
    tables.add(
        StudyTable.table(
            "changes", "Changes of records and of their index", LABELS, CHANGES, executions));
    tables.add(
        StudyTable.table(
            "queries", "Exact windows, and what cleaning changes", LABELS, QUERIES, executions));
    return tables;
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot plot = Plot.bars(name() + "-changes", "Changes a second", "index", CHANGES[1]);
    for (Execution each : executions) {
      plot.add(
          each.config().get("device").toString(),
          each.config().get("index").toString(),
          each.figure(CHANGES[0]));
    }
    return List.of(plot);
  }
}
