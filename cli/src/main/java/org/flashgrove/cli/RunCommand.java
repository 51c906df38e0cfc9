package org.flashgrove.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.cli.experiment.Execution;
import org.flashgrove.cli.experiment.ExperimentRun;
import org.flashgrove.cli.experiment.Plot;
import org.flashgrove.cli.experiment.PlotFiles;
import org.flashgrove.cli.experiment.Preset;
import org.flashgrove.cli.experiment.Scale;
import org.flashgrove.cli.experiment.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment that is known by name. */
@Command(name = "run", description = "Run an experiment: a figure or a table of a paper once more.")
final class RunCommand extends StoreCommand {
  private static final String PRESET = "preset:";

  /** What the experiment may be, for the help. */
  private static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Names() {
      PresetCatalog.all().forEach(preset -> add(PRESET + preset.name()));
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "preset:NAME",
      completionCandidates = Names.class,
      description = "The experiment, one of ${COMPLETION-CANDIDATES}.")
  private String experiment;

  @Option(
      names = "--scale",
      defaultValue = "medium",
      description = "small, medium or full (default: ${DEFAULT-VALUE}).")
  private Scale scale;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Seed of everything drawn at random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "A trace in SPC form, plain or gzip, for presets that replay one.")
  private String trace;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description = "Also draw the figures as PNG into this directory.")
  private Path plots;

  RunCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Preset preset = preset();
    if (preset.needsTrace() && trace == null) {
      throw new IllegalArgumentException(
          preset.name() + " replays a trace (allowed: --trace FILE, in SPC form)");
    }
    if (!preset.needsTrace() && trace != null) {
      throw new IllegalArgumentException(
          "--trace with " + preset.name() + ", which replays none (allowed: without)");
    }
    ExperimentRun run = new ExperimentRun(scale, seed, trace, this::progress);
    preset.execute(run);
    List<Execution> executions = run.executions();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("experiment", experiment);
    members.put("scale", scale.name().toLowerCase(Locale.ROOT));
    members.put("seed", seed);
    members.put("executions", members(executions));
    print(members);
    say("%s: %s", preset.name(), preset.description());
    TextTable.lines(executions).forEach(line -> say("%s", line));
    if (plots != null) {
      for (Plot plot : preset.plots(executions)) {
        terminal().err().println("flashgrove: drew " + PlotFiles.write(plot, plots));
      }
    }
    return 0;
  }

  private Preset preset() {
    if (!experiment.startsWith(PRESET)) {
      throw new IllegalArgumentException(
          experiment
              + ": experiments from files cannot be run yet (allowed: "
              + String.join(", ", new Names())
              + ")");
    }
    return PresetCatalog.named(experiment.substring(PRESET.length()));
  }

  private void progress(Execution execution) {
    if (terminal().isInteractive()) {
      terminal().err().println("flashgrove: " + execution.name());
    }
  }

  private static List<Map<String, Object>> members(List<Execution> executions) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Execution execution : executions) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("name", execution.name());
      members.put("config", execution.config());
      members.put("figures", execution.figures());
      list.add(members);
    }
    return list;
  }
}
