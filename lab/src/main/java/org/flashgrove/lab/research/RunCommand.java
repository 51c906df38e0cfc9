package org.flashgrove.lab.research;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.PlotFiles;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.PresetTimes;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.matrix.MatrixExperiment;
import org.flashgrove.lab.experiment.matrix.SystemCaches;
import org.flashgrove.lab.experiment.matrix.SystemDiscards;
import org.flashgrove.lab.experiment.results.ResultsFile;
import org.flashgrove.lab.experiment.results.RunFacts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment: a named preset, or a YAML file. */
@Command(
    name = "run",
    description =
        "Run an experiment that a YAML file describes, or a preset, which repeats a figure or table"
            + " of a paper.")
public final class RunCommand extends StoreCommand {
  private static final String PRESET = "preset:";
  static final int MOST_JOBS = 64;
  private static final Pattern PICTURE = Pattern.compile("(?i).*\\.(png|jpe?g|gif|svg|pdf)");

  /** Names of the experiments, for the help text. */
  private static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Names() {
      PresetCatalog.all().forEach(preset -> add(PRESET + preset.name()));
    }
  }

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      completionCandidates = Names.class,
      description = "YAML file, or one of ${COMPLETION-CANDIDATES}.")
  private String experiment;

  @Option(
      names = "--scale",
      defaultValue = "medium",
      description = "Scale of the experiment: small, medium or full (default: ${DEFAULT-VALUE}).")
  private Scale scale;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Random seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Trace in SPC format, optionally compressed with gzip, for presets that replay a trace"
              + " (default: a generated trace).")
  private String trace;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description = "Also write the plots as PNG files to this directory.")
  private Path plots;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Directory of data sets that are files (default: the directory of the experiment,"
              + " otherwise shared/data in the current directory or a parent).")
  private Path dataDirectory;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of stores to build at the same time (default: ${DEFAULT-VALUE}); this affects"
              + " times, but not counts.")
  private int jobs;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also write the tables to this Markdown file.")
  private Path markdown;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Write each completed execution to this SQLite file, which has the tables of FESTIval."
              + " The file must not exist, except with --resume.")
  private Path results;

  @Option(
      names = "--resume",
      description =
          "Continue a run that was stopped: skip executions that are already in the file of"
              + " --results.")
  private boolean resume;

  @Option(
      names = "--page-order",
      description =
          "Also record the order of page reads and writes in the file of --results (YAML"
              + " experiments only).")
  private boolean pageOrder;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description =
          "Number of warm-up executions per configuration, which do not count; overrides the"
              + " document (YAML experiments only).")
  private Integer warmup;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Number of seeds, from --seed upwards, each with its own data and windows; overrides the"
              + " document (YAML experiments only).")
  private Integer seeds;

  @Option(
      names = "--only",
      paramLabel = "AXIS=LABEL[,LABEL...]",
      description =
          "Run only configurations with these labels; repeat the option for several axes. Later,"
              + " --resume without this option runs the other configurations (YAML experiments"
              + " only).")
  private Map<String, String> only = new LinkedHashMap<>();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE,...",
      description =
          "Values of a preset's parameter, instead of its own values. The presets lrun-* accept"
              + " those of k, height, n and pages that their figure varies.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--drop-caches",
      description =
          "Drop the operating system's page cache before each store and each cold step (Linux, as"
              + " root).")
  private boolean dropCaches;

  @Option(
      names = "--discard",
      description =
          "Discard the free space of the file system before each store (real devices; Linux with"
              + " fstrim, as root).")
  private boolean discard;

  @Option(
      names = "--list",
      description = "List the presets with source, purpose, scales and times, and exit.")
  private boolean list;

  @Option(names = "--progress", description = "Print each completed execution and its figures.")
  private boolean progress;

  RunCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    at(Path.of(System.getProperty("java.io.tmpdir"))); // directory of the stores
    if (list) {
      return list();
    }
    if (experiment == null) {
      throw new IllegalArgumentException(
          "run: no experiment given; give a YAML file, preset:NAME or --list, and see 'flashgrove"
              + " run --help'");
    }
    OutputFiles.requireEnding("--markdown", markdown, ".md", ".markdown");
    OutputFiles.requireOther("--markdown", markdown, "EXPERIMENT", List.of(experiment));
    requirePlots();
    Numbers.requireWithin("--jobs", jobs, 1, MOST_JOBS);
    Preset preset = preset();
    requireDocument(preset);
    requireParameters(preset);
    if (!preset.replaysTrace() && trace != null) {
      throw new IllegalArgumentException(
          "--trace: " + preset.name() + " replays no trace; omit --trace");
    }
    try (RunProgress bar = new RunProgress(terminal(), preset.name(), !progress)) {
      ExperimentRun run =
          new ExperimentRun(scale, seed, trace, this::progress)
              .dataIn(dataDirectory)
              .jobs(jobs)
              .replacing(warmup, seeds)
              .only(lists(only))
              .set(lists(parameters))
              .recordOrder(pageOrder)
              .dropCaches(dropCaches)
              .discard(discard)
              .stepsTo(bar::stepTo);
      if (results == null) {
        preset.execute(run);
      } else {
        executeInto(preset, run);
      }
      bar.close();
      return report(preset, run);
    }
  }

  private void executeInto(Preset preset, ExperimentRun run) {
    RunFacts facts =
        new RunFacts(
            experiment,
            preset.description(),
            scale.word(),
            seed,
            preset.document(),
            prepared(machine().members()));
    try (ResultsFile file =
        resume ? ResultsFile.resume(results, facts) : ResultsFile.create(results, facts)) {
      preset.execute(run.keepIn(file));
      if (run.differences().isEmpty() && only.isEmpty()) {
        file.finish(run.warmUps());
      }
    }
  }

  private static Map<String, List<String>> lists(Map<String, String> texts) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    texts.forEach((name, list) -> lists.put(name, List.of(list.split(","))));
    return lists;
  }

  private void requireParameters(Preset preset) {
    for (String name : parameters.keySet()) {
      if (!preset.parameters().contains(name)) {
        throw new IllegalArgumentException(
            "--set "
                + name
                + " with "
                + preset.name()
                + (preset.parameters().isEmpty()
                    ? ": it takes no parameters; omit --set"
                    : " (allowed: " + String.join(", ", preset.parameters()) + ")"));
      }
    }
  }

  /**
   * Returns a copy of {@code machine}, the properties of the machine by name. The copy also
   * contains the preparations that the run makes before each store.
   */
  private Map<String, Object> prepared(Map<String, Object> machine) {
    Map<String, Object> members = new LinkedHashMap<>(machine);
    members.put("cachesDropped", dropCaches);
    members.put("freeSpaceDiscarded", discard);
    return members;
  }

  private int list() {
    PresetTimes times = PresetTimes.read();
    List<Map<String, Object>> members = new ArrayList<>();
    for (Preset preset : PresetCatalog.all()) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("name", PRESET + preset.name());
      described.put("source", preset.source());
      described.put("shows", preset.description());
      say("%s%s: %s", PRESET, preset.name(), preset.source());
      say("  shows   %s", preset.description());
      Map<String, Object> extents = new LinkedHashMap<>();
      Map<String, Object> seconds = new LinkedHashMap<>();
      for (Scale each : Scale.values()) {
        extents.put(each.word(), preset.extent(each));
        seconds.put(each.word(), times.seconds(preset, each));
        say("  %-7s %s; %s", each.word(), preset.extent(each), times.described(preset, each));
      }
      described.put("scales", extents);
      described.put("processorSeconds", seconds);
      members.add(described);
    }
    print(Map.of("presets", members));
    return 0;
  }

  /** Prints the results, and returns the exit code. */
  private int report(Preset preset, ExperimentRun run) throws IOException {
    List<Execution> executions = run.executions();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("experiment", experiment);
    members.put("scale", scale.word());
    members.put("seed", seed);
    members.put("warmUps", run.warmUps());
    members.put("executions", members(executions));
    print(members);
    List<FigureTable> tables = preset.tables(executions);
    show(preset, tables, executions);
    if (markdown != null) {
      List<FigureTable> written = tables.isEmpty() ? List.of(FigureTable.of(executions)) : tables;
      OutputFiles.write(markdown, String.join("\n", markdown(preset, written)) + "\n");
    }
    if (plots != null) {
      for (Plot plot : preset.plots(executions)) {
        terminal().err().println("flashgrove: drew " + PlotFiles.write(plot, plots));
      }
    }
    if (results != null) {
      terminal()
          .err()
          .println("flashgrove: kept " + executions.size() + " executions in " + results);
    }
    run.differences().forEach(line -> terminal().err().println("flashgrove: " + line));
    return run.differences().isEmpty() ? 0 : Failures.DIFFERENT;
  }

  /**
   * Rejects options that require a YAML experiment if the preset is Java code. Also rejects options
   * that require a results file if there is none.
   */
  private void requireDocument(Preset preset) {
    Numbers.requireWithin("--warmup", warmup, 0, MatrixExperiment.MOST_WARM_UPS);
    Numbers.requireWithin("--seeds", seeds, 1, MatrixExperiment.MOST_DRAWS);
    boolean asked =
        warmup != null || seeds != null || pageOrder || dropCaches || discard || !only.isEmpty();
    if (asked && preset.document() == null) {
      throw new IllegalArgumentException(
          "--warmup, --seeds, --page-order, --only, --drop-caches and --discard: "
              + preset.name()
              + " is not a YAML experiment; omit these options");
    }
    if (results == null && (resume || pageOrder)) {
      throw new IllegalArgumentException(
          (resume ? "--resume" : "--page-order") + ": needs a results file; add --results FILE");
    }
    if (dropCaches) {
      SystemCaches.requireDroppable();
    }
    if (discard) {
      SystemDiscards.discard(Path.of(System.getProperty("java.io.tmpdir")));
    }
  }

  /**
   * Rejects a path for plots that is a file or has the extension of a picture, because the plots
   * need a directory.
   */
  private void requirePlots() {
    if (plots == null || Files.isDirectory(plots)) {
      return;
    }
    if (Files.exists(plots) || PICTURE.matcher(plots.toString()).matches()) {
      throw new IllegalArgumentException(
          "--plots "
              + plots
              + (Files.exists(plots) ? ": is a file" : ": has the ending of a picture")
              + "; choose a directory, which receives one .png per plot");
    }
  }

  private void show(Preset preset, List<FigureTable> tables, List<Execution> executions) {
    say("%s: %s", preset.name(), preset.description());
    if (tables.isEmpty()) {
      FigureTable.of(executions).lines().forEach(line -> say("%s", line));
    }
    for (FigureTable table : tables) {
      say("");
      say("%s", table.title());
      table.lines().forEach(line -> say("%s", line));
    }
  }

  private List<String> markdown(Preset preset, List<FigureTable> tables) {
    List<String> lines = new ArrayList<>();
    lines.add("## " + preset.name());
    lines.add("");
    lines.add(preset.description());
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "`run %s --scale %s --seed %d`, commit %s, Java %s.",
            experiment,
            scale.word(),
            seed,
            System.getProperty("flashgrove.commit", "unknown"),
            System.getProperty("java.version")));
    lines.add("");
    tables.forEach(table -> lines.addAll(table.markdown()));
    return lines;
  }

  private Preset preset() throws IOException {
    if (experiment.startsWith(PRESET)) {
      return PresetCatalog.named(experiment.substring(PRESET.length()));
    }
    return MatrixExperiment.read(Path.of(experiment));
  }

  private void progress(Execution execution) {
    if (progress) {
      terminal().err().println("flashgrove: " + execution.name() + " " + execution.figures());
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
