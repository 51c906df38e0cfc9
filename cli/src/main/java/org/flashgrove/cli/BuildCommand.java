package org.flashgrove.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreMetrics;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.grove.Grove;
import org.flashgrove.indexes.grove.GroveLoader;
import org.flashgrove.indexes.structure.TreeStructure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a store, loads data files, and runs query files in the same process. */
@Command(name = "build", description = "Create a store and load data files.")
final class BuildCommand extends StoreCommand {
  private static final double[] UNKNOWN_EXTENT = {0, 0, 0, 0};

  @Parameters(paramLabel = "DIR", description = "Directory of the store, new or empty.")
  private Path directory;

  @Mixin private StoreOptionsGroup group = new StoreOptionsGroup();
  @Mixin private TableOptionsGroup table = new TableOptionsGroup();
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private BulkOptions bulk = new BulkOptions();
  @Mixin private SimulationOptions simulation = new SimulationOptions();

  @Option(names = "--no-final-flush", description = "Leave buffered changes in the log.")
  private boolean noFinalFlush;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files of windows to answer after the load, with warm buffers.")
  private List<String> queryFiles = List.of();

  private String consequence = "";

  BuildCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (table.isAsked()) {
      return buildTable();
    }
    // what is wrong is reported before the data are read
    StoreOptions wanted = group.optionsFor(UNKNOWN_EXTENT);
    bulk.requireValid();
    bulk.requireFits(wanted);
    simulation.requireDevice(group.isSimulated());
    Directories.requireNew(directory);
    List<WindowFile> windows = new ArrayList<>();
    for (String file : queryFiles) {
      windows.add(WindowFile.read(file));
    }
    try (CheckedFiles files = new CheckedFiles(terminal(), input.files())) {
      long rows = files.check(input.reporting(terminal()));
      StoreOptions options = group.optionsFor(files.extent());
      make(
          () -> {
            try (SimulationOptions.Recording recording = simulation.begin();
                SpatialStore store =
                    SpatialStore.of(recording.create(directory, options.design()))) {
              load(store, files, rows, windows);
            }
          });
    }
    return 0;
  }

  private int buildTable() throws IOException {
    if (bulk.isAsked()) {
      throw new IllegalArgumentException(
          "--bulk with --table (allowed: without; a table is loaded as a whole, in the order of"
              + " rows)");
    }
    bulk.requireValid();
    simulation.requireDevice(group.isSimulated());
    StoreOptions kind = group.withoutIndex();
    table.options(group.indices(), kind, UNKNOWN_EXTENT);
    Directories.requireNew(directory);
    List<WindowFile> windows = new ArrayList<>();
    for (String file : queryFiles) {
      windows.add(WindowFile.read(file));
    }
    try (CheckedFiles files = new CheckedFiles(terminal(), input.files())) {
      long rows = files.check(input.reporting(terminal()), false);
      TableOptions options = table.options(group.indices(), kind, files.extent());
      make(
          () -> {
            try (SimulationOptions.Recording recording = simulation.begin();
                Table made = Table.of(recording.create(directory, options.design()), Table.NAME)) {
              new TableBuild(this, files, input)
                  .run(made, directory, bulk.sortMemoryBytes(), rows, windows, !noFinalFlush);
            }
          });
    }
    return 0;
  }

  /** What makes the store in its directory. */
  private interface Making {
    void run() throws IOException;
  }

  /** Makes the store; if that fails, nothing is left of a half-made one, which nobody could use. */
  private void make(Making making) throws IOException {
    boolean wasThere = Files.exists(directory);
    boolean done = false;
    try {
      making.run();
      done = true;
    } finally {
      if (!done) {
        removeHalfMade(wasThere);
      }
    }
  }

  @Override
  String consequence() {
    return consequence;
  }

  private void removeHalfMade(boolean wasThere) {
    try {
      Directories.empty(directory);
      if (!wasThere) {
        Directories.remove(directory);
      }
      consequence = directory + ": what was built so far is removed";
    } catch (UncheckedIOException e) {
      terminal().err().println("flashgrove: " + e.getMessage());
    }
  }

  private void load(SpatialStore store, CheckedFiles files, long rows, List<WindowFile> windows)
      throws IOException {
    if (files.hasGeometries()) {
      IndexedBounds.note(directory);
    }
    DeviceMembers.reset(store.store());
    long start = System.nanoTime();
    long cpuStart = cpuNanos();
    if (bulk.isAsked() && !store.isTree()) {
      loadGrove(store, files, rows);
    } else if (bulk.isAsked()) {
      loadInBulk(store, files, rows);
    } else {
      insert(store, files, rows);
    }
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    double cpuMillis = (cpuNanos() - cpuStart) / 1e6;
    StoreMetrics loaded = store.metrics();
    Map<String, Object> device = DeviceMembers.of(store.store());

    List<Map<String, Object>> phases = new ArrayList<>();
    for (WindowFile file : windows) {
      Answers answers = Answers.of(store, file, Question.INTERSECTS);
      Map<String, Object> phase = new LinkedHashMap<>();
      phase.put("file", file.name());
      phase.putAll(answers.members());
      phases.add(phase);
    }
    Map<String, Object> finalFlush = noFinalFlush ? null : finalFlush(store);
    Map<String, Object> members = Members.of(store.options());
    addTree(members, store, loaded);
    members.put("skippedRows", input.skippedRows());
    members.put("elapsedMillis", elapsedMillis);
    members.put("cpuMillis", cpuMillis);
    Members.addTraffic(members, loaded);
    DeviceMembers.add(members, device);
    if (finalFlush != null) {
      members.put("finalFlush", finalFlush);
    }
    members.put("phases", phases);
    print(members);
    report(loaded, store.size(), elapsedMillis, phases);
    SimulationOptions.report(this, device);
  }

  private static Map<String, Object> finalFlush(SpatialStore store) {
    DeviceMembers.reset(store.store());
    IoFigures before = store.metrics().io();
    store.flush();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("io", Members.of(store.metrics().io().since(before)));
    DeviceMembers.add(members, DeviceMembers.of(store.store()));
    return members;
  }

  private void insert(SpatialStore store, CheckedFiles files, long rows) throws IOException {
    try (Progress progress = new Progress(terminal(), "build", rows)) {
      files.forEach(
          input.silent(),
          (id, minX, minY, maxX, maxY) -> {
            store.insert(id, minX, minY, maxX, maxY);
            progress.step();
          });
    }
  }

  private void loadGrove(SpatialStore store, CheckedFiles files, long rows) throws IOException {
    Grove grove = Laboratory.grove(store.store().grove(SpatialStore.INDEX));
    BulkConfig config = bulk.config(directory, files.extent());
    try (Progress sorting = new Progress(terminal(), "sort", rows);
        GroveLoader loader = grove.bulkLoader(config.sortMemoryBytes(), config.spillDirectory())) {
      files.forEach(
          input.silent(),
          (id, minX, minY, maxX, maxY) -> {
            loader.add(id, minX, minY, maxX, maxY);
            sorting.step();
          });
      grove.load(loader);
    }
  }

  private void loadInBulk(SpatialStore store, CheckedFiles files, long rows) throws IOException {
    try (Progress sorting = new Progress(terminal(), "sort", rows);
        Progress writing = new Progress(terminal(), "write", rows);
        BulkLoader loader =
            store.bulkLoader(
                bulk.config(directory, files.extent())
                    .withProgress((written, total) -> writing.stepTo(written)))) {
      files.forEach(
          input.silent(),
          (id, minX, minY, maxX, maxY) -> {
            loader.add(id, minX, minY, maxX, maxY);
            sorting.step();
          });
      store.load(loader);
    }
  }

  /** Walks the tree when everything that is counted has been counted. */
  private static void addTree(
      Map<String, Object> members, SpatialStore store, StoreMetrics loaded) {
    members.put("entries", store.size());
    if (!store.isTree()) {
      members.put("grove", Members.of(loaded.first().grove(), store.options().pageSize()));
      return;
    }
    TreeStructure structure = Laboratory.tree(store.index()).structure();
    members.put("height", structure.height());
    members.put("internalNodes", structure.internalNodes());
    members.put("leafNodes", structure.leafNodes());
    members.put(
        "splits", loaded.first().tree().leafSplits() + loaded.first().tree().internalSplits());
    members.put("reinsertions", loaded.first().tree().reinsertions());
    if (Laboratory.tree(store.index()).isChained()) {
      Map<String, Object> overflow = Members.overflow(structure);
      overflow.put("mergeBacks", loaded.first().tree().mergeBacks());
      members.put("overflow", overflow);
    }
  }

  private void report(
      StoreMetrics loaded, long entries, double millis, List<Map<String, Object>> phases) {
    say("%,d entries in %.2f s (%,.0f a second)", entries, millis / 1e3, entries / millis * 1e3);
    say(
        "pages read %,d, written %,d in %,d runs; log %,d records, %,d bytes",
        loaded.io().pageReads(),
        loaded.io().pageWrites(),
        loaded.io().writeRuns(),
        loaded.log().records(),
        loaded.log().bytesWritten());
    for (Map<String, Object> phase : phases) {
      say("%s: %,d results", phase.get("file"), phase.get("results"));
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }
}
