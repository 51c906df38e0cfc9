package org.flashgrove.lab.research;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.lab.experiment.results.ResultsFile;
import org.flashgrove.lab.experiment.statistics.Arm;
import org.flashgrove.lab.experiment.statistics.PairedComparison;
import org.flashgrove.lab.experiment.statistics.RunComparison;
import org.flashgrove.lab.experiment.statistics.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two runs, or two selections of one run, in pairs. */
@Command(
    name = "compare",
    description = {
      "Compare the executions in two results files, or two configurations in one file.",
      "Pairs have the same configuration, phase, seed and repeat. The command prints the gain"
          + " (a - b) / a with its 95 %% interval, and a sign test."
    })
public final class CompareCommand extends StoreCommand {
  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "Results file, written by 'run --results'.")
  private Path first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "B",
      description = "Another results file (default: A).")
  private Path second;

  @Option(
      names = "--a",
      paramLabel = "AXIS=LABEL",
      description = "Only use executions in A with this label.")
  private Map<String, String> armA = new LinkedHashMap<>();

  @Option(
      names = "--b",
      paramLabel = "AXIS=LABEL",
      description = "Only use executions in B with this label.")
  private Map<String, String> armB = new LinkedHashMap<>();

  @Option(
      names = "--figure",
      paramLabel = "NAME",
      description =
          "Figures to compare (default: virtual_micros, or total_time on real devices; pages_read,"
              + " pages_written).")
  private List<String> figures = List.of();

  @Option(
      names = "--exact",
      description = "Exit with code 1 if a figure differs that does not depend on a clock.")
  private boolean exact;

  CompareCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (second == null && (armA.isEmpty() || armB.isEmpty())) {
      throw new IllegalArgumentException(
          "compare: only one file given; give two files, or one with --a AXIS=LABEL and --b"
              + " AXIS=LABEL");
    }
    RunComparison comparison;
    try (ResultsFile a = ResultsFile.read(first);
        ResultsFile b = ResultsFile.read(second == null ? first : second)) {
      comparison =
          new RunComparison(
              ReportCommand.executions(a.executions()),
              new Arm(armA),
              ReportCommand.executions(b.executions()),
              new Arm(armB));
    }
    if (comparison.pairs() == 0) {
      throw new IllegalArgumentException(
          "compare: no two executions have the same configuration, phase, seed and repeat; use"
              + " files of one experiment and labels of its axes");
    }
    List<String> names = figures.isEmpty() ? comparison.usualFigures() : figures;
    comparison.table(names).lines().forEach(line -> say("%s", line));
    List<Map<String, Object>> overall = new ArrayList<>();
    for (String name : names) {
      PairedComparison all = comparison.overall(name);
      if (all.a().count() == 0) {
        throw new IllegalArgumentException(
            "--figure " + name + ": no execution has it; choose a figure of the executions");
      }
      say(
          "%s over all pairs: b less in %d, more in %d, equal in %d; sign test p = %.4g",
          name, all.less(), all.more(), all.equal(), all.signTest());
      overall.add(members(name, all));
    }
    say("%s", summary(comparison));
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("pairs", comparison.pairs());
    members.put("unpaired", comparison.unpaired());
    members.put("differences", comparison.differences());
    members.put("figures", overall);
    members.put(
        "cells",
        comparison.rows(names).stream()
            .map(
                row -> {
                  Map<String, Object> cell = members(row.figure(), row.comparison());
                  cell.put("configuration", row.cell());
                  return cell;
                })
            .toList());
    print(members);
    return exact && comparison.differences() > 0 ? Failures.DIFFERENT : 0;
  }

  /** Returns a line that says whether the two runs agree. */
  static String summary(RunComparison comparison) {
    int differences = comparison.differences();
    return comparison.pairs()
        + " pairs, "
        + comparison.unpaired()
        + " executions without another; "
        + (differences == 0
            ? "0 differences: all figures but those of the clock are equal to the last digit"
            : differences + " figures differ, those of the clock not counted");
  }

  private static Map<String, Object> members(String figure, PairedComparison of) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("figure", figure);
    members.put("a", members(of.a()));
    members.put("b", members(of.b()));
    members.put("gain", members(of.gain()));
    members.put("less", of.less());
    members.put("more", of.more());
    members.put("equal", of.equal());
    members.put("signTest", of.signTest());
    return members;
  }

  private static Map<String, Object> members(Summary summary) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("count", summary.count());
    members.put("mean", finite(summary.mean()));
    members.put("deviation", finite(summary.deviation()));
    members.put("interval95", finite(summary.halfWidth()));
    return members;
  }

  /** Returns a number, or null for NaN, which JSON does not have. */
  private static Double finite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }
}
