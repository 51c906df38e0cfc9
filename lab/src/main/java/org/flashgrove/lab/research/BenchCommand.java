package org.flashgrove.lab.research;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.lab.bench.BenchmarkReport;
import org.flashgrove.lab.bench.BenchmarkRequest;
import org.flashgrove.lab.bench.Benchmarks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures Flashgrove and other libraries. The implementation is found as a Java service. */
@Command(
    name = "bench",
    description = {
      "Measure peers (H2, SQLite, Lucene, DuckDB, JTS, TinSpin) and ours side by side.",
      "Each runs the same data and queries in a process of its own. The command compares the"
          + " answers with a scan and with each other. It writes bench.md, bench.json, bench.html"
          + " and plots. The peers are in jmh/target/benchmarks.jar, which ./flashgrove bench"
          + " builds and uses."
    })
public final class BenchCommand extends StoreCommand {
  private static final long LEAST_ENTRIES = 1_000;
  private static final long MOST_ENTRIES = 100_000_000;
  private static final long LEAST_MEMORY = 1 << 20;
  private static final long MOST_MEMORY = 1L << 36;
  private static final String QUICK_ENTRIES = "20000";

  @Option(
      names = "--quick",
      description = "Few entries, every phase once: checks answers, says nothing of times.")
  private boolean quick;

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      defaultValue = "flashgrove",
      description =
          "What is measured and how: flashgrove, tables (rows with attributes), or the benchmark of"
              + " another index as its makers published it, flatbush, jts, tinspin, rtree2d,"
              + " geobench, duckdb (default: ${DEFAULT-VALUE}).")
  private String suite;

  @Option(
      names = "--entries",
      paramLabel = "N",
      split = ",",
      description =
          "Numbers of entries, such as 1e6 (default: the suite's, 1e6 of most; with --quick 20000).")
  private List<String> entries = List.of();

  @Option(
      names = "--data",
      paramLabel = "SET",
      split = ",",
      description =
          "clustered-points, sparse-points, uniform-points, clustered-boxes, sparse-boxes,"
              + " uniform-boxes, those of the suites, or a data file (default: the suite's; clustered-points of flashgrove).")
  private List<String> data = List.of();

  @Option(
      names = "--coordinates",
      paramLabel = "WORD",
      defaultValue = "",
      description =
          "float, which all peers store, or double, which H2 and SQLite cannot (default: the suite's,"
              + " float of most).")
  private String coordinates;

  @Option(
      names = "--peers",
      paramLabel = "LIST",
      split = ",",
      description = "Which ones (default: ours and all others of the suite).")
  private List<String> peers = List.of();

  @Option(
      names = "--phases",
      paramLabel = "LIST",
      split = ",",
      description = "Which ones (default: all).")
  private List<String> phases = List.of();

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      defaultValue = "64M",
      description = "Memory of each peer that can be given some (default: ${DEFAULT-VALUE}).")
  private String memory;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Processes a peer, in turns; the report has medians and spread (default:"
              + " ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--collectors",
      paramLabel = "LIST",
      split = ",",
      description =
          "Collectors to measure beside the JVM's own choice, in further columns: serial, parallel,"
              + " g1, z.")
  private List<String> collectors = List.of();

  @Option(
      names = "--driver",
      paramLabel = "FILE",
      split = ",",
      description = "Files of peers that the jar lacks: DuckDB's JDBC driver and its extension.")
  private List<String> drivers = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Seed of data and queries (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "bench-report",
      description = "Directory of the report (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Directory of the peers' files while they are measured (default: in --out).")
  private Path work;

  BenchCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    List<Long> counts = new ArrayList<>();
    for (String each : entries.isEmpty() && quick ? List.of(QUICK_ENTRIES) : entries) {
      counts.add(count(each));
    }
    if (processes < 1) {
      throw new IllegalArgumentException("--processes " + processes + " (allowed: 1 or more)");
    }
    long memoryBytes = Numbers.bytes("--memory", memory, LEAST_MEMORY, MOST_MEMORY);
    Benchmarks benchmarks =
        ServiceLoader.load(Benchmarks.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "bench: the peers are not in this jar (allowed: ./flashgrove bench, or java"
                            + " -cp jmh/target/benchmarks.jar org.flashgrove.cli.Main bench)"));
    Files.createDirectories(out);
    Path files = work == null ? out.resolve("work") : work;
    at(files);
    BenchmarkReport report =
        benchmarks.run(
            new BenchmarkRequest(
                quick,
                suite,
                counts,
                data,
                coordinates,
                peers,
                phases,
                memoryBytes,
                processes,
                collectors,
                drivers,
                seed,
                out,
                files),
            line -> terminal().err().println(line));
    report.lines().forEach(line -> say("%s", line));
    print(report.members());
    return report.agrees() ? 0 : Failures.DIFFERENT;
  }

  private static long count(String text) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (value != Math.rint(value) || value < LEAST_ENTRIES || value > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "--entries " + text + " (allowed: whole numbers from 1e3 to 1e8)");
    }
    return (long) value;
  }
}
