package org.flashgrove.cli.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.flashgrove.access.cost.AccessPlan;
import org.flashgrove.access.cost.PlanEstimate;
import org.flashgrove.access.cost.TablePlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.SortStats;
import org.flashgrove.access.sort.SortedCursor;
import org.flashgrove.access.sort.TemporarySpace;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.design.TableOptionsGroup;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceCosts;
import org.flashgrove.storage.device.DeviceKinds;
import picocli.CommandLine.Option;

/** The options of a scan about its plan: the path, the order, the sort and its memory. */
final class PlanOptions {
  static final String AUTO = "auto";

  private static final String KEY = "key";
  private static final String DESCENDING = ":desc";
  private static final String TEMPORARY_DEVICE = "buffered";
  private static final String USUAL_SORT_MEMORY = "8M";
  private static final int USUAL_SORT_UNIT = 8;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      defaultValue = AUTO,
      description =
          "fts (full table scan), idx (index scan), sidx (sorted index scan), or auto, the default:"
              + " what will cost least.")
  private String path;

  @Option(
      names = "--order-by",
      paramLabel = "WHAT",
      description =
          "key, or the name of an attribute: records in the order of their keys or of its values,"
              + " nulls last; with :desc behind it the greatest first.")
  private String orderBy;

  @Option(
      names = "--sort",
      paramLabel = "HOW",
      description =
          "ps (partitioned sort, by the leaves of an index on the key or attribute) or es (external"
              + " merge sort); by default what costs least, or ps if there is such an index.")
  private String sort;

  @Option(
      names = "--sort-memory",
      paramLabel = "BYTES",
      defaultValue = USUAL_SORT_MEMORY,
      description = "Memory of a sort (default: ${DEFAULT-VALUE}).")
  private String sortMemory;

  @Option(
      names = "--sort-unit",
      paramLabel = "PAGES",
      defaultValue = "" + USUAL_SORT_UNIT,
      description = "Pages a sort writes and reads together (default: ${DEFAULT-VALUE}).")
  private int sortUnit;

  @Option(
      names = "--sort-least-unit",
      paramLabel = "PAGES",
      defaultValue = "1",
      description =
          "To how few pages a partitioned sort may narrow its units to save a pass (default:"
              + " ${DEFAULT-VALUE}; on a disk with seeks rather as many as --sort-unit).")
  private int sortLeastUnit;

  @Option(
      names = "--temporary",
      paramLabel = "DIR",
      description = "Where a sort writes what memory has no room for; may be another device.")
  private Path temporary;

  @Option(
      names = "--explain",
      description =
          "Also print the estimated costs of each plan, and the actual costs of this one.")
  private boolean explain;

  /** Returns options that choose the plan by cost, with the default sort memory. */
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

  /** Refuses what cannot be, before a table is opened. */
  void requireValid() {
    if (sort != null && orderBy == null) {
      throw new IllegalArgumentException("--sort without an order (allowed: with --order-by key)");
    }
    if (sort != null && !sort.equals("ps") && !sort.equals("es")) {
      throw new IllegalArgumentException("--sort " + sort + " (allowed: ps, es)");
    }
    if (temporary != null && !Files.isDirectory(temporary)) {
      throw new IllegalArgumentException(
          "--temporary " + temporary + " (allowed: a directory that is there)");
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

  /** The path asked for; with {@code auto}, what is assumed before it is chosen. */
  AccessPath pathOr(AccessPath fallback) {
    return path.equals(AUTO) ? fallback : AccessPath.named(path);
  }

  private Path temporary() {
    return temporary != null ? temporary : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /**
   * Plans a scan of a snapshot, which stays open until the plan has been run.
   *
   * @param directory of the table
   * @param used the index a scan of it would use, or null
   * @param index name of the index asked for, or null
   */
  Planned plan(TableSnapshot at, Path directory, ScanQuery query, TableIndex used, String index)
      throws IOException {
    SortConfig config = config();
    Table table = at.table();
    RecordOrder order = order(table);
    boolean ordered = order != null;
    TablePlanner planner = null;
    List<PlanEstimate> estimates = List.of();
    if (path.equals(AUTO) || explain) {
      int pageSize = table.options().pageSize();
      DeviceCosts costs =
          calibrated(table.options().design().device(), parent(directory), pageSize, config);
      DeviceCosts temporaryCosts =
          ordered
              ? calibrated(
                  DeviceKinds.read(Spec.parse(TEMPORARY_DEVICE)), temporary(), pageSize, config)
              : costs;
      planner = new TablePlanner(at, costs, temporaryCosts);
      estimates = planner.estimates(query, index, order, config, 1);
    }
    TablePlanner opening = planner == null ? new TablePlanner(at) : planner;
    if (path.equals(AUTO)) {
      PlanEstimate cheapest = cheapest(estimates);
      return new Planned(opening, cheapest.plan(), cheapest.index(), order, estimates, config)
          .leavingOut(opening.unused(query, order));
    }
    AccessPlan plan = named(opening, order, used, query);
    String by = plan.path() == AccessPath.FTS ? null : used.name();
    return new Planned(opening, plan, by, order, estimates, config)
        .leavingOut(opening.unused(query, order));
  }

  /** The order asked for, or null; an attribute called key cannot be asked for. */
  private RecordOrder order(Table table) {
    if (orderBy == null) {
      return null;
    }
    boolean isDescending = orderBy.endsWith(DESCENDING);
    String name =
        isDescending ? orderBy.substring(0, orderBy.length() - DESCENDING.length()) : orderBy;
    RecordOrder ascending = name.equals(KEY) ? RecordOrder.KEY : byAttribute(table, name);
    return isDescending ? ascending.descending() : ascending;
  }

  private static RecordOrder byAttribute(Table table, String name) {
    if (table.schema().isBytes()) {
      throw new IllegalArgumentException(
          "--order-by "
              + name
              + " of a table without attributes (allowed: "
              + KEY
              + ", "
              + KEY
              + DESCENDING
              + ")");
    }
    table.schema().require(name);
    return RecordOrder.by(name);
  }

  private static Path parent(Path directory) {
    Path parent = directory.toAbsolutePath().getParent();
    return parent != null && Files.isWritable(parent)
        ? parent
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Measures a device in a directory of its own, which is removed. */
  private static DeviceCosts calibrated(
      DeviceConfig device, Path parent, int pageSize, SortConfig config) throws IOException {
    Path own = Files.createTempDirectory(parent, "flashgrove-calibration");
    try {
      return device.costs(own, pageSize, config.unitPages());
    } finally {
      try (Stream<Path> files = Files.walk(own)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }

  private PlanEstimate cheapest(List<PlanEstimate> estimates) {
    for (PlanEstimate each : estimates) {
      boolean asked =
          sort == null || each.plan().sorts() && each.plan().isPartitioned() == sort.equals("ps");
      if (asked) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--sort " + sort + " without an index on what it sorts by (allowed: --sort es)");
  }

  private AccessPlan named(
      TablePlanner planner, RecordOrder order, TableIndex used, ScanQuery query) {
    AccessPath named = AccessPath.named(path);
    boolean comesInOrder = named == AccessPath.IDX && planner.isInOrder(used, order);
    if (order == null || comesInOrder && sort == null) {
      return AccessPlan.of(named, null);
    }
    if (named == AccessPath.IDX && sort == null) {
      throw new IllegalArgumentException(
          "--order-by "
              + orderBy
              + " with --path idx by index "
              + used.name()
              + " (allowed: --path fts or sidx, or an index that has its values in this order)");
    }
    return AccessPlan.of(
        named, sort != null ? sort : planner.knowsSpread(query, order) ? "ps" : "es");
  }

  boolean explains() {
    return explain;
  }

  /** A scan that has a plan. */
  final class Planned {
    private final TablePlanner planner;
    private final AccessPlan plan;
    private final String index;
    private final RecordOrder order;
    private final List<PlanEstimate> estimates;
    private final SortConfig config;
    private List<String> unused = List.of();
    private SortStats sortFigures;

    private Planned(
        TablePlanner planner,
        AccessPlan plan,
        String index,
        RecordOrder order,
        List<PlanEstimate> estimates,
        SortConfig config) {
      this.planner = planner;
      this.plan = plan;
      this.index = index;
      this.order = order;
      this.estimates = estimates;
      this.config = config;
    }

    private Planned leavingOut(List<String> reasons) {
      unused = reasons;
      return this;
    }

    AccessPlan plan() {
      return plan;
    }

    /** Name of the index that the plan uses, or null. */
    String index() {
      return index;
    }

    /** Uses a cursor. */
    @FunctionalInterface
    interface Use {
      void cursor(RecordCursor cursor) throws IOException;
    }

    /** Runs the plan. */
    void run(ScanQuery query, ScanConfig scan, int pageSize, Use use) throws IOException {
      try (TemporarySpace space =
              plan.sorts() ? TemporarySpace.in(temporary(), pageSize, Long.MAX_VALUE) : null;
          RecordCursor cursor =
              planner.open(plan, query, scan.withIndex(index), order, config, space)) {
        use.cursor(cursor);
        if (cursor instanceof SortedCursor sorted) {
          sortFigures = sorted.sortFigures();
        }
      }
    }

    /** Adds plan, sort and estimates to the members of JSON. */
    void addTo(Map<String, Object> members) {
      members.put("plan", plan.toString());
      if (sortFigures != null) {
        Map<String, Object> sorted = new LinkedHashMap<>();
        sorted.put("runs", sortFigures.runs());
        sorted.put("mergePasses", sortFigures.mergePasses());
        sorted.put("partitions", sortFigures.partitions());
        sorted.put("partitionPasses", sortFigures.partitionPasses());
        sorted.put("unitPages", sortFigures.unitPages());
        sorted.put("overfullPartitions", sortFigures.overfullPartitions());
        sorted.put("pagesWritten", sortFigures.pagesWritten());
        sorted.put("pagesRead", sortFigures.pagesRead());
        sorted.put("peakBytes", sortFigures.peakBytes());
        members.put("sort", sorted);
      }
      if (explain) {
        List<Map<String, Object>> plans = new ArrayList<>();
        for (PlanEstimate each : estimates) {
          Map<String, Object> estimate = new LinkedHashMap<>();
          estimate.put("plan", each.plan().toString());
          if (each.index() != null) {
            estimate.put("index", each.index());
          }
          estimate.put("tablePages", Math.round(each.tablePages()));
          estimate.put("indexPages", Math.round(each.indexPages()));
          estimate.put("temporaryPages", Math.round(each.pagesWritten()));
          estimate.put("micros", Math.round(each.nanos() / 1000));
          plans.add(estimate);
        }
        members.put("estimates", plans);
        members.put("unusedIndices", unused);
      }
    }

    /** Returns lines with the estimates; the plan that was run also has its actual figures. */
    List<String> lines(long pagesRead, long indexPages, double millis) {
      List<String> lines = new ArrayList<>();
      lines.add(
          String.format(
              Locale.ROOT,
              "%-16s %12s %12s %12s %12s",
              "plan",
              "table pages",
              "index pages",
              "temporary",
              "ms"));
      for (PlanEstimate each : estimates) {
        lines.add(
            row(
                each.plan() + (each.index() == null ? "" : " " + each.index()),
                Math.round(each.tablePages()),
                Math.round(each.indexPages()),
                Math.round(each.pagesWritten()),
                each.nanos() / 1e6));
        if (each.plan() == plan && Objects.equals(each.index(), index)) {
          long written = sortFigures == null ? 0 : sortFigures.pagesWritten();
          lines.add(row(" actual", pagesRead, indexPages, written, millis));
        }
      }
      unused.forEach(line -> lines.add("not used: " + line));
      return lines;
    }

    private static String row(
        String name, long pages, long indexPages, long temporaryPages, double millis) {
      return String.format(
          Locale.ROOT,
          "%-16s %12d %12d %12d %12.3f",
          name,
          pages,
          indexPages,
          temporaryPages,
          millis);
    }
  }
}
