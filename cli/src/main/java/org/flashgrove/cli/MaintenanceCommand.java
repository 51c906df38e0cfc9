package org.flashgrove.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.flashgrove.datasets.csv.EntryCursor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Changes a store from files of entries. Without {@code --acks} all rows are looked at before the
 * first is used; with it, rows are used as they come.
 */
abstract class MaintenanceCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = "--acks",
      description =
          "Print each id on a line once it is durable; rows are used as they come, and the"
              + " summary goes to the error stream.")
  private boolean acks;

  private long applied;
  private long notFound;

  MaintenanceCommand(Terminal terminal) {
    super(terminal);
  }

  /** Applies one row; whether the entry it speaks of was there. */
  abstract boolean apply(
      SpatialStore store, long id, double minX, double minY, double maxX, double maxY);

  /** The past participle for messages. */
  abstract String done();

  /** What is done with a row of a table. */
  abstract TableChange tableChange();

  @Override
  public Integer call() throws IOException {
    if (Table.isTable(directory)) {
      return new TableMaintenance(this, input, tableChange(), acks).run(directory);
    }
    if (acks) {
      try (SpatialStore store = open(directory)) {
        acknowledge(store);
        report(store);
      }
    } else {
      applyChecked();
    }
    return 0;
  }

  /** Looks at all rows, then applies them. */
  private void applyChecked() throws IOException {
    try (CheckedFiles files = new CheckedFiles(terminal(), input.files())) {
      long rows = files.check(input.reporting(terminal()));
      try (SpatialStore store = open(directory);
          Progress progress = new Progress(terminal(), done(), rows)) {
        if (files.hasGeometries()) {
          IndexedBounds.note(directory);
        }
        files.forEach(
            input.silent(),
            (id, minX, minY, maxX, maxY) -> {
              count(apply(store, id, minX, minY, maxX, maxY));
              progress.step();
            });
        report(store);
      }
    }
  }

  private void acknowledge(SpatialStore store) throws IOException {
    try (Acknowledgements acknowledgements = Acknowledgements.of(store, terminal().out())) {
      try {
        forEachAsItComes(
            (id, minX, minY, maxX, maxY) -> {
              boolean found = apply(store, id, minX, minY, maxX, maxY);
              count(found);
              if (found) {
                acknowledgements.done(id);
              }
            });
      } catch (InputException | UncheckedIOException e) {
        acknowledgements.finish();
        throw e;
      }
      acknowledgements.finish();
    }
  }

  /** Hands over rows as they are read. */
  private void forEachAsItComes(EntrySink sink) throws IOException {
    BadRowPolicy policy = input.reporting(terminal());
    for (String file : input.files()) {
      try (EntryCursor cursor =
          file.equals("-")
              ? EntryCursor.of(terminal().in(), "standard input", policy)
              : EntryCursor.open(file, policy)) {
        if (CheckedFiles.tellKind(terminal(), file, cursor)) {
          IndexedBounds.note(directory);
        }
        cursor.forEach(sink);
      }
    }
  }

  private void count(boolean found) {
    if (found) {
      applied++;
    } else {
      notFound++;
    }
  }

  private void report(SpatialStore store) {
    store.sync();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(done(), applied);
    members.put("notFound", notFound);
    members.put("skippedRows", input.skippedRows());
    members.put("entries", store.size());
    Members.addTraffic(members, store.figures());
    DeviceMembers.add(members, DeviceMembers.of(store));
    summarize(
        acks,
        members,
        "%,d entries %s, %,d not found; the store holds %,d",
        applied,
        done(),
        notFound,
        store.size());
  }
}
