package org.flashgrove.cli.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.input.AttributeColumns;
import org.flashgrove.cli.input.CheckedFiles;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.cli.input.RowGeometry;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.cli.query.ResultChecker;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Loads data files into a new table, one record for each row in the order of the rows. Then runs
 * the queries of query files.
 */
final class TableBuild {
  private static final int BATCH_ROWS = 1000;

  private final StoreCommand command;
  private final CheckedFiles files;
  private final InputOptions input;
  private AttributeColumns columns;

  TableBuild(StoreCommand command, CheckedFiles files, InputOptions input) {
    this.command = command;
    this.files = files;
    this.input = input;
  }

  /**
   * Loads the data, runs the queries and prints a summary.
   *
   * @param finalFlush whether to write buffered changes to pages at the end; otherwise they remain
   *     in the log
   */
  void run(
      Table table,
      ChosenStructure made,
      int sortMemoryBytes,
      long rows,
      List<WindowFile> windows,
      boolean finalFlush)
      throws IOException {
    columns = new AttributeColumns(table.schema());
    command.note(notesOfKeyIndexes(table));
    long start = System.nanoTime();
    try (Progress progress = new Progress(command.terminal(), "build", rows)) {
      if (!loadWhole(table, made.directory(), sortMemoryBytes, progress)) {
        loadInBatches(table, progress);
      }
    }
    new TableSystem(made.directory(), made.name()).keep(files.system());
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    StoreStats loaded = table.stats();
    long records = table.size();
    Map<String, Object> members = JsonOutput.of(table.options());
    if (!made.isWhole()) {
      members.put("structure", made.name());
    }
    members.put("table", JsonOutput.of(table));
    members.put("indexEntries", indexEntries(table));
    input.addLeftOut(members);
    members.put("elapsedMillis", elapsedMillis);
    members.put("io", JsonOutput.of(table.io()));
    members.put("log", JsonOutput.of(loaded.log()));
    List<Map<String, Object>> phases = new ArrayList<>();
    for (WindowFile file : windows) {
      Map<String, Object> phase = new LinkedHashMap<>();
      phase.put("file", file.name());
      phase.putAll(ask(table, file).members());
      phases.add(phase);
    }
    if (finalFlush) {
      table.flush();
    }
    members.put("phases", phases);
    command.print(members);
    command.say(
        "%s on %s in %.2f s (%,.0f a second)",
        Numbers.counted(records, "record"),
        Numbers.counted(table.pageCount(), "page"),
        elapsedMillis / 1e3,
        records / elapsedMillis * 1e3);
    for (Map<String, Object> phase : phases) {
      command.say(
          "%s: %s",
          phase.get("file"),
          Numbers.counted(((Number) phase.get("results")).longValue(), "result"));
    }
  }

  /**
   * Returns a message for each index on the key that is named like an attribute, because the user
   * may have meant an index on this attribute.
   */
  private static List<String> notesOfKeyIndexes(Table table) {
    List<String> notes = new ArrayList<>();
    for (TableIndex index : table.indices()) {
      String name = index.name();
      if (index instanceof KeyIndex && table.schema().indexOf(name) >= 0) {
        notes.add(
            "index "
                + name
                + " is on the key; for an index on the attribute, use "
                + (name + "=bplus:attribute=" + name));
      }
    }
    return notes;
  }

  private static Map<String, Object> indexEntries(Table table) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (TableIndex index : table.indices()) {
      entries.put(index.name(), index.size());
    }
    return entries;
  }

  private static ResultChecker ask(Table table, WindowFile file) {
    List<ScanQuery> queries = new ArrayList<>();
    GeometryFactory geometries = new GeometryFactory();
    for (int i = 0; i < file.count(); i++) {
      Envelope box = new Envelope(file.at(i, 0), file.at(i, 2), file.at(i, 1), file.at(i, 3));
      queries.add(
          ScanQuery.where(
              new GeometryQuery(
                  Predicate.INTERSECTS, Semantics.EXCLUSIVE, geometries.toGeometry(box))));
    }
    AccessPath path = table.geometryIndex() == null ? AccessPath.FTS : AccessPath.SIDX;
    return ResultChecker.of(table, queries, ScanConfig.of(path));
  }

  /** Receives a row that was checked. */
  private interface RowSink {
    void accept(FeatureCursor row);
  }

  private void forEach(RowSink sink, Progress progress) throws IOException {
    files.forEachRow(
        input.silent(),
        row -> {
          sink.accept(row);
          progress.step();
        });
  }

  /**
   * Loads all rows into the table in one commit. Returns false, and loads nothing, if an index of
   * the table is of a kind that cannot be loaded this way.
   */
  private boolean loadWhole(Table table, Path directory, int sortMemoryBytes, Progress progress)
      throws IOException {
    Path spills =
        Files.isDirectory(directory) ? directory : Path.of(System.getProperty("java.io.tmpdir"));
    TableLoader loader;
    try {
      loader = table.loader(sortMemoryBytes, spills);
    } catch (UnsupportedOperationException e) {
      return false;
    }
    try (loader) {
      forEach(
          row -> loader.append(row.id(), RowGeometry.of(row), writer -> columns.write(row, writer)),
          progress);
      loader.commit();
    }
    return true;
  }

  private void loadInBatches(Table table, Progress progress) throws IOException {
    TableBatch[] batch = {table.begin()};
    int[] rows = {0};
    try {
      forEach(
          row -> {
            insert(batch[0], row);
            if (++rows[0] % BATCH_ROWS == 0) {
              batch[0].commit();
              batch[0].close();
              batch[0] = table.begin();
            }
          },
          progress);
      batch[0].commit();
    } finally {
      batch[0].close();
    }
  }

  private void insert(TableBatch batch, FeatureCursor row) {
    try {
      batch.insert(row.id(), RowGeometry.of(row), writer -> columns.write(row, writer));
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw row.problem(e.getMessage(), "rows that the table takes");
    }
  }
}
