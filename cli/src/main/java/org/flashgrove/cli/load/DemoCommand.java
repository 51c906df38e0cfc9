package org.flashgrove.cli.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.Directories;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.cli.machine.MachineFacts;
import org.flashgrove.cli.query.QuerySpec;
import org.flashgrove.cli.query.ResultChecker;
import org.flashgrove.cli.query.Scan;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.datasets.generate.ObjectSet;
import org.flashgrove.datasets.generate.QueryRegion;
import org.flashgrove.datasets.generate.QueryWindows;
import org.flashgrove.datasets.generate.Relation;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.SyncMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Demonstration with one data set. It compares plain and flash-aware indexes on a file, in memory
 * and on a simulated NAND device.
 */
@Command(
    name = "demo",
    description = "Build R-trees with and without flash-aware buffers, and compare their costs.")
public final class DemoCommand extends StoreCommand {
  private static final double[] PERCENTS = {0.001, 0.01, 0.1};
  private static final int WINDOWS = 100;
  private static final int PAGE_SIZE = 4096;
  private static final String INDEX = "rtree:split=quadratic";
  private static final String SIMULATED = "nand:chip=thesis";
  private static final String[] BUFFERS = {
    "none:buffer=512K", "efind:buffer=512K", "efind:buffer=512K,readpolicy=lru,tc=none"
  };

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV file to load instead of 200,000 generated points in 125 clusters.")
  private String data;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Number of points to generate (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Seed of points and windows (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Keep the stores in this directory, new or empty.")
  private Path out;

  @Option(names = "--keep", description = "Keep the stores, and print their directory.")
  private boolean keep;

  DemoCommand(Terminal terminal) {
    super(terminal);
  }

  /** Measured results of one store. */
  private record Row(
      DeviceConfig device,
      String flash,
      double buildMillis,
      StoreStats built,
      List<Long> queryReads,
      double queryMillis,
      Simulation simulation,
      boolean verified) {
    /** Returns the kind of device. */
    String kind() {
      return device.kindName();
    }
  }

  /**
   * Measured results of a simulated device: statistics of the build and of each set of query
   * windows.
   */
  private record Simulation(Map<String, Object> built, List<Map<String, Object>> queries) {
    static Simulation of(SpatialStore store) {
      Map<String, Object> built = DeviceMembers.of(store.store());
      return built == null ? null : new Simulation(built, new ArrayList<>());
    }

    private static double seconds(Map<String, Object> figures) {
      return (double) figures.get("virtualMicros") / 1e6;
    }
  }

  @Override
  public Integer call() throws IOException {
    if (count < 1) {
      throw new IllegalArgumentException("--count " + count + " (allowed: 1 or more)");
    }
    if (out != null) {
      Directories.requireNew(out);
    }
    Scan scan = entries();
    List<WindowFile> windows = windows(scan);
    List<ResultChecker> right = new ArrayList<>();
    for (WindowFile file : windows) {
      right.add(scan.answers(file, Predicate.INTERSECTS));
    }
    say("%,d entries, %s, pages of %d bytes, 512 KiB of buffer", scan.count(), INDEX, PAGE_SIZE);
    Path directory =
        out == null ? Files.createTempDirectory("flashgrove-demo") : Files.createDirectories(out);
    List<Row> rows = new ArrayList<>();
    try {
      at(directory);
      MachineFacts machine = machine();
      say("%s", machine);
      for (String device : new String[] {"direct", "memory", SIMULATED}) {
        String usable = usable(device, directory.resolve("probe"));
        for (int i = 0; i < BUFFERS.length; i++) {
          StoreOptions options = options(usable, BUFFERS[i]);
          Path own = directory.resolve(options.design().device().kindName() + "-" + i);
          rows.add(run(own, options, BUFFERS[i], scan, windows, right));
        }
      }
      report(rows, machine);
    } finally {
      tidy(directory);
    }
    return rows.stream().allMatch(Row::verified) ? 0 : Failures.DIFFERENT;
  }

  /** Removes the stores unless the user asked to keep them. */
  private void tidy(Path directory) throws IOException {
    if (out != null || keep) {
      say("The stores are in %s.", directory);
      return;
    }
    try (Stream<Path> stores = Files.list(directory)) {
      stores.forEach(Directories::remove);
    }
    Files.delete(directory);
  }

  private Scan entries() throws IOException {
    if (data != null) {
      try (FeatureCursor rows = DataFiles.open(data, BadRowPolicy.STOP)) {
        return Scan.of(rows);
      }
    }
    Scan scan = new Scan();
    new ClusteredPoints(
            count,
            ClusteredPoints.THESIS_CLUSTERS,
            ClusteredPoints.DEFAULT_SIGMA,
            Extent.UNIT,
            seed)
        .generate(scan);
    return scan;
  }

  private List<WindowFile> windows(Scan scan) {
    ObjectSet objects = new ObjectSet();
    scan.forEach(objects);
    Extent extent =
        objects
            .extent()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--data " + data + ": has no entries; give a file with entries"));
    List<WindowFile> windows = new ArrayList<>();
    for (double percent : PERCENTS) {
      WindowFile file = new WindowFile(percent + " %");
      new QueryWindows(QueryRegion.of(extent), percent, seed)
          .correlated(WINDOWS, Relation.INTERSECTS, objects, file::add);
      windows.add(file);
    }
    return windows;
  }

  /**
   * Returns {@code device}, or {@code buffered} if the device needs direct I/O and that is not
   * available.
   */
  private String usable(String device, Path probe) {
    if (!device.equals("direct")) {
      return device;
    }
    try {
      SpatialStore.create(probe, options(device, BUFFERS[0])).close();
      return device;
    } catch (StoreIoException e) {
      terminal().err().println("flashgrove: " + e.getMessage() + "; continuing with 'buffered'");
      return "buffered";
    } finally {
      Directories.remove(probe);
    }
  }

  private static StoreOptions options(String device, String flash) {
    return StoreOptions.defaults()
        .withIndex(INDEX)
        .withFlash(flash)
        .withDevice(device)
        .withPageSize(PAGE_SIZE)
        .withSync(SyncMode.CLOSE);
  }

  private Row run(
      Path directory,
      StoreOptions options,
      String flash,
      Scan scan,
      List<WindowFile> windows,
      List<ResultChecker> right) {
    DeviceConfig device = options.design().device();
    try (SpatialStore store = SpatialStore.create(directory, options);
        Progress progress = new Progress(terminal(), device + " " + flash, scan.count())) {
      long start = System.nanoTime();
      scan.forEach(
          (id, minX, minY, maxX, maxY) -> {
            store.insert(id, minX, minY, maxX, maxY);
            progress.step();
          });
      store.flush();
      double buildMillis = (System.nanoTime() - start) / 1e6;
      StoreStats built = store.stats();
      Simulation simulation = Simulation.of(store);
      List<Long> reads = new ArrayList<>();
      double queryMillis = 0;
      boolean verified = true;
      for (int i = 0; i < windows.size(); i++) {
        ResultChecker checker = ResultChecker.of(store, windows.get(i), QuerySpec.INTERSECTS);
        reads.add(checker.io().pageReads());
        queryMillis += checker.elapsedMillis();
        if (simulation != null) {
          simulation.queries.add(checker.deviceMembers());
        }
        verified &= checker.differences(right.get(i)).isEmpty();
      }
      verified &= store.index().check().ok();
      return new Row(device, flash, buildMillis, built, reads, queryMillis, simulation, verified);
    }
  }

  private void report(List<Row> rows, MachineFacts machine) {
    String format = "%-9s %-42s %8s %9s %9s %9s %8s %7s %7s %7s %9s %-8s";
    say(
        format,
        "device",
        "buffer",
        "build s",
        "pg read",
        "pg write",
        "runs",
        "log MiB",
        "0.001 %",
        "0.01 %",
        "0.1 %",
        "query ms",
        "verified");
    List<Map<String, Object>> objects = new ArrayList<>();
    for (Row row : rows) {
      say(
          format,
          row.kind(),
          row.flash,
          String.format(Locale.ROOT, "%.2f", row.buildMillis / 1e3),
          String.format(Locale.ROOT, "%,d", row.built.io().pageReads()),
          String.format(Locale.ROOT, "%,d", row.built.io().pageWrites()),
          String.format(Locale.ROOT, "%,d", row.built.io().writeRuns()),
          String.format(Locale.ROOT, "%.1f", row.built.log().bytesWritten() / 1048576.0),
          row.queryReads.get(0),
          row.queryReads.get(1),
          row.queryReads.get(2),
          String.format(Locale.ROOT, "%.1f", row.queryMillis),
          row.verified ? "yes" : "NO");
      objects.add(members(row));
    }
    reportSimulated(rows);
    explain(rows);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("stamp", machine.toString());
    members.put("machine", machine.members());
    members.put("index", INDEX);
    members.put("pageSize", PAGE_SIZE);
    members.put("stores", objects);
    members.put("verified", rows.stream().allMatch(Row::verified));
    print(members);
  }

  private void reportSimulated(List<Row> rows) {
    say("");
    Row simulated = rows.get(rows.size() - 1); // the simulated device comes last
    say("%s in virtual time, %s", simulated.kind(), simulated.device);
    String format = "%-42s %8s %9s %9s %7s %6s %10s %11s %11s %11s";
    say(
        format,
        "buffer",
        "build s",
        "pg reads",
        "programs",
        "erases",
        "WA",
        "p99 wr ms",
        "0.001 % ms",
        "0.01 % ms",
        "0.1 % ms");
    for (Row row : rows) {
      if (row.simulation != null) {
        Map<String, Object> built = row.simulation.built;
        List<Map<String, Object>> queries = row.simulation.queries;
        say(
            format,
            row.flash,
            String.format(Locale.ROOT, "%.2f", Simulation.seconds(built)),
            String.format(Locale.ROOT, "%,d", (long) built.get("pageReads")),
            String.format(Locale.ROOT, "%,d", (long) built.get("pagePrograms")),
            String.format(Locale.ROOT, "%,d", (long) built.get("blockErases")),
            String.format(Locale.ROOT, "%.3f", (double) built.get("writeAmplification")),
            String.format(Locale.ROOT, "%.1f", DeviceMembers.writeP99Micros(built) / 1e3),
            String.format(Locale.ROOT, "%.1f", 1e3 * Simulation.seconds(queries.get(0))),
            String.format(Locale.ROOT, "%.1f", 1e3 * Simulation.seconds(queries.get(1))),
            String.format(Locale.ROOT, "%.1f", 1e3 * Simulation.seconds(queries.get(2))));
      }
    }
    say("");
  }

  private void explain(List<Row> rows) {
    say(
        "Built one by one and flushed. The three columns in percent are pages read by %d windows"
            + " of that area each.",
        WINDOWS);
    long plain = rows.get(0).built.io().pageWrites();
    for (Row row : rows.subList(1, BUFFERS.length)) {
      say(
          "%s wrote %,d pages where the plain tree with the same memory wrote %,d (%s).",
          row.flash,
          row.built.io().pageWrites(),
          plain,
          change(row.built.io().pageWrites(), plain));
    }
    say(
        "Pages in memory are counted like those in a file; the simulated device counts its own"
            + " pages of 2 KiB, reads 30, programs 300 and erases 2,500 microseconds long. A"
            + " verified row answered every window"
            + " as a scan does, and its tree passed the check.");
  }

  private static String change(long pages, long plain) {
    if (plain == 0) {
      return "too little data to compare";
    }
    double percent = 100.0 * (pages - plain) / plain;
    return String.format(Locale.ROOT, "%+.0f %%", percent);
  }

  private static Map<String, Object> members(Row row) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("device", row.device.toString());
    members.put("flash", row.flash);
    members.put("buildMillis", row.buildMillis);
    JsonOutput.addTraffic(members, row.built);
    members.put("queryReads", row.queryReads);
    members.put("queryMillis", row.queryMillis);
    if (row.simulation != null) {
      members.put(DeviceMembers.NAME, row.simulation.built);
      members.put("queryPhases", row.simulation.queries);
    }
    members.put("verified", row.verified);
    return members;
  }
}
