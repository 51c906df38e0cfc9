package org.flashgrove.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.flashgrove.datasets.csv.UpdateCursor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves entries from old rectangles to new ones. */
@Command(
    name = "update",
    description = {
      "Move entries: rows id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy.",
      "Of a table: the same rows give records with those bounds a rectangle or point; with an index"
          + " on the key, rows of id and geometry (id,wkt | id,x,y | id,minx,miny,maxx,maxy) give"
          + " records a new geometry. Keys and attributes stay."
    })
final class UpdateCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = "--acks",
      description =
          "Print each id on a line once it is durable; rows are used as they come, and the"
              + " summary goes to the error stream.")
  private boolean acks;

  private final double[] from = new double[4];
  private final double[] to = new double[4];
  private long updated;
  private long notFound;

  UpdateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (Table.isTable(directory)) {
      return new TableMaintenance(this, input, TableChange.UPDATE, acks).run(directory);
    }
    if (acks) {
      try (SpatialStore store = open(directory);
          Acknowledgements acknowledgements = Acknowledgements.of(store, terminal().out())) {
        try {
          applyAsTheyCome(store, acknowledgements);
        } catch (InputException | UncheckedIOException e) {
          acknowledgements.finish();
          throw e;
        }
        acknowledgements.finish();
        report(store);
      }
    } else {
      applyChecked();
    }
    return 0;
  }

  private void applyAsTheyCome(SpatialStore store, Acknowledgements acknowledgements)
      throws IOException {
    BadRowPolicy policy = input.reporting(terminal());
    for (String file : input.files()) {
      try (UpdateCursor rows =
          file.equals("-")
              ? UpdateCursor.of(terminal().in(), SpooledFiles.nameOf(file), policy)
              : UpdateCursor.open(file, policy)) {
        while (rows.next()) {
          if (apply(store, rows)) {
            acknowledgements.done(rows.id());
          }
        }
      }
    }
  }

  /** Looks at all rows, then applies them. */
  private void applyChecked() throws IOException {
    try (SpooledFiles files = new SpooledFiles(terminal(), input.files())) {
      long count = 0;
      for (String file : files.paths()) {
        try (UpdateCursor rows = open(files, file, input.reporting(terminal()))) {
          while (rows.next()) {
            count++;
          }
        }
      }
      try (SpatialStore store = open(directory)) {
        try (Progress progress = new Progress(terminal(), "update", count)) {
          for (String file : files.paths()) {
            try (UpdateCursor rows = open(files, file, input.silent())) {
              while (rows.next()) {
                apply(store, rows);
                progress.step();
              }
            }
          }
        }
        report(store);
      }
    }
  }

  private static UpdateCursor open(SpooledFiles files, String file, BadRowPolicy policy)
      throws IOException {
    return files.isCopied(file)
        ? UpdateCursor.of(files.openCopy(file), SpooledFiles.nameOf(file), policy)
        : UpdateCursor.open(file, policy);
  }

  /** Applies one row; whether the entry it speaks of was there. */
  private boolean apply(SpatialStore store, UpdateCursor row) {
    from[0] = row.oldMinX();
    from[1] = row.oldMinY();
    from[2] = row.oldMaxX();
    from[3] = row.oldMaxY();
    to[0] = row.minX();
    to[1] = row.minY();
    to[2] = row.maxX();
    to[3] = row.maxY();
    boolean found = store.update(row.id(), from, to);
    if (found) {
      updated++;
    } else {
      notFound++;
    }
    return found;
  }

  private void report(SpatialStore store) {
    store.sync();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("updated", updated);
    members.put("notFound", notFound);
    members.put("skippedRows", input.skippedRows());
    members.put("entries", store.size());
    Members.addTraffic(members, store.figures());
    summarize(
        acks,
        members,
        "%,d entries updated, %,d not found; the store holds %,d",
        updated,
        notFound,
        store.size());
  }
}
