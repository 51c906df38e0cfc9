package org.flashgrove.cli.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the entries or records nearest to a point. */
@Command(
    name = "nearest",
    description =
        "Find the entries or records nearest to a point, nearest first. Distances are Euclidean in"
            + " units of the coordinates, or in metres on the earth with the metric geodesic.")
public final class NearestCommand extends StoreCommand {
  @Mixin private QueryTarget target = new QueryTarget();

  @Spec private CommandSpec spec;

  @Mixin private StructureOption structure = new StructureOption();

  @Option(names = "--point", required = true, paramLabel = "X,Y", description = "Query point.")
  private String point;

  @Option(
      names = {"-k", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of entries to find (default: 10).")
  private long limit;

  @Mixin private WhereOption where = new WhereOption();

  @Option(
      names = "--ids",
      description = "Print only the ids, in the same order; some indexes then read fewer pages.")
  private boolean idsOnly;

  @Option(names = "--format", defaultValue = "csv", description = NeighbourRows.FORMATS)
  private String format;

  @Mixin private VerifyOption verify = new VerifyOption();

  NearestCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    double[] from = Numbers.of("--point", point, 2);
    Rectangles.requireValid(from[0], from[1], from[0], from[1]);
    if (limit < 1) {
      throw new IllegalArgumentException("-k " + limit + " (allowed: 1 or more)");
    }
    RecordFormat named = RecordFormat.named(format);
    if (target.isFile()) {
      return askFile(from, named);
    }
    if (idsOnly && named != RecordFormat.CSV) {
      throw new IllegalArgumentException(
          "--format: cannot be combined with --ids; use one of them");
    }
    ChosenStructure chosen = structure.ownIn(target.directory()).requireObjects();
    if (chosen.isTable()) {
      if (idsOnly) {
        throw new IllegalArgumentException(
            "--ids: not supported for a table, because distances need its records; omit --ids");
      }
      if (verify.isGiven() && where.isGiven()) {
        throw new IllegalArgumentException(
            "--verify: cannot be combined with --where; use one of them");
      }
      return askTable(chosen, from, named);
    }
    if (where.isGiven()) {
      throw new IllegalArgumentException("--where: works only on a table; omit --where");
    }
    try (Store store = openForReading(chosen)) {
      SpatialIndex entries = store.entries(chosen.name()).entries();
      return idsOnly ? askIds(store, entries, from) : ask(store, entries, from);
    }
  }

  private int askFile(double[] from, RecordFormat named) {
    FileQuery.requireOnly(spec, "--point", "--limit", "--where", "--format", "--index");
    if (limit > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "-k " + limit + " for a data file (allowed: 1 to " + Integer.MAX_VALUE + ")");
    }
    new FileQuery(this, target, null).nearest(from[0], from[1], (int) limit, where.filter(), named);
    return 0;
  }

  private int ask(Store store, SpatialIndex entries, double[] from) throws IOException {
    NeighbourRows rows = NeighbourRows.ofEntries(format);
    IoStats before = store.stats().io();
    long start = System.nanoTime();
    entries.nearest(
        from[0],
        from[1],
        limit,
        (id, minX, minY, maxX, maxY, distance) ->
            rows.add(new Neighbour(id, minX, minY, maxX, maxY, distance, null)));
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    List<Neighbour> neighbours = rows.neighbours();
    Map<String, Object> members = members(neighbours);
    members.put("io", JsonOutput.of(store.stats().io().since(before)));
    members.put("elapsedMillis", elapsedMillis);
    int exitCode =
        !verify.isGiven()
            ? 0
            : verified(
                neighbours.equals(scan(entries.metric().from(from[0], from[1], from[0], from[1]))),
                members);
    report(rows, members);
    return exitCode;
  }

  private int askIds(Store store, SpatialIndex entries, double[] from) throws IOException {
    List<Long> ids = new ArrayList<>();
    IoStats before = store.stats().io();
    long start = System.nanoTime();
    entries.forEach(
        EntryQuery.nearest(limit, from[0], from[1]).idsOnly(), (id, x1, y1, x2, y2) -> ids.add(id));
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    Map<String, Object> members = idMembers(ids);
    members.put("ids", ids);
    members.put("io", JsonOutput.of(store.stats().io().since(before)));
    members.put("elapsedMillis", elapsedMillis);
    int exitCode = 0;
    if (verify.isGiven()) {
      DistanceFrom point = entries.metric().from(from[0], from[1], from[0], from[1]);
      List<Long> expected = scan(point).stream().map(Neighbour::id).toList();
      exitCode = verified(ids.equals(expected), members);
    }
    PlainRows rows = new PlainRows(terminal().out(), isJson(), "id");
    ids.forEach(rows::add);
    rows.end();
    printRestOf(members);
    return exitCode;
  }

  /**
   * Prints and returns the outcome of a comparison with a scan.
   *
   * @param same whether the result of the query equals the result of the scan
   * @return exit code
   */
  private int verified(boolean same, Map<String, Object> members) {
    members.put("verified", same);
    terminal()
        .err()
        .println(
            "flashgrove: " + (same ? "verified: no difference from" : "differs from") + " a scan");
    return same ? 0 : Failures.DIFFERENT;
  }

  private void report(NeighbourRows rows, Map<String, Object> members) {
    rows.print(terminal().out(), isJson());
    printRestOf(members);
  }

  /** Prints the members after the rows, with {@code --json}. */
  private void printRestOf(Map<String, Object> members) {
    if (isJson()) {
      printRest(members);
    }
  }

  /** Queries a table by the distances of its geometries. */
  private int askTable(ChosenStructure chosen, double[] from, RecordFormat named) {
    try (Table table = openTableForReading(chosen);
        TableSnapshot snapshot = table.snapshot()) {
      NeighbourRows rows =
          NeighbourRows.ofRecords(
              isJson() ? RecordFormat.JSON : named,
              table.schema(),
              () -> new TableSystem(target.directory(), chosen.name()).of(table));
      IoStats before = table.io();
      long start = System.nanoTime();
      TableQuery nearest =
          TableQuery.of(snapshot).where(where.filter()).nearest(limit, Neighbour.point(from));
      ScanStats figures;
      try (TableCursor records = nearest.cursor()) {
        while (records.next()) {
          rows.add(records.record());
        }
        figures = records.figures();
      }
      double elapsedMillis = (System.nanoTime() - start) / 1e6;
      rows.sort(); // the table returns records at equal distance in the order of RIDs
      List<Neighbour> neighbours = rows.neighbours();
      Map<String, Object> members = members(neighbours);
      members.put("candidates", figures.candidates());
      reportSkipped(members, figures.skipped());
      members.put("table", JsonOutput.of(table));
      members.put("io", JsonOutput.of(table.io().since(before)));
      DeviceMembers.add(members, DeviceMembers.of(table.store()));
      members.put("elapsedMillis", elapsedMillis);
      int exitCode =
          !verify.isGiven() ? 0 : verified(isNearest(neighbours, from, table.metric()), members);
      report(rows, members);
      return exitCode;
    }
  }

  /**
   * Returns whether the neighbours are the correct result for the objects of the data file. The
   * neighbours must be objects of the file, and their distances must be the smallest distances of
   * all objects. Any objects at the same distance are accepted.
   */
  private boolean isNearest(List<Neighbour> neighbours, double[] at, Metric metric) {
    Geometry point = Neighbour.point(at);
    DistanceFrom from = metric.from(at[0], at[1], at[0], at[1]);
    List<Neighbour> all = new ArrayList<>();
    try (FeatureCursor rows = verify.rows()) {
      while (rows.next()) {
        Geometry object = rows.geometry();
        double distance;
        try {
          distance = metric.between(point, object);
        } catch (UnansweredGeometryException e) {
          continue; // the table skips it, too
        }
        // rounding may make an object nearer than its rectangle
        double least = Neighbour.distanceOf(from, object.getEnvelopeInternal());
        all.add(Neighbour.of(rows.id(), object, Math.max(least, distance)));
      }
    }
    all.sort(Neighbour.ORDER);
    if (neighbours.size() != Math.min(limit, all.size())
        || !new HashSet<>(all).containsAll(neighbours)) {
      return false;
    }
    for (int i = 0; i < neighbours.size(); i++) {
      if (neighbours.get(i).distance() != all.get(i).distance()) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, Object> members(List<Neighbour> neighbours) {
    Map<String, Object> members = idMembers(neighbours.stream().map(Neighbour::id).toList());
    members.put("neighbours", neighbours);
    return members;
  }

  private static Map<String, Object> idMembers(List<Long> ids) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("queries", 1);
    members.put("results", ids.size());
    members.put("counts", new long[] {ids.size()});
    long idSum = ids.stream().mapToLong(Long::longValue).sum();
    members.put("idChecksum", Long.toString(idSum & Long.MAX_VALUE));
    members.put("candidates", ids.size());
    return members;
  }

  private List<Neighbour> scan(DistanceFrom from) throws IOException {
    List<Neighbour> all = new ArrayList<>();
    verify
        .scan()
        .forEach(
            (id, minX, minY, maxX, maxY) ->
                all.add(Neighbour.of(from, id, minX, minY, maxX, maxY)));
    all.sort(Neighbour.ORDER);
    return all.subList(0, (int) Math.min(limit, all.size()));
  }
}
