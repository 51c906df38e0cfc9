package org.flashgrove.lab.research;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.lab.advise.Advice;
import org.flashgrove.lab.advise.AdviceRequest;
import org.flashgrove.lab.advise.AdviceWorkload;
import org.flashgrove.lab.advise.TrialConditions;
import org.flashgrove.lab.experiment.matrix.MatrixExperiment;
import org.flashgrove.simulator.trace.Preconditioning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proposes configurations for data and a workload. */
@Command(
    name = "advise",
    description = "Try configurations on the simulator, and propose the best for a device.")
public final class AdviseCommand extends StoreCommand {
  private static final String ALL = "all";

  /** Names of predefined workloads, for the help text. */
  private static final class Words extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Words() {
      super(AdviceWorkload.words());
    }
  }

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Data file, in a format that experiments read.")
  private Path data;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD",
      defaultValue = ALL,
      completionCandidates = Words.class,
      description =
          "Workload: ${COMPLETION-CANDIDATES}, or a YAML file with a 'workload:' as in experiments"
              + " (default: ${DEFAULT-VALUE}).")
  private String workload;

  @Option(
      names = "--phases",
      paramLabel = "PHASE",
      split = ",",
      description =
          "Phases of the workload by whose cost configurations are compared (default: all phases of"
              + " a file).")
  private List<String> phases = List.of();

  @Option(
      names = "--device",
      paramLabel = "SPEC",
      defaultValue = "direct",
      description =
          "Device for which to find a configuration, simulated or real (default:"
              + " ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--simulator",
      paramLabel = "SPEC",
      defaultValue = "nand",
      description =
          "Simulated device on which to try configurations for a real device (default:"
              + " ${DEFAULT-VALUE}).")
  private String simulator;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      defaultValue = "512K",
      description =
          "Memory for buffers (default: ${DEFAULT-VALUE}); the command also tries a quarter of it.")
  private String memory;

  @Option(
      names = "--sample",
      paramLabel = "N",
      defaultValue = "20000",
      description =
          "Number of rows of the first trials; a small memory may require more rows. The best"
              + " configurations continue with three times as many. 'all' runs every configuration"
              + " with all rows (default: ${DEFAULT-VALUE}).")
  private String sample;

  @Option(
      names = "--measure",
      paramLabel = "WHICH",
      defaultValue = "none",
      description =
          "Configurations to run on the real device, too: none, proposed or all (default:"
              + " ${DEFAULT-VALUE}).")
  private AdviceRequest.Measure measure;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of runs of each configuration on the real device (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--precondition",
      defaultValue = "none",
      description =
          "State of the simulated device before each trial: none, seq (every page written once) or"
              + " random (as seq, then random overwrites) (default: ${DEFAULT-VALUE}).")
  private Preconditioning.Kind precondition;

  @Option(
      names = "--sync",
      paramLabel = "MODE",
      defaultValue = "close",
      description = "Sync mode in trials: op, group:5ms or close (default: ${DEFAULT-VALUE}).")
  private String sync;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Random seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of trials that run at the same time (default: ${DEFAULT-VALUE}); the results do"
              + " not depend on it.")
  private int jobs;

  @Option(
      names = "--out",
      paramLabel = "FILE.yaml",
      description =
          "YAML file to write: an experiment that runs the proposals on the device, with all data.")
  private Path out;

  AdviseCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    at(Path.of(System.getProperty("java.io.tmpdir"))); // directory of the stores
    if (out != null) {
      OutputFiles.require("--out", out);
      OutputFiles.requireOther("--out", out, "--data", List.of(data.toString()));
      OutputFiles.requireOther("--out", out, "--workload", List.of(workload));
    }
    Numbers.requireWithin("--repeats", repeats, 1, MatrixExperiment.MOST_DRAWS);
    Numbers.requireWithin("--jobs", jobs, 1, RunCommand.MOST_JOBS);
    AdviceRequest request =
        new AdviceRequest(
            data,
            AdviceWorkload.read(workload, phases),
            device,
            simulator,
            Numbers.bytes("--memory", memory, 64L << 10, 1L << 38),
            sample.equals(ALL) ? Long.MAX_VALUE / 4 : rows(),
            measure,
            repeats,
            new TrialConditions(precondition.name().toLowerCase(Locale.ROOT), sync, seed, jobs));
    try (RunProgress bar = new RunProgress(terminal(), "advise", true)) {
      Advice advice =
          Advice.of(
              request,
              (done, all) -> {
                if (done == 0) {
                  bar.close(); // ends the bar of the previous pass
                }
                bar.stepTo(done, all);
              });
      bar.close();
      return report(advice);
    }
  }

  private long rows() {
    try {
      long rows = Long.parseLong(sample);
      if (rows >= 1 && rows <= Integer.MAX_VALUE) {
        return rows;
      }
    } catch (NumberFormatException e) {
      // The exception below names the allowed values.
    }
    throw new IllegalArgumentException(
        "--sample " + sample + " (allowed: a whole number above 0, or all)");
  }

  private int report(Advice advice) throws IOException {
    Map<String, Object> members = advice.members();
    advice.lines().forEach(line -> say("%s", line));
    if (out != null) {
      OutputFiles.write(out, advice.document());
      members.put("document", out.toString());
      say("%s: an experiment with the proposals: flashgrove run %s --scale full", out, out);
    }
    print(members);
    advice.differences().forEach(line -> terminal().err().println("flashgrove: " + line));
    return advice.differences().isEmpty() ? 0 : Failures.DIFFERENT;
  }
}
