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
      "Compare Flashgrove with H2, SQLite, Lucene, DuckDB, JTS and TinSpin (the peers).",
      "Each peer processes the same data and queries in a separate process. The command compares"
          + " the results with a scan and with each other, and writes bench.md, bench.json,"
          + " bench.html and plots. The peers are in jmh/target/benchmarks.jar, which ./flashgrove"
          + " bench builds when needed."
    })
public final class BenchCommand extends StoreCommand {
  private static final long LEAST_ENTRIES = 1_000;
  private static final long MOST_ENTRIES = 100_000_000;
  private static final long LEAST_MEMORY = 1 << 20;
  private static final long MOST_MEMORY = 1L << 36;
  private static final String QUICK_ENTRIES = "20000";

  @Option(
      names = "--quick",
      description = "Check the results of all phases with few entries, and print no times.")
  private boolean quick;

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      defaultValue = "flashgrove",
      description =
          "Suite to run: flashgrove, tables (rows with attributes), or a benchmark that the authors"
              + " of another index published: flatbush, jts, tinspin, rtree2d, geobench, duckdb"
              + " (default: ${DEFAULT-VALUE}).")
  private String suite;

  @Option(
      names = "--entries",
      paramLabel = "N",
      split = ",",
      description =
          "Numbers of entries, such as 1e6 (default: that of the suite, usually 1e6; 20000 with"
              + " --quick).")
  private List<String> entries = List.of();

  @Option(
      names = "--data",
      paramLabel = "SET",
      split = ",",
      description =
          "Data sets: clustered-points, sparse-points, uniform-points, clustered-boxes,"
              + " sparse-boxes, uniform-boxes, a data set of a suite, or a data file (default:"
              + " those of the suite; clustered-points for flashgrove).")
  private List<String> data = List.of();

  @Option(
      names = "--coordinates",
      paramLabel = "WORD",
      defaultValue = "",
      description =
          "Precision of coordinates: float, which all peers support, or double, which H2 and SQLite"
              + " do not support (default: that of the suite, usually float).")
  private String coordinates;

  @Option(
      names = "--peers",
      paramLabel = "LIST",
      split = ",",
      description = "Peers to measure (default: flashgrove and the peers of the suite).")
  private List<String> peers = List.of();

  @Option(
      names = "--phases",
      paramLabel = "LIST",
      split = ",",
      description = "Phases to measure (default: all).")
  private List<String> phases = List.of();

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      defaultValue = "64M",
      description = "Memory of each peer whose memory can be set (default: ${DEFAULT-VALUE}).")
  private String memory;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of processes per peer, which run in turn; the report shows medians, minimums and"
              + " maximums (default: ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--collectors",
      paramLabel = "LIST",
      split = ",",
      description =
          "Garbage collectors to measure in additional columns, besides the JVM's default: serial,"
              + " parallel, g1, z.")
  private List<String> collectors = List.of();

  @Option(
      names = "--driver",
      paramLabel = "FILE",
      split = ",",
      description =
          "Files of peers that the jar does not contain: DuckDB's JDBC driver and its extension.")
  private List<String> drivers = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Random seed of data and queries (default: ${DEFAULT-VALUE}).")
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
      description = "Directory for the peers' files during the measurement (default: in --out).")
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
                        "bench: this jar does not contain the benchmarks; run ./flashgrove bench,"
                            + " or java -cp jmh/target/benchmarks.jar org.flashgrove.cli.Main"
                            + " bench"));
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
