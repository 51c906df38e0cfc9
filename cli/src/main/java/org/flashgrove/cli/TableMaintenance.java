package org.flashgrove.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.table.RecordLookup;
import org.flashgrove.access.table.Table;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.flashgrove.datasets.csv.EntryCursor;

/**
 * Changes a table from files of rows, by a commit a row. Unless rows are acknowledged one by one
 * all of them are looked at before the first is used.
 */
final class TableMaintenance {
  private final StoreCommand command;
  private final InputOptions input;
  private final TableChange change;
  private final boolean acks;
  private long applied;
  private long notFound;

  TableMaintenance(StoreCommand command, InputOptions input, TableChange change, boolean acks) {
    this.command = command;
    this.input = input;
    this.change = change;
    this.acks = acks;
  }

  int run(Path directory) throws IOException {
    if (acks) {
      try (Table table = command.openTable(directory)) {
        acknowledge(table);
        report(table);
      }
    } else {
      applyChecked(directory);
    }
    return 0;
  }

  /** Uses a row, and the RID that a lookup gives for it. */
  private interface RowUse {
    void row(EntryCursor row, long rid);
  }

  /** Hands over the good rows of a file; others are the policy's business. */
  private void forEach(Table table, EntryCursor rows, BadRowPolicy policy, RowUse use) {
    RecordLookup records = change == TableChange.INSERT ? null : table.lookup();
    if (change.needsKeys(rows.kind()) && !records.findsByKey()) {
      throw new IllegalArgumentException(
          "rows that name records by id alone, for a table without an index on the key (allowed: "
              + (change == TableChange.UPDATE
                  ? "rows id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy)"
                  : "rows id,wkt | id,x,y | id,lon,lat | id,minx,miny,maxx,maxy)"));
    }
    while (rows.next()) {
      try {
        use.row(rows, checked(table, records, rows));
      } catch (InputException bad) {
        policy.onBadRow(bad);
      }
    }
  }

  /** The RID for a row; refuses rows that read well and cannot be used. */
  private long checked(Table table, RecordLookup records, EntryCursor row) {
    if (change.setsGeometry()) {
      try {
        table.requireHoldable(row.geometry());
      } catch (IllegalArgumentException e) {
        throw row.problem(e.getMessage(), "geometries that all indices of the table hold");
      }
    }
    long rid = change.find(records, row);
    if (rid == RecordLookup.SEVERAL) {
      throw row.problem(
          "several records have the key " + row.id(),
          change == TableChange.UPDATE
              ? "a key of one record, or rows with its old bounds"
              : "a key of one record, or rows with its geometry");
    }
    return rid;
  }

  private void applyChecked(Path directory) throws IOException {
    try (SpooledFiles files = new SpooledFiles(command.terminal(), input.files())) {
      long[] count = {0};
      try (Table table = Table.openReadOnly(directory)) {
        forEachIn(files, table, input.reporting(command.terminal()), (row, rid) -> count[0]++);
      }
      try (Table table = command.openTable(directory);
          Progress progress = new Progress(command.terminal(), change.done(), count[0])) {
        forEachIn(
            files,
            table,
            input.silent(),
            (row, rid) -> {
              apply(table, rid, row);
              progress.step();
            });
        report(table);
      }
    }
  }

  private void forEachIn(SpooledFiles files, Table table, BadRowPolicy policy, RowUse use)
      throws IOException {
    for (String file : files.paths()) {
      try (EntryCursor rows =
          files.isCopied(file)
              ? EntryCursor.of(
                  files.openCopy(file), SpooledFiles.nameOf(file), policy, change.forms())
              : EntryCursor.open(file, policy, change.forms())) {
        forEach(table, rows, policy, use);
      }
    }
  }

  private void acknowledge(Table table) {
    try (Acknowledgements acknowledgements = Acknowledgements.of(table, command.terminal().out())) {
      try {
        applyAsTheyCome(table, acknowledgements);
      } catch (InputException | UncheckedIOException e) {
        acknowledgements.finish();
        throw e;
      }
      acknowledgements.finish();
    }
  }

  private void applyAsTheyCome(Table table, Acknowledgements acknowledgements) {
    BadRowPolicy policy = input.reporting(command.terminal());
    for (String file : input.files()) {
      try (EntryCursor rows =
          file.equals("-")
              ? EntryCursor.of(
                  command.terminal().in(), SpooledFiles.nameOf(file), policy, change.forms())
              : EntryCursor.open(file, policy, change.forms())) {
        forEach(
            table,
            rows,
            policy,
            (row, rid) -> {
              if (apply(table, rid, row)) {
                acknowledgements.done(row.id());
              }
            });
      }
    }
  }

  private boolean apply(Table table, long rid, EntryCursor row) {
    boolean there = change == TableChange.INSERT || rid != RecordLookup.NONE;
    if (there && change.apply(table, rid, row)) {
      applied++;
      return true;
    }
    notFound++;
    return false;
  }

  private void report(Table table) {
    table.sync();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(change.done(), applied);
    members.put("notFound", notFound);
    members.put("skippedRows", input.skippedRows());
    members.put("entries", table.size());
    members.put("table", Members.of(table));
    members.put("io", Members.of(table.io()));
    members.put("log", Members.of(table.figures().log()));
    DeviceMembers.add(members, DeviceMembers.of(table));
    command.summarize(
        acks,
        members,
        "%,d records %s, %,d not found; the table holds %,d",
        applied,
        change.done(),
        notFound,
        table.size());
  }
}
