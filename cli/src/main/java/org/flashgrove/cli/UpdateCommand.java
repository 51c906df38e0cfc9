package org.flashgrove.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.flashgrove.datasets.csv.UpdateCursor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves entries from old rectangles to new ones. */
@Command(
    name = "update",
    description = "Move entries: rows id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy.")
final class UpdateCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store.")
  private Path directory;

  @Mixin private InputOptions input = new InputOptions();

  @Option(names = "--acks", description = "Print each id on a line once it is durable.")
  private boolean acks;

  private final double[] from = new double[4];
  private final double[] to = new double[4];
  private Path spooled;
  private long updated;
  private long notFound;

  UpdateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    try {
      if (!acks) {
        for (String file : input.files()) {
          lookAtRows(file);
        }
      }
      try (SpatialStore store = open(directory)) {
        apply(store);
        report(store);
      }
    } finally {
      if (spooled != null) {
        Files.deleteIfExists(spooled);
      }
    }
    return 0;
  }

  private void lookAtRows(String file) throws IOException {
    if (file.equals("-") && spooled == null) {
      spooled = Files.createTempFile("flashgrove", ".csv");
      Files.copy(terminal().in(), spooled, StandardCopyOption.REPLACE_EXISTING);
    }
    try (UpdateCursor cursor = open(file, input.reporting(terminal()))) {
      while (cursor.next()) {
        // a bad row ends this loop, or is reported
      }
    }
  }

  private UpdateCursor open(String file, BadRowPolicy policy) throws IOException {
    if (!file.equals("-")) {
      return UpdateCursor.open(file, policy);
    }
    InputStream rows = spooled == null ? terminal().in() : Files.newInputStream(spooled);
    return UpdateCursor.of(rows, "standard input", policy);
  }

  private void apply(SpatialStore store) throws IOException {
    Acknowledgements acknowledgements = new Acknowledgements(store, terminal().out());
    for (String file : input.files()) {
      BadRowPolicy policy = acks ? input.reporting(terminal()) : input.silent();
      try (UpdateCursor cursor = open(file, policy)) {
        while (cursor.next()) {
          apply(store, cursor, acknowledgements);
        }
      } finally {
        if (acks) {
          acknowledgements.finish();
        }
      }
    }
  }

  private void apply(SpatialStore store, UpdateCursor row, Acknowledgements acknowledgements) {
    from[0] = row.oldMinX();
    from[1] = row.oldMinY();
    from[2] = row.oldMaxX();
    from[3] = row.oldMaxY();
    to[0] = row.minX();
    to[1] = row.minY();
    to[2] = row.maxX();
    to[3] = row.maxY();
    if (!store.update(row.id(), from, to)) {
      notFound++;
      return;
    }
    updated++;
    if (acks) {
      acknowledgements.done(row.id());
    }
  }

  private void report(SpatialStore store) {
    store.sync();
    if (acks) {
      return;
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("updated", updated);
    members.put("notFound", notFound);
    members.put("skippedRows", input.skippedRows());
    members.put("entries", store.size());
    Members.addTraffic(members, store.figures());
    print(members);
    say("%,d entries updated, %,d not found", updated, notFound);
  }
}
