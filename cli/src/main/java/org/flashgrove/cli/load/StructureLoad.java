package org.flashgrove.cli.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.metrics.BlockStats;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.IndexedBounds;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.design.BulkOptions;
import org.flashgrove.cli.edit.PairRows;
import org.flashgrove.cli.edit.RowChange;
import org.flashgrove.cli.edit.RowTarget;
import org.flashgrove.cli.edit.TimeRows;
import org.flashgrove.cli.input.CheckedFiles;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.cli.input.RepeatedRows;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.cli.query.QuerySpec;
import org.flashgrove.cli.query.ResultChecker;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.structure.TreeStructure;

/** Loads data files into an empty structure of a store, and then runs query files. */
final class StructureLoad {
  private final StoreCommand command;
  private final InputOptions input;
  private final BulkOptions bulk;
  private final List<WindowFile> windows = new ArrayList<>();
  private long equalRows;

  StructureLoad(StoreCommand command, InputOptions input, BulkOptions bulk) {
    this.command = command;
    this.input = input;
    this.bulk = bulk;
  }

  /**
   * Throws an exception for options that the structure does not support. Call this before data are
   * read.
   */
  void requireFits(ChosenStructure wanted) {
    bulk.requireValid();
    boolean isOfRows = wanted.isOfPairs() || wanted.isOfTimes();
    if (isOfRows && !windows.isEmpty()) {
      throw new IllegalArgumentException(
          "--queries: not supported for structure '"
              + wanted.spec()
              + "'; omit --queries, and run 'query' after the build");
    }
    if (!wanted.isTable()) {
      bulk.requireFits(wanted);
    } else if (bulk.isAsked()) {
      throw new IllegalArgumentException(
          "--bulk: not supported for a table, which is always loaded in the order of rows; omit"
              + " --bulk");
    }
  }

  /** Reads files of query windows. The queries run after the load. */
  void ask(List<String> queryFiles) throws IOException {
    for (String file : queryFiles) {
      windows.add(WindowFile.read(file));
    }
  }

  /** Checks all rows. Returns the number of valid rows. */
  long check(CheckedFiles files, ChosenStructure wanted) throws IOException {
    files.require(wanted.metric());
    if (wanted.isTable()) {
      return files.check(input.reporting(command.terminal()), false);
    }
    if (wanted.isOfPairs() || wanted.isOfTimes()) {
      long rows = files.check(input.reporting(command.terminal()));
      if (wanted.isOfTimes()) {
        files.forEachRow(input.silent(), row -> TimeRows.requireRow(wanted, row));
      }
      return rows;
    }
    try (RepeatedRows repeated = new RepeatedRows(wanted.hasIds())) {
      files.compare(repeated);
      long rows = files.check(input.reporting(command.terminal()), true);
      files.compare(null);
      repeated.finish();
      repeated.requireOneOfEachId(
          wanted.repeat() == Repeat.REFUSE || wanted.hasIds() && bulk.isAsked());
      equalRows = repeated.equalRows();
      if (equalRows > 0) {
        command
            .terminal()
            .err()
            .printf(
                "flashgrove: %s equal to others; the store holds each %s%n",
                Numbers.countedAre(equalRows, "row"),
                wanted.hasIds() ? "once" : "as often as it occurs");
      }
      return rows;
    }
  }

  /**
   * Loads the data, runs the queries and prints a summary.
   *
   * @param finalFlush whether to write buffered changes to pages at the end; otherwise they remain
   *     in the log
   */
  void run(Store store, ChosenStructure made, CheckedFiles files, long rows, boolean finalFlush)
      throws IOException {
    if (made.isTable()) {
      new TableBuild(command, files, input)
          .run(
              Table.of(store, made.name()).closingStore(),
              made,
              bulk.sortMemoryBytes(),
              rows,
              windows,
              finalFlush);
    } else if (made.isOfPairs() || made.isOfTimes()) {
      loadRows(store, made, files, rows, finalFlush);
    } else {
      load(store, made, files, rows, finalFlush);
    }
  }

  /** Loads a key tree, or a structure that stores records by time. */
  private void loadRows(
      Store store, ChosenStructure made, CheckedFiles files, long rows, boolean finalFlush)
      throws IOException {
    DeviceMembers.reset(store);
    long start = System.nanoTime();
    long cpuStart = cpuNanos();
    RowTarget target =
        made.isOfTimes()
            ? new TimeRows(store, made)
            : new PairRows(store, made.name(), RowChange.INSERT);
    long[] refused = {0};
    try (Progress progress = new Progress(command.terminal(), "build", rows)) {
      files.forEachRow(
          input.silent(),
          row -> {
            refused[0] += target.apply(row) ? 0 : 1;
            progress.step();
          });
    }
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    Map<String, Object> members = JsonOutput.of(made);
    StoreStats loaded = store.stats();
    Map<String, Object> device = DeviceMembers.of(store);
    members.put("entries", store.structure(made.name()).size());
    members.put("thereAlready", refused[0]);
    JsonOutput.addRawFlash(members, store.structure(made.name()));
    input.addLeftOut(members);
    members.put("elapsedMillis", elapsedMillis);
    members.put("cpuMillis", (cpuNanos() - cpuStart) / 1e6);
    JsonOutput.addTraffic(members, loaded, made.name());
    DeviceMembers.add(members, device);
    if (finalFlush) {
      members.put("finalFlush", finalFlush(store));
    }
    command.print(members);
    report(loaded, store.structure(made.name()).size(), elapsedMillis, List.of());
    SimulationOptions.report(command, device);
  }

  private void load(
      Store store, ChosenStructure made, CheckedFiles files, long rows, boolean finalFlush)
      throws IOException {
    EntryStructure structure = store.entries(made.name());
    if (files.hasGeometries()) {
      IndexedBounds.note(made.directory(), made.name());
    }
    DeviceMembers.reset(store);
    long start = System.nanoTime();
    long cpuStart = cpuNanos();
    if (!bulk.isAsked()) {
      insert(structure.entries(), files, rows);
    } else {
      load(structure, made, files, rows);
    }
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    double cpuMillis = (cpuNanos() - cpuStart) / 1e6;
    StoreStats loaded = store.stats();
    Map<String, Object> device = DeviceMembers.of(store);

    List<Map<String, Object>> phases = new ArrayList<>();
    for (WindowFile file : windows) {
      ResultChecker checker =
          ResultChecker.of(store, structure.entries(), file, QuerySpec.INTERSECTS);
      Map<String, Object> phase = new LinkedHashMap<>();
      phase.put("file", file.name());
      phase.putAll(checker.members());
      phases.add(phase);
    }
    Map<String, Object> flushed = finalFlush ? finalFlush(store) : null;
    Map<String, Object> members = JsonOutput.of(made);
    addFigures(members, structure, loaded.structure(made.name()));
    input.addLeftOut(members);
    members.put("equalRows", equalRows);
    members.put("elapsedMillis", elapsedMillis);
    members.put("cpuMillis", cpuMillis);
    JsonOutput.addTraffic(members, loaded, made.name());
    DeviceMembers.add(members, device);
    DeviceMembers.addUnits(members, store);
    if (flushed != null) {
      members.put("finalFlush", flushed);
    }
    members.put("phases", phases);
    command.print(members);
    report(loaded, structure.entries().size(), elapsedMillis, phases);
    SimulationOptions.report(command, device);
  }

  private static Map<String, Object> finalFlush(Store store) {
    DeviceMembers.reset(store);
    IoStats before = store.stats().io();
    store.flush();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("io", JsonOutput.of(store.stats().io().since(before)));
    DeviceMembers.add(members, DeviceMembers.of(store));
    return members;
  }

  private void insert(SpatialIndex entries, CheckedFiles files, long rows) throws IOException {
    try (Progress progress = new Progress(command.terminal(), "build", rows)) {
      files.forEach(
          input.silent(),
          (id, minX, minY, maxX, maxY) -> {
            entries.insert(id, minX, minY, maxX, maxY);
            progress.step();
          });
    }
  }

  private void load(EntryStructure index, ChosenStructure made, CheckedFiles files, long rows)
      throws IOException {
    LoadOptions options = bulk.options(made.directory(), files.extent());
    try (Progress sorting = new Progress(command.terminal(), "sort", rows);
        Progress writing = new Progress(command.terminal(), "write", rows);
        EntryLoader loader = index.loader(options.withProgress(writing::stepTo))) {
      files.forEach(
          input.silent(),
          (id, minX, minY, maxX, maxY) -> {
            loader.add(id, minX, minY, maxX, maxY);
            sorting.step();
          });
      loader.load();
    }
  }

  /**
   * Adds statistics of the loaded structure to {@code members}. Call this when the operations that
   * the statistics count are complete.
   */
  private static void addFigures(
      Map<String, Object> members, EntryStructure loaded, StructureStats figures) {
    members.put("entries", figures.size());
    if (!(loaded instanceof SpatialStructure index)) {
      BlockStats blocks = figures.blocks();
      members.put(blocks.kind(), blocks.members((int) members.get("pageSize")));
      return;
    }
    TreeStructure structure = index.structure();
    members.put("height", structure.height());
    members.put("internalNodes", structure.internalNodes());
    members.put("leafNodes", structure.leafNodes());
    members.put("splits", figures.tree().leafSplits() + figures.tree().internalSplits());
    members.put("reinsertions", figures.tree().reinsertions());
    if (index.hasOverflowNodes()) {
      Map<String, Object> overflow = JsonOutput.overflow(structure);
      overflow.put("mergeBacks", figures.tree().mergeBacks());
      members.put("overflow", overflow);
    }
  }

  private void report(
      StoreStats loaded, long entries, double millis, List<Map<String, Object>> phases) {
    command.say(
        "%s in %.2f s (%,.0f a second)",
        Numbers.counted(entries, "entry"), millis / 1e3, entries / millis * 1e3);
    command.say(
        "pages read %,d, written %,d in %,d runs; log %,d records, %,d bytes",
        loaded.io().pageReads(),
        loaded.io().pageWrites(),
        loaded.io().writeRuns(),
        loaded.log().records(),
        loaded.log().bytesWritten());
    for (Map<String, Object> phase : phases) {
      command.say(
          "%s: %s",
          phase.get("file"),
          Numbers.counted(((Number) phase.get("results")).longValue(), "result"));
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }
}
