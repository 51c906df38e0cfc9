package org.flashgrove.cli.query;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.design.TableOptionsGroup;
import org.flashgrove.cli.input.QuerySource;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.metrics.IoStats;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Scans a table with a given access path, and prints the cost of the scan. */
@Command(name = "scan", description = "Scan a table with a given access path.")
public final class ScanCommand extends StoreCommand {
  private static final String INTERSECTS = "intersects";
  private static final String OGC = "ogc";

  @Parameters(paramLabel = "DIR", description = "Directory of the table.")
  private Path directory;

  @Mixin private StructureOption structure = new StructureOption();

  @ArgGroup private QuerySource source;

  @Mixin private PlanOptions plans;

  @Mixin private WhereOption where = new WhereOption();

  @Option(
      names = "--index",
      paramLabel = "NAME",
      description = "Index to scan (default: the first that fits the query).")
  private String index;

  @Option(
      names = "--predicate",
      defaultValue = INTERSECTS,
      description =
          "Relation between records and query, as for 'query' (default: ${DEFAULT-VALUE}).")
  private String predicate;

  @Option(
      names = "--semantics",
      defaultValue = OGC,
      description =
          "Definition of the predicates: exclusive or ogc, as for 'query' (default:"
              + " ${DEFAULT-VALUE}).")
  private String semantics;

  @Option(names = "--from-key", paramLabel = "K", description = "Smallest key to return.")
  private long fromKey = Long.MIN_VALUE;

  @Option(names = "--to-key", paramLabel = "K", description = "Largest key to return.")
  private long toKey = Long.MAX_VALUE;

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      description = "Memory of the page cache for records (default: as the table was created).")
  private String cache;

  @Option(
      names = "--rid-memory",
      paramLabel = "BYTES",
      defaultValue = "1M",
      description =
          "Memory for RIDs (record addresses); more RIDs go to a temporary file (default:"
              + " ${DEFAULT-VALUE}).")
  private String ridMemory;

  @Option(
      names = "--window-pages",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Number of record pages to request from the device at once, 1 to 1024 (default:"
              + " ${DEFAULT-VALUE}).")
  private int windowPages;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number of records to return (default: all).")
  private long limit = Long.MAX_VALUE;

  @Option(names = "--count", description = "Print only statistics, no records.")
  private boolean count;

  @Option(names = "--format", defaultValue = "csv", description = EntryOutput.FORMATS)
  private String format;

  ScanCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    plans.requireValid();
    if (limit < 0) {
      throw new IllegalArgumentException("--limit " + limit + " (allowed: 0 or more)");
    }
    ScanConfig config = config();
    RecordFormat named = RecordFormat.named(format);
    ChosenStructure chosen = structure.ownIn(directory);
    requireTable(chosen);
    RecordFormat records = isJson() ? RecordFormat.JSON : named;
    TableSystem system = new TableSystem(directory, chosen.name());
    ScanQuery query = query(chosen.metric());
    try (Table table =
            cache == null
                ? openTableForReading(chosen)
                : openTableForReading(
                    chosen, Numbers.bytes("--cache", cache, 1, TableOptionsGroup.MOST_BYTES));
        TableSnapshot at = table.snapshot()) {
      if (source != null) {
        source.requireSystem(() -> system.of(table));
      }
      if (!count) {
        records.requireMeant(() -> system.of(table));
      }
      PlanOptions.Planned planned = plans.plan(at, query, config, limit);
      IoStats before = table.io();
      long start = System.nanoTime();
      long[] sum = {0, 0};
      ScanStats[] cost = new ScanStats[1];
      planned.run(
          query, cursor -> cost[0] = run(cursor, count ? null : records, table.schema(), sum));
      ScanStats figures = cost[0];
      double millis = (System.nanoTime() - start) / 1e6;
      Map<String, Object> members = new LinkedHashMap<>();
      planned.addTo(members);
      addTo(members, sum[1], figures);
      if (count || isJson()) {
        members.put("idChecksum", Long.toString(sum[0] & Long.MAX_VALUE));
      }
      members.put("io", JsonOutput.of(table.io().since(before)));
      members.put("table", JsonOutput.of(table));
      DeviceMembers.add(members, DeviceMembers.of(table.store()));
      members.put("elapsedMillis", millis);
      report(table, planned.description(), sum[1], figures, members, millis);
      if (plans.explains()) {
        planned.lines(figures, millis).forEach(this::explain);
      }
      return 0;
    }
  }

  private void requireTable(ChosenStructure chosen) {
    if (!chosen.isTable()) {
      throw new IllegalArgumentException(
          directory
              + (chosen.isWhole()
                  ? ": is not a table"
                  : ": structure '" + chosen.name() + "' is not a table")
              + "; use 'query' or 'nearest'");
    }
  }

  private void report(
      Table table,
      String plan,
      long results,
      ScanStats figures,
      Map<String, Object> members,
      double millis) {
    if (isJson() && !count) {
      printRest(members);
      return;
    }
    summarize(
        !count,
        members,
        "%s: %s of %,d in %.1f ms; %s read, %,d distinct, %,d again; %s; %,d bytes spilled",
        plan,
        Numbers.counted(results, "record"),
        table.size(),
        millis,
        Numbers.counted(figures.pagesRead(), "page"),
        figures.distinctPages(),
        figures.rereads(),
        Numbers.counted(figures.indexPages(), "node"),
        figures.spilledBytes());
  }

  private void explain(String line) {
    if (count || isJson()) {
      say("%s", line);
    } else {
      terminal().err().println(line);
    }
  }

  private ScanConfig config() {
    long memory =
        Numbers.bytes(
            "--rid-memory", ridMemory, ScanConfig.LEAST_RID_MEMORY, TableOptionsGroup.MOST_BYTES);
    return ScanConfig.of(AccessPath.FTS)
        .withIndex(index)
        .withRidMemory(memory)
        .withWindow(windowPages);
  }

  private ScanQuery query(Metric metric) throws IOException {
    ScanQuery keys = ScanQuery.keys(fromKey, toKey).and(where.filter());
    boolean isOfGeometry = source != null && !source.isOfKeys();
    if (!isOfGeometry && !(predicate.equals(INTERSECTS) && semantics.equals(OGC))) {
      throw new IllegalArgumentException(
          "--predicate and --semantics: relate records to an area; add --window, --point or"
              + " --geometry, or omit them");
    }
    if (source == null) {
      return keys;
    }
    if (source.isFile() || source.isOfTimes()) {
      throw new IllegalArgumentException(
          "--queries and --times: not supported by scan; use --window, --point, --geometry or"
              + " --keys");
    }
    if (source.isOfKeys()) {
      QuerySource.Range only = source.onlyKeys();
      return ScanQuery.keys(Math.max(fromKey, only.first()), Math.min(toKey, only.last()))
          .and(where.filter());
    }
    List<ScanQuery> asked =
        source.queries(QuerySpec.predicate(predicate), Semantics.named(semantics), metric);
    return keys.and(asked.get(0).geometry());
  }

  /**
   * Adds the keys of the records of a cursor to {@code sum[0]}, and their number to {@code sum[1]}.
   * Prints the records unless the format is null.
   */
  private ScanStats run(RecordCursor cursor, RecordFormat format, Schema schema, long[] sum) {
    PrintStream out = terminal().out();
    RecordFormat.Printer printer =
        format == null ? null : new RecordFormat.Printer(format, out, schema);
    for (long left = limit; left > 0 && cursor.next(); left--) {
      sum[0] += cursor.key();
      sum[1]++;
      if (printer != null) {
        printer.print(cursor);
      }
    }
    if (printer != null) {
      format.end(out);
    }
    return cursor.figures();
  }

  private void addTo(Map<String, Object> members, long results, ScanStats figures) {
    members.put("results", results);
    members.put("candidates", figures.candidates());
    members.put("pagesRead", figures.pagesRead());
    members.put("distinctPages", figures.distinctPages());
    members.put("rereads", figures.rereads());
    members.put("indexPages", figures.indexPages());
    reportSkipped(members, figures.skipped());
    members.put("spilledBytes", figures.spilledBytes());
  }
}
