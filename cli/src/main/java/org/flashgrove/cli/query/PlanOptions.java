package org.flashgrove.cli.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.plan.Sorting;
import org.flashgrove.access.plan.TableSort;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.access.sort.LargeSort;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.SortStats;
import org.flashgrove.access.sort.SortedCursor;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.design.TableOptionsGroup;
import org.flashgrove.storage.temporary.TemporarySpace;
import picocli.CommandLine.Option;

/** Options for the plan of a scan: access path, order, sort algorithm and its memory. */
final class PlanOptions {
  static final String AUTO = "auto";

  private static final String KEY = "key";
  private static final String DESCENDING = ":desc";
  private static final String ASCENDING = ":asc";
  private static final String USUAL_SORT_MEMORY = "8M";
  private static final int USUAL_SORT_UNIT = 8;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      defaultValue = AUTO,
      description =
          "Access path: fts (full table scan), idx (index scan), sidx (sorted index scan), or auto"
              + " (the default: the plan that reads the fewest pages, or sidx with --index).")
  private String path;

  @Option(
      names = "--order-by",
      paramLabel = "WHAT",
      description =
          "Sort the records by key, or by the attribute with this name; nulls come last. The suffix"
              + " :desc sorts in descending order.")
  private String orderBy;

  @Option(
      names = "--sort",
      paramLabel = "HOW",
      description =
          "Sorting algorithm: ps (partitioned sort, by the leaves of an index on the key or"
              + " attribute) or es (external merge sort); by default ps if such an index exists.")
  private String sort;

  @Option(
      names = "--sort-memory",
      paramLabel = "BYTES",
      defaultValue = USUAL_SORT_MEMORY,
      description = "Memory of the sort (default: ${DEFAULT-VALUE}).")
  private String sortMemory;

  @Option(
      names = "--sort-unit",
      paramLabel = "PAGES",
      defaultValue = "" + USUAL_SORT_UNIT,
      description =
          "Number of pages that the sort writes or reads with one request (default:"
              + " ${DEFAULT-VALUE}).")
  private int sortUnit;

  @Option(
      names = "--sort-least-unit",
      paramLabel = "PAGES",
      defaultValue = "1",
      description =
          "Minimum number of pages per request, to which a partitioned sort may reduce --sort-unit"
              + " to save a pass (default: ${DEFAULT-VALUE}; on a disk with seeks, use the value of"
              + " --sort-unit).")
  private int sortLeastUnit;

  @Option(
      names = "--temporary",
      paramLabel = "DIR",
      description =
          "Directory for the temporary files of a sort that exceeds its memory; may be on another"
              + " device.")
  private Path temporary;

  @Option(
      names = "--explain",
      description =
          "Also print the estimated number of pages of each plan, and the actual cost of the scan.")
  private boolean explain;

  /**
   * Returns options with which the planner selects the plan by its estimated cost. The memory for
   * sorting has its default size.
   */
  static PlanOptions of(String orderBy, boolean explain) {
    PlanOptions options = new PlanOptions();
    options.path = AUTO;
    options.orderBy = orderBy;
    options.explain = explain;
    options.sortMemory = USUAL_SORT_MEMORY;
    options.sortUnit = USUAL_SORT_UNIT;
    options.sortLeastUnit = 1;
    return options;
  }

  /** Throws an exception if options are invalid. Call this before a table is opened. */
  void requireValid() {
    if (sort != null && orderBy == null) {
      throw new IllegalArgumentException(
          "--sort: needs an order; add --order-by, such as --order-by key");
    }
    if (sort != null && !sort.equals("ps") && !sort.equals("es")) {
      throw new IllegalArgumentException("--sort " + sort + " (allowed: ps, es)");
    }
    if (temporary != null && !Files.isDirectory(temporary)) {
      throw new IllegalArgumentException(
          "--temporary " + temporary + ": is not a directory; give an existing directory");
    }
    if (!path.equals(AUTO)
        && Arrays.stream(AccessPath.values()).noneMatch(p -> p.name().equalsIgnoreCase(path))) {
      throw new IllegalArgumentException("--path " + path + " (allowed: auto, fts, idx, sidx)");
    }
    config();
  }

  private SortConfig config() {
    return new SortConfig(
        Numbers.bytes("--sort-memory", sortMemory, 1, TableOptionsGroup.MOST_BYTES),
        sortUnit,
        sortLeastUnit);
  }

  /**
   * Returns the access path of a scan, or null if the planner selects it. If the user named an
   * index but no access path, the access path is a sorted index scan.
   */
  private AccessPath path(String index) {
    return !path.equals(AUTO) ? AccessPath.named(path) : index == null ? null : AccessPath.SIDX;
  }

  private Path temporary() {
    return temporary != null ? temporary : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /**
   * Plans a scan of a snapshot. The snapshot must stay open until the scan ends.
   *
   * @param scan index, memory and window of the scan; ignored if the planner selects the access
   *     path
   * @param limit maximum number of records to read
   * @throws org.flashgrove.core.spec.SpecException if the index or the path does not fit the query
   */
  Planned plan(TableSnapshot at, ScanQuery query, ScanConfig scan, long limit) {
    AccessPath given = path(scan.index());
    RecordOrder order = order(at.table());
    if (query.filter() != null) {
      query.filter().bind(at.schema());
    }
    TableIndex used = given == null ? null : TableScan.index(at.table(), query, scan.with(given));
    Planned planned = new Planned(at, given == null ? null : scan.with(given), used, order, limit);
    if (explain) {
      planned.plan = QueryPlanner.explain(at, query, order, limit);
    }
    return planned;
  }

  /**
   * Returns the order that the user requested, or null. The name {@code key} always means the key
   * of records, and never an attribute with this name.
   */
  private RecordOrder order(Table table) {
    return orderBy == null ? null : parse(orderBy, name -> byAttribute(table, name));
  }

  /**
   * Parses an order.
   *
   * @param text the word {@code key} or the name of an attribute, perhaps with {@code :desc} or
   *     {@code :asc} in any case
   * @param byAttribute returns the ascending order of an attribute
   */
  static RecordOrder parse(String text, Function<String, RecordOrder> byAttribute) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean isDescending = lower.endsWith(DESCENDING);
    String suffix = isDescending ? DESCENDING : lower.endsWith(ASCENDING) ? ASCENDING : "";
    String name = text.substring(0, text.length() - suffix.length());
    RecordOrder ascending = name.equals(KEY) ? RecordOrder.KEY : byAttribute.apply(name);
    return isDescending ? ascending.descending() : ascending;
  }

  private static RecordOrder byAttribute(Table table, String name) {
    if (table.schema().isBytes()) {
      throw new IllegalArgumentException(
          "--order-by "
              + name
              + ": the table has no attributes (allowed: "
              + KEY
              + ", "
              + KEY
              + DESCENDING
              + ")");
    }
    table.schema().require(name);
    return RecordOrder.by(name);
  }

  boolean explains() {
    return explain;
  }

  /** Scan that is ready to run. The planner chose its plan, or the user gave its access path. */
  final class Planned {
    private final TableSnapshot at;
    private final ScanConfig given;
    private final TableIndex index;
    private final RecordOrder order;
    private final long limit;
    private QueryPlan plan;
    private QueryPlan.Option chosen;
    private SortStats sortFigures;

    private Planned(
        TableSnapshot at, ScanConfig given, TableIndex index, RecordOrder order, long limit) {
      this.at = at;
      this.given = given;
      this.index = index;
      this.order = order;
      this.limit = limit;
      requireOrder();
    }

    /**
     * Throws an exception if the user gave an index scan that returns records in another order than
     * requested, and the records are not sorted afterwards.
     */
    private void requireOrder() {
      if (given != null && given.path() == AccessPath.IDX && order != null && !isInOrder()) {
        throw new IllegalArgumentException(
            "--order-by "
                + orderBy
                + ": index "
                + index.name()
                + " does not return records in this order; use --path fts or sidx, or an index with"
                + " this order");
      }
      if (given != null && given.path() == AccessPath.IDX && sort != null) {
        throw new IllegalArgumentException(
            "--sort " + sort + ": cannot be combined with --path idx; use --path fts or sidx");
      }
    }

    private boolean isInOrder() {
      return index == QueryPlanner.indexInOrder(at, order);
    }

    /** Consumes the records of a scan. */
    @FunctionalInterface
    interface Use {
      void cursor(RecordCursor cursor) throws IOException;
    }

    void run(ScanQuery query, Use use) throws IOException {
      try (Sorts sorts = new Sorts(at, query);
          RecordCursor cursor = open(query, sorts)) {
        use.cursor(cursor);
        if (cursor instanceof SortedCursor sorted) {
          sortFigures = sorted.sortFigures();
        }
      }
    }

    private RecordCursor open(ScanQuery query, Sorts sorts) {
      if (given == null) {
        QueryPlanner planner = QueryPlanner.of(at, query, null);
        chosen = planner.chosen(sort == null ? order : null, limit);
        return sort == null
            ? planner.open(order, limit, limit, sorts)
            : sorts.byOrder(planner.open(), order, limit);
      }
      if (given.path() == AccessPath.IDX && order != null) {
        return TableScan.inOrder(at, query, (PairIndex) index, order.isDescending(), null);
      }
      RecordCursor records = TableScan.open(at, query, given);
      return order == null ? records : sorts.byOrder(records, order, limit);
    }

    private boolean sortsPath() {
      return order != null && (given == null ? sort != null : given.path() != AccessPath.IDX);
    }

    /** Returns a short description of the plan or the access path, without costs. */
    String description() {
      String found =
          given == null
              ? chosen.description()
              : given.path() + (index == null ? "" : " by " + index.name());
      return found + (sortsPath() ? ", sorted" : "");
    }

    /** Adds access path, plan, sort and cost estimates to a JSON object. */
    void addTo(Map<String, Object> members) {
      members.put("path", path().toString());
      if (given == null ? !chosen.indices().isEmpty() : index != null) {
        members.put("index", given == null ? String.join(" and ", chosen.indices()) : index.name());
      }
      members.put("plan", description());
      if (sortFigures != null) {
        Map<String, Object> sorted = JsonOutput.of(sortFigures);
        sorted.keySet().removeAll(List.of("records", "bytes")); // those of the result
        members.put("sort", sorted);
      }
      if (plan != null) {
        List<Map<String, Object>> plans = new ArrayList<>();
        plans.add(estimate(plan.chosen()));
        plan.rejected().forEach(each -> plans.add(estimate(each)));
        members.put("estimates", plans);
        members.put("unusedIndices", plan.unused());
      }
    }

    private AccessPath path() {
      if (given != null) {
        return given.path();
      }
      return switch (chosen.kind()) {
        case FULL_SCAN -> AccessPath.FTS;
        case INDEX_ORDER -> AccessPath.IDX;
        default -> AccessPath.SIDX;
      };
    }

    private static Map<String, Object> estimate(QueryPlan.Option each) {
      Map<String, Object> estimate = new LinkedHashMap<>();
      estimate.put("plan", each.description());
      estimate.put("recordPages", Math.round(each.recordPages()));
      estimate.put("indexPages", Math.round(each.indexPages()));
      estimate.put("records", Math.round(each.records()));
      return estimate;
    }

    /**
     * Returns lines with the estimated costs of all plans and the actual costs of the scan.
     *
     * @param figures statistics of the scan
     * @param millis elapsed time of the scan in milliseconds
     */
    List<String> lines(ScanStats figures, double millis) {
      List<String> lines = new ArrayList<>(plan.toString().lines().toList());
      lines.add(
          String.format(
              Locale.ROOT,
              "actual: %s: %s (%,d of indices, %,d of records), %s; %s written; %.3f ms",
              description(),
              Numbers.counted(figures.indexPages() + figures.pagesRead(), "page"),
              figures.indexPages(),
              figures.pagesRead(),
              Numbers.counted(figures.records(), "record"),
              Numbers.counted(
                  sortFigures == null ? 0 : sortFigures.pagesWritten(), "temporary page"),
              millis));
      return lines;
    }
  }

  /** Sorter that uses temporary space. Closing the sorter frees this space. */
  private final class Sorts implements Sorting, AutoCloseable {
    private final TableSnapshot at;
    private final ScanQuery query;
    private TemporarySpace space;

    Sorts(TableSnapshot at, ScanQuery query) {
      this.at = at;
      this.query = query;
    }

    private TemporarySpace space() {
      space = TemporarySpace.in(temporary(), at.table().options().pageSize(), Long.MAX_VALUE);
      return space;
    }

    @Override
    public RecordCursor byOrder(RecordCursor records, RecordOrder order, long most) {
      TableSort sorted = new TableSort(at, query, order);
      boolean isPartitioned = sort == null ? sorted.knowsSpread() : sort.equals("ps");
      return sorted.external(records, isPartitioned, config(), space());
    }

    @Override
    public AttributeSort byWord(RecordCursor records, LongSupplier word, long most) {
      LargeSort large = new LargeSort(this::space, config());
      return AttributeSort.onHeap(records, word, most, config().memoryBytes(), large);
    }

    @Override
    public void close() {
      if (space != null) {
        space.close();
      }
    }
  }
}
