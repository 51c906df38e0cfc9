package org.flashgrove.cli.query;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.input.QuerySource;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.source.ReadCounts;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedFeature;
import org.flashgrove.sidecar.IndexedQuery;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Answers queries about an indexed data file. */
final class FileQuery {
  /** Options of the command {@code query} that are allowed for files. */
  static final String[] OPTIONS_OF_QUERY = {
    "--window",
    "--point",
    "--geometry",
    "--predicate",
    "--semantics",
    "--radius",
    "--where",
    "--count",
    "--format",
    "--limit",
    "--order",
    "--index"
  };

  private static final Set<String> COMMON = Set.of("--json", "--debug");

  private final StoreCommand command;
  private final QueryTarget target;
  private final QuerySource source;
  private final PrintStream out;

  /**
   * Creates queries about a file.
   *
   * @param source options that give the area of the query; null for a search for neighbours
   */
  FileQuery(StoreCommand command, QueryTarget target, QuerySource source) {
    this.command = command;
    this.target = target;
    this.source = source;
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
                + ": unknown in a query of a data file (allowed: "
                + String.join(", ", known)
                + ")");
      }
    }
  }

  /** Opens the index. Throws an exception if the query is in another coordinate system. */
  private FileIndex open() {
    FileIndex index = target.open();
    try {
      source.requireSystem(index::coordinateSystem);
      return index;
    } catch (RuntimeException e) {
      index.close();
      throw e;
    }
  }

  /**
   * Counts the features that match.
   *
   * @param filter condition on attributes, or null
   */
  void count(GeometryTest test, Filter filter, ResultOptions results) {
    results.orderOfFile(); // the order does not change the count
    try (FileIndex index = open()) {
      long start = System.nanoTime();
      long found = Math.min(results.limit(), index.count(test, filter));
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("results", found);
      members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
      addRequests(members, index);
      command.print(members);
      command.say("%d", found);
    }
  }

  /**
   * Prints the features that match.
   *
   * @param filter condition on attributes, or null
   */
  void list(GeometryTest test, Filter filter, RecordFormat format, ResultOptions results) {
    RecordOrder order = results.orderOfFile();
    try (FileIndex index = open()) {
      List<String> names = index.attributeNames();
      RecordFormat meant = command.isJson() ? format : format.requireMeant(index::coordinateSystem);
      Listing listing = new Listing(meant, names);
      long start = System.nanoTime();
      IndexedQuery query = new IndexedQuery(index, test, filter, true);
      Consumer<IndexedFeature> print = feature -> listing.print(feature, feature.values());
      if (order == null) {
        query.forEach(results.limit(), print);
      } else {
        query.forEach(order, results.limit(), print);
      }
      listing.end((System.nanoTime() - start) / 1e6, index);
    }
  }

  /**
   * Prints the {@code k} features nearest to a point. Each feature is printed with its distance as
   * the first attribute.
   */
  void nearest(double x, double y, int k, Filter filter, RecordFormat format) {
    try (FileIndex index = target.open()) {
      RecordFormat meant = command.isJson() ? format : format.requireMeant(index::coordinateSystem);
      long start = System.nanoTime();
      List<FileIndex.Neighbour> found = index.nearest(x, y, k, filter);
      double elapsedMillis = (System.nanoTime() - start) / 1e6;
      List<String> names = new ArrayList<>(List.of(NeighbourRows.DISTANCE));
      names.addAll(FeatureSchema.freeNames(index.attributeNames(), true, NeighbourRows.DISTANCE));
      Listing listing = new Listing(meant, names);
      for (FileIndex.Neighbour each : found) {
        List<Object> values = new ArrayList<>(List.of(each.distance()));
        values.addAll(each.feature().values());
        listing.print(each.feature(), values);
      }
      listing.end(elapsedMillis, index);
    }
  }

  /**
   * Adds the number of requests that were sent to the server to {@code members}. Does nothing if
   * the file is on disk.
   */
  private static void addRequests(Map<String, Object> members, FileIndex index) {
    ReadCounts counts = index.requests();
    if (counts.requests() > 0) {
      members.put("roundTrips", counts.trips());
      members.put("requests", counts.requests());
      members.put("receivedBytes", counts.bytes());
    }
  }

  /** Prints features, under a header that names their attributes. */
  private final class Listing {
    private final RecordFormat format;
    private final List<String> names;
    private long count;

    Listing(RecordFormat format, List<String> names) {
      this.format = command.isJson() ? RecordFormat.JSON : format;
      this.names = names;
      this.format.begin(out, names);
    }

    void print(IndexedFeature feature, List<Object> attributes) {
      RecordFormat.Values values = new RecordFormat.Values(names, attributes::get);
      format.record(out, feature.id(), feature.geometry(), values, count == 0);
      count++;
    }

    void end(double elapsedMillis, FileIndex index) {
      format.end(out);
      if (command.isJson()) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("results", count);
        members.put("elapsedMillis", elapsedMillis);
        addRequests(members, index);
        command.printRest(members);
      }
    }
  }
}
