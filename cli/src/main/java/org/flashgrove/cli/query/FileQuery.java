package org.flashgrove.cli.query;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedFeature;
import org.locationtech.jts.geom.Geometry;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Answers queries about an indexed data file. */
final class FileQuery {
  private static final Set<String> COMMON = Set.of("--json", "--debug");

  private final StoreCommand command;
  private final Path file;
  private final PrintStream out;

  FileQuery(StoreCommand command, Path file) {
    this.command = command;
    this.file = file;
    out = command.terminal().out();
  }

  /**
   * Throws an exception if the user gave an option that queries of files do not have.
   *
   * @param allowed options of the query; options of every command are allowed, too
   */
  static void requireOnly(CommandSpec spec, String... allowed) {
    List<String> known = List.of(allowed);
    for (OptionSpec each : spec.commandLine().getParseResult().matchedOptions()) {
      boolean isOfQuery = List.of(each.names()).stream().anyMatch(known::contains);
      if (!isOfQuery && !COMMON.contains(each.longestName())) {
        throw new IllegalArgumentException(
            each.longestName()
                + " of a query of a file (allowed: "
                + String.join(", ", known)
                + ")");
      }
    }
  }

  /** Counts the features that intersect an area. */
  void count(Geometry area) {
    try (FileIndex index = FileIndex.open(file)) {
      long start = System.nanoTime();
      long found = index.count(area);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("results", found);
      members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
      command.print(members);
      command.say("%d", found);
    }
  }

  /**
   * Lists the features that intersect an area.
   *
   * @param limit how many to print at most
   */
  void list(Geometry area, RecordFormat format, long limit) {
    try (FileIndex index = FileIndex.open(file)) {
      Listing listing = new Listing(command.isJson() ? RecordFormat.JSON : format, limit);
      long start = System.nanoTime();
      index.intersecting(area, feature -> listing.print(feature));
      listing.end((System.nanoTime() - start) / 1e6);
    }
  }

  /** Lists the features nearest to a point. */
  void nearest(double x, double y, int k) {
    try (FileIndex index = FileIndex.open(file)) {
      long start = System.nanoTime();
      List<FileIndex.Neighbour> found = index.nearest(x, y, k);
      double elapsedMillis = (System.nanoTime() - start) / 1e6;
      Listing listing = new Listing(command.isJson() ? RecordFormat.JSON : RecordFormat.CSV, k);
      found.forEach(each -> listing.print(each.feature()));
      listing.end(elapsedMillis);
    }
  }

  /** Prints features, under a header that names their attributes. */
  private final class Listing {
    private final RecordFormat format;
    private final long limit;
    private long count;

    Listing(RecordFormat format, long limit) {
      this.format = format;
      this.limit = limit;
    }

    void print(IndexedFeature feature) {
      if (count == limit) {
        return;
      }
      if (count == 0) {
        format.begin(out, feature.names());
      }
      RecordFormat.Values values = new RecordFormat.Values(feature.names(), feature.values()::get);
      format.record(out, feature.id(), feature.geometry(), values, count == 0);
      count++;
    }

    void end(double elapsedMillis) {
      if (count == 0) {
        format.begin(out, List.of());
      }
      format.end(out);
      if (command.isJson()) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("results", count);
        members.put("elapsedMillis", elapsedMillis);
        command.printRest(members);
      }
    }
  }
}
