package org.flashgrove.cli.query;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.flashgrove.access.Store;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.QuerySource;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialIndex;
import org.locationtech.jts.geom.Geometry;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one query, or a file of queries. */
@Command(name = "query", description = "Run a query, or a file of window queries.")
public final class QueryCommand extends StoreCommand {
  private static final int DIFFERENCES_SHOWN = 10;
  private static final String INTERSECTS = "intersects";
  private static final String OGC = "ogc";
  private static final EntryVisitor NOBODY = (id, minX, minY, maxX, maxY) -> {};

  @Mixin private QueryTarget target = new QueryTarget();

  @Spec private CommandSpec spec;

  @Mixin private StructureOption structure = new StructureOption();

  @ArgGroup private QuerySource source;

  @Mixin private WhereOption where = new WhereOption();

  @Option(
      names = "--predicate",
      defaultValue = INTERSECTS,
      description =
          "Relation between objects and query. The subject of intersecting, within and containing"
              + " is the object. The subject of intersects, overlap, disjoint, meet, inside,"
              + " coveredby, contains, covers and equals is the query, so inside means the same as"
              + " containing (default: intersects).")
  private String predicate;

  @Option(
      names = "--semantics",
      defaultValue = OGC,
      description =
          "Definition of the predicates: exclusive (exactly one of all predicates except intersects"
              + " holds for each object, and covers requires that boundaries touch) or ogc (as in"
              + " OGC Simple Features and JTS) (default: ogc).")
  private String semantics;

  @Option(
      names = "--radius",
      paramLabel = "R",
      description =
          "Find objects within this distance of the query instead of by a predicate. Distances are"
              + " Euclidean in units of the coordinates, or in metres with the metric geodesic.")
  private Double radius;

  @Option(
      names = "--filter-only",
      description =
          "Return the candidates that the filter on rectangles finds. Without this option, results"
              + " of a table are exact. In a store, rectangles count as the objects themselves; if"
              + " they were built from geometries, the results are candidates in both cases.")
  private boolean filterOnly;

  @Option(
      names = "--preload",
      paramLabel = "BYTES",
      description =
          "Read this many bytes of the tree's pages into its buffer before the first query, level"
              + " by level; all reads as much as the buffer holds.")
  private String preload;

  @Option(
      names = "--count",
      description = "Print only the number of results of each query, one per line.")
  private boolean count;

  @Option(names = "--format", defaultValue = "csv", description = EntryOutput.FORMATS)
  private String format;

  @Mixin private ResultOptions results = new ResultOptions();

  @Mixin private VerifyOption verify = new VerifyOption();

  QueryCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (target.isFile()) {
      return askFile();
    }
    ChosenStructure chosen = structure.ownIn(target.directory());
    requireAnswerable(chosen);
    results.requireAllowed(chosen, source != null && source.isOfSeveral());
    if (verify.isGiven() && results.isLimited()) {
      throw new IllegalArgumentException(
          "--limit: cannot be combined with --verify; use one of them");
    }
    if (isOfTimes(chosen)) {
      requirePlain();
      return new TimeQueries(this, chosen, source).run(count, results.limit());
    }
    if (source != null && source.isOfKeys()) {
      requireNothingWithKeys();
      if (!chosen.isTable()) {
        return new KeyQuery(this, chosen, source.keys(), results.limit()).run(count, format);
      }
    }
    chosen.requireObjects();
    if (chosen.isTable()) {
      return askTable(chosen);
    }
    QuerySpec spec = spec(chosen);
    EntryOutput entryFormat = EntryOutput.named(format);
    WindowFile windows = source.windows(chosen.metric());
    long preloadBytes = preloadBytes();
    try (Store store = openForReading(chosen)) {
      SpatialIndex entries = store.entries(chosen.name()).entries();
      if (preloadBytes > 0) {
        store.entries(chosen.name()).preload(preloadBytes);
      }
      if (isListing()) {
        list(store, entries, windows, spec, isJson() ? EntryOutput.JSON : entryFormat);
        return 0;
      }
      ResultChecker checker =
          results.isLimited()
              ? ResultChecker.of(store, entries, windows, spec, results.limit(), NOBODY)
              : ResultChecker.of(store, entries, windows, spec);
      Map<String, Object> members = checker.members();
      int exitCode =
          !verify.isGiven()
              ? 0
              : compare(
                  checker, verify.scan().answers(windows, spec.test(), chosen.metric()), members);
      print(members);
      report(checker, checker.windows(), exitCode);
      return exitCode;
    }
  }

  /** Finds the features of an indexed data file. */
  private int askFile() throws IOException {
    FileQuery.requireOnly(spec, FileQuery.OPTIONS_OF_QUERY);
    if (source == null) {
      throw new IllegalArgumentException(
          "query: a query of a data file needs an area; add --window, --point or --geometry");
    }
    requireNoPredicateWithRadius();
    GeometryTest test = question(source.area());
    FileQuery query = new FileQuery(this, target, source);
    if (count) {
      query.count(test, where.filter(), results);
    } else {
      query.list(test, where.filter(), RecordFormat.named(format), results);
    }
    return 0;
  }

  /**
   * Returns whether the command prints results, either as lines or as rows of the {@code --json}
   * object.
   */
  private boolean isListing() {
    return !count && !verify.isGiven() && (source == null || !source.isFile());
  }

  private boolean isOfTimes(ChosenStructure chosen) {
    return source != null && (source.isOfTimes() || chosen.isOfTimes());
  }

  /** Throws an exception if the user gave options that queries by time do not support. */
  private void requirePlain() {
    if (radius != null
        || filterOnly
        || verify.isGiven()
        || !format.equals("csv")
        || !predicate.equals(INTERSECTS)) {
      throw new IllegalArgumentException(
          "--radius, --filter-only, --verify, --format and --predicate: not supported for records"
              + " by time; omit them");
    }
  }

  /** Throws an exception if the user gave options that queries by key do not support. */
  private void requireNothingWithKeys() {
    if (radius != null
        || filterOnly
        || verify.isGiven()
        || !predicate.equals(INTERSECTS)
        || !semantics.equals(OGC)) {
      throw new IllegalArgumentException(
          "--keys: cannot be combined with --radius, --filter-only, --verify, --predicate or"
              + " --semantics; omit them");
    }
  }

  private void requireAnswerable(ChosenStructure chosen) {
    if (source == null && !where.isGiven()) {
      throw new IllegalArgumentException(
          "query: no condition given; add --window, --point, --geometry, --queries, --keys or"
              + " --times, or --where for a table; 'scan' lists a table, and 'export' writes all"
              + " content of a table or store");
    }
    if (where.isGiven() && !chosen.isTable()) {
      throw new IllegalArgumentException("--where: works only on a table; omit --where");
    }
    if (preload != null && (chosen.isTable() || source.isOfKeys() || isOfTimes(chosen))) {
      throw new IllegalArgumentException(
          "--preload: works only on a spatial index; omit --preload");
    }
  }

  private long preloadBytes() {
    if (preload == null) {
      return 0;
    }
    return preload.equals("all")
        ? Long.MAX_VALUE
        : Numbers.bytes("--preload", preload, 0, Long.MAX_VALUE);
  }

  /**
   * Prints the differences between the results in {@code checker} and the correct results in {@code
   * right}. Returns the exit code.
   */
  private int compare(ResultChecker checker, ResultChecker right, Map<String, Object> members) {
    List<String> differences = checker.differences(right);
    members.put("verified", differences.isEmpty());
    members.put("differences", differences);
    differences.stream()
        .limit(DIFFERENCES_SHOWN)
        .forEach(line -> terminal().err().println("flashgrove: " + line));
    return differences.isEmpty() ? 0 : Failures.DIFFERENT;
  }

  /** Returns the geometry test that the options describe. */
  private GeometryTest question(Geometry geometry) {
    GeometryTest exact =
        radius == null
            ? new GeometryQuery(
                QuerySpec.predicate(predicate), Semantics.named(semantics), geometry)
            : new DistanceQuery(geometry, radius);
    return filterOnly ? exact.filterOnly() : exact;
  }

  private void requireNoPredicateWithRadius() {
    if (radius != null && QuerySpec.predicate(predicate) != Predicate.INTERSECTS) {
      throw new IllegalArgumentException(
          "--radius: cannot be combined with --predicate; use one of them");
    }
  }

  /**
   * Runs a query on a table, with conditions on the geometries of its records. Reads each record
   * page once.
   */
  private int askTable(ChosenStructure chosen) throws IOException {
    requireNoPredicateWithRadius();
    RecordFormat records = RecordFormat.named(format);
    if (verify.isGiven() && where.isGiven()) {
      throw new IllegalArgumentException(
          "--verify: cannot be combined with --where; use one of them");
    }
    List<ScanQuery> queries =
        source == null ? List.of(ScanQuery.ALL) : source.queries(chosen.metric(), this::question);
    queries = queries.stream().map(each -> each.and(where.filter())).toList();
    try (Table table = openTableForReading(chosen);
        TableSnapshot at = table.snapshot()) {
      TableSystem system = new TableSystem(target.directory(), chosen.name());
      if (source != null) {
        source.requireSystem(() -> system.of(table));
      }
      if (isListing() && !isJson()) {
        records.requireMeant(() -> system.of(table));
      }
      ScanConfig config = ScanConfig.of(AccessPath.FTS);
      PlanOptions.Planned planned =
          results.plan().plan(at, queries.get(0), config, results.limit());
      return isListing()
          ? listRecords(table, queries, isJson() ? RecordFormat.JSON : records, planned)
          : countRecords(table, queries, planned);
    }
  }

  private int listRecords(
      Table table, List<ScanQuery> queries, RecordFormat records, PlanOptions.Planned planned)
      throws IOException {
    PrintStream out = terminal().out();
    RecordFormat.Printer printer = new RecordFormat.Printer(records, out, table.schema());
    ResultChecker checker = answers(table, queries, planned, printer::print);
    records.end(out);
    if (isJson()) {
      printRest(members(table, checker, planned));
    } else {
      reportSkipped(new LinkedHashMap<>(), checker.skipped());
    }
    if (!isJson()) {
      results.explain(planned, checker).forEach(terminal().err()::println);
    }
    return 0;
  }

  private int countRecords(Table table, List<ScanQuery> queries, PlanOptions.Planned planned)
      throws IOException {
    ResultChecker checker = answers(table, queries, planned, cursor -> {});
    Map<String, Object> members = members(table, checker, planned);
    int exitCode = !verify.isGiven() ? 0 : compare(checker, verify.answers(queries), members);
    print(members);
    report(checker, checker.windows(), exitCode);
    results.explain(planned, checker).forEach(line -> say("%s", line));
    return exitCode;
  }

  private Map<String, Object> members(
      Table table, ResultChecker checker, PlanOptions.Planned planned) {
    Map<String, Object> members = checker.members();
    reportSkipped(members, checker.skipped());
    members.put("table", JsonOutput.of(table));
    planned.addTo(members);
    return members;
  }

  private ResultChecker answers(
      Table table,
      List<ScanQuery> queries,
      PlanOptions.Planned planned,
      Consumer<RecordCursor> rows)
      throws IOException {
    return ResultChecker.of(
        table, queries, (query, use) -> planned.run(query, use::accept), results.limit(), rows);
  }

  private QuerySpec spec(ChosenStructure chosen) {
    Predicate asked = QuerySpec.predicate(predicate);
    Semantics sense = Semantics.named(semantics);
    if (radius != null) {
      if (asked != Predicate.INTERSECTS || source.isGeometry()) {
        throw new IllegalArgumentException(
            "--radius: a spatial index supports it only with --window, --point or --queries; omit"
                + " --geometry and --predicate");
      }
      return QuerySpec.within(radius);
    }
    if (filterOnly) {
      return QuerySpec.of(asked, sense, true);
    }
    if (chosen.isOfBounds()) {
      terminal()
          .err()
          .println("flashgrove: geometries are known by their rectangles; results are candidates");
      return !source.isGeometry()
          ? QuerySpec.ofBounds(asked, sense)
          : QuerySpec.of(asked, sense, true);
    }
    return !source.isGeometry()
        ? QuerySpec.of(asked, sense, false)
        : QuerySpec.of(new GeometryQuery(asked, sense, source.geometry()));
  }

  private void report(ResultChecker checker, int windows, int exitCode) {
    if (count) {
      for (int i = 0; i < windows; i++) {
        say("%d", checker.count(i));
      }
    } else {
      say(
          "%s, %s in %.1f ms, %s read",
          Numbers.counted(windows, "query"),
          Numbers.counted(checker.results(), "result"),
          checker.elapsedMillis(),
          Numbers.counted(checker.io().pageReads(), "page"));
    }
    if (verify.isGiven()) {
      say(exitCode == 0 ? "verified: no difference from a scan" : "results differ from a scan");
    }
  }

  private void list(
      Store store,
      SpatialIndex entries,
      WindowFile windows,
      QuerySpec spec,
      EntryOutput entryFormat) {
    EntryOutput.Printer printer = new EntryOutput.Printer(entryFormat, terminal().out());
    ResultChecker checker =
        ResultChecker.of(store, entries, windows, spec, results.limit(), printer::entry);
    printer.end();
    if (isJson()) {
      printRest(checker.members());
    }
  }
}
