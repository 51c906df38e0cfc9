package org.flashgrove.access.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.access.sort.ExternalSort;
import org.flashgrove.access.sort.HeapSort;
import org.flashgrove.access.sort.KeyMarks;
import org.flashgrove.access.sort.LargeSort;
import org.flashgrove.access.sort.PartitionedSort;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.TemporarySpace;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.storage.device.DeviceCosts;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Plans queries to a table by cost, and opens what was planned.
 *
 * <p>How the table is placed by an index is measured once for each index, from all its entries and
 * no record. The share of records of a range of keys follows from the inner nodes of the B+-tree;
 * for a geometry the candidates are counted in the index.
 *
 * <p>Plans are made and run at one snapshot, which the caller closes. Estimates may count what
 * later commits have changed. For the snapshot's thread.
 */
public final class TablePlanner {
  private static final double SLACK = 1.03;
  private static final int PAGE_HEAD_BYTES = 64;

  /** Bytes of a record in a page of the table beside its body. */
  private static final int CELL_BYTES = 13;

  private static final int COUNTED_LEAVES = 8;
  private static final double USUAL_FILL = 0.7;
  private static final int PAIR_BYTES = 16;
  private static final int SPATIAL_ENTRY_BYTES = 40;

  private final TableSnapshot at;
  private final Table table;
  private final @Nullable PathChooser chooser;
  private final Map<TableIndex, Clustering> measured = new HashMap<>();

  /**
   * Creates a planner.
   *
   * @param at what the plans are for
   * @param tableCosts of its device
   * @param temporaryCosts of the device with temporary space
   */
  public TablePlanner(TableSnapshot at, DeviceCosts tableCosts, DeviceCosts temporaryCosts) {
    this.at = at;
    table = at.table();
    chooser = new PathChooser(tableCosts, temporaryCosts);
  }

  /** Creates a planner that estimates nothing, for {@link #inOrder} and {@link #unused}. */
  public TablePlanner(TableSnapshot at) {
    this.at = at;
    table = at.table();
    chooser = null;
  }

  /**
   * Estimates of the plans that can answer a query, by each index that can, the cheapest first.
   *
   * @param order the order in which records must come, or null for any
   * @param index name of the only index to use, or null for any
   * @param users users who do the same at the same time
   * @throws SpecException if the index of that name cannot answer the query
   */
  public List<PlanEstimate> estimates(
      ScanQuery query,
      @Nullable String index,
      @Nullable RecordOrder order,
      SortConfig sort,
      int users) {
    PathChooser paths = Objects.requireNonNull(chooser, "costs");
    List<PlanEstimate> all = new ArrayList<>();
    @Nullable TableIndex smallest = null;
    double fewest = Double.POSITIVE_INFINITY;
    for (TableIndex each : usable(query, index, order)) {
      QueryShape shape = shape(query, each, sort, users);
      if (shape.selectivity() < fewest) {
        fewest = shape.selectivity();
        smallest = each;
      }
      for (PlanEstimate estimate : paths.estimates(shape, order != null)) {
        if (estimate.plan().path() != AccessPath.FTS
            && gives(estimate.plan(), query, each, order)) {
          all.add(estimate.by(each.name()));
        }
      }
    }
    // how many records a full scan passes on to a sort the best index knows best
    for (PlanEstimate each : paths.estimates(shape(query, smallest, sort, users), order != null)) {
      if (each.plan().path() == AccessPath.FTS && gives(each.plan(), query, null, order)) {
        all.add(each);
      }
    }
    all.sort(Comparator.comparingDouble(PlanEstimate::nanos));
    return all;
  }

  private List<TableIndex> usable(
      ScanQuery query, @Nullable String index, @Nullable RecordOrder order) {
    if (index != null) {
      ScanConfig asked = ScanConfig.of(AccessPath.SIDX).withIndex(index);
      return List.of(TableScan.index(table, query, asked));
    }
    return table.indices().stream()
        .filter(each -> TableScan.misfit(each, query) == null)
        .filter(each -> isOfUse(each, query, order))
        .toList();
  }

  /** An index that gives all records, in no order that is asked for, where others give fewer. */
  private boolean isOfUse(TableIndex index, ScanQuery query, @Nullable RecordOrder order) {
    boolean isAsked = query.geometry() != null || query.filter() != null;
    if (index instanceof KeyIndex) {
      return !isAsked || !query.hasAllKeys() || order != null && isInOrder(index, order);
    }
    return index instanceof GeometryIndex
        || query.filter() != null
            && query.filter().attributes().contains(((AttributeIndex) index).attribute().name())
        || order != null && isInOrder(index, order);
  }

  /** Returns whether a plan returns the records in the requested order. */
  private boolean gives(
      AccessPlan plan, ScanQuery query, @Nullable TableIndex index, @Nullable RecordOrder order) {
    if (order == null) {
      return !plan.sorts();
    }
    return plan.isPartitioned()
        ? knowsSpread(query, order)
        : plan != AccessPlan.IDX || isInOrder(index, order);
  }

  /**
   * Returns whether a scan of an index gives records in an order.
   *
   * @param order null for any
   */
  public boolean isInOrder(@Nullable TableIndex index, @Nullable RecordOrder order) {
    if (order == null || index instanceof KeyIndex) {
      return order == null || order.isOfKeys() && !order.isDescending();
    }
    return !order.isDescending()
        && index instanceof AttributeIndex of
        && of.attribute().name().equals(order.attribute())
        && of.givesOrder(at);
  }

  /**
   * Returns whether an index says how the records of a query are spread over the range of an order:
   * of answers about geometries or other attributes nothing is known beforehand.
   */
  public boolean knowsSpread(ScanQuery query, RecordOrder order) {
    if (query.geometry() != null || spreadIndex(order) == null) {
      return false;
    }
    Set<String> asked = query.filter() == null ? Set.of() : query.filter().attributes();
    return order.isOfKeys()
        ? asked.isEmpty()
        : query.hasAllKeys() && (asked.isEmpty() || asked.equals(Set.of(order.attribute())));
  }

  private @Nullable PairIndex spreadIndex(RecordOrder order) {
    if (order.isOfKeys()) {
      return table.keyIndex();
    }
    for (TableIndex each : table.indices()) {
      if (each instanceof AttributeIndex of
          && of.hasWords()
          && of.attribute().name().equals(order.attribute())) {
        return of;
      }
    }
    return null;
  }

  /**
   * Returns why indices are left out before anything is estimated, a line for each.
   *
   * @param order the order in which records must come, or null for any
   */
  public List<String> unused(ScanQuery query, @Nullable RecordOrder order) {
    return unused(query, order, at.indices().all());
  }

  /** Returns what {@link #unused(ScanQuery, RecordOrder)} returns, of some indices. */
  public List<String> unused(
      ScanQuery query, @Nullable RecordOrder order, List<TableIndex> indices) {
    List<String> lines = new ArrayList<>();
    for (TableIndex each : indices) {
      String misfit = TableScan.misfit(each, query);
      if (misfit != null) {
        lines.add(misfit);
      } else if (!isOfUse(each, query, order)) {
        lines.add("index " + each.name() + " gives all records, and in no order that is asked for");
      }
    }
    return lines;
  }

  private QueryShape shape(
      ScanQuery query, @Nullable TableIndex index, SortConfig sort, int users) {
    long records = Math.max(1, table.size());
    long pages = Math.max(1, table.pageCount());
    int pageSize = table.options().pageSize();
    int entryBytes = index instanceof GeometryIndex ? SPATIAL_ENTRY_BYTES : PAIR_BYTES;
    long ofBlocks = index instanceof GeometryIndex boxes ? boxes.pagesOfBlocks() : 0;
    double leaves =
        ofBlocks > 0 ? ofBlocks : Math.max(1, records * entryBytes / (USUAL_FILL * pageSize));
    double share = 1;
    Clustering clustering = Clustering.UNIFORM;
    if (index != null) {
      share = Math.min(1, candidates(query, index) / (double) records);
      clustering = measured.computeIfAbsent(index, this::measure);
    }
    double cache = (double) table.options().cacheBytes() / pageSize;
    return new QueryShape(
        new PageEstimates(pages, records, clustering),
        pageSize,
        leaves,
        share,
        cache,
        users,
        sort,
        bodyBytes() + 18);
  }

  /** Records that the index gives for a query: of a longer range of keys, about that number. */
  private double candidates(ScanQuery query, TableIndex index) {
    if (index instanceof KeyIndex keys) {
      return pairs(Internals.tree(keys.words()), query.fromKey(), query.toKey());
    }
    if (index instanceof AttributeIndex of && !of.hasWords()) {
      return TableScan.keysOfFit(of, query).ranges().stream()
          .mapToDouble(range -> of.values().estimate(range))
          .sum();
    }
    if (index instanceof AttributeIndex of) {
      BPlusTree tree = Internals.tree(of.words());
      WordRanges words = TableScan.wordsOfFit(of, query);
      double sum = 0;
      for (int range = 0; range < words.count(); range++) {
        sum += pairs(tree, words.from(range), words.to(range));
      }
      return sum;
    }
    GeometryTest geometry = Objects.requireNonNull(query.geometry());
    Envelope box = geometry.envelope();
    return ((GeometryIndex) index)
        .entries()
        .forEach(
            EntryQuery.matching(
                    geometry.candidates(),
                    box.getMinX(),
                    box.getMinY(),
                    box.getMaxX(),
                    box.getMaxY())
                .idsOnly(),
            (rid, x1, y1, x2, y2) -> {});
  }

  /** Pairs of a range: those of its ends are counted, leaves between hold as many as all do. */
  private static double pairs(BPlusTree tree, long fromKey, long toKey) {
    long[] bounds = tree.leafBoundaries(fromKey, toKey);
    if (bounds.length < COUNTED_LEAVES) {
      return tree.count(fromKey, toKey);
    }
    int leaves = tree.leafBoundaries(Long.MIN_VALUE, Long.MAX_VALUE).length + 1;
    long ends = tree.count(fromKey, bounds[0] - 1) + tree.count(bounds[bounds.length - 1], toKey);
    return ends + (bounds.length - 1) * (double) tree.size() / leaves;
  }

  private Clustering measure(TableIndex index) {
    long pages = Math.max(1, table.pageCount());
    ClusteringMeasure measure = new ClusteringMeasure(index.size(), pages);
    if (index instanceof PairIndex pairs) {
      pairs.forEachRid(rid -> measure.add(Rid.page(rid)));
    } else {
      double all = Double.MAX_VALUE;
      ((GeometryIndex) index)
          .entries()
          .forEach(
              EntryQuery.intersecting(-all, -all, all, all).idsOnly(),
              (rid, x1, y1, x2, y2) -> {
                measure.add(Rid.page(rid));
              });
    }
    return measure.clustering();
  }

  /** About the bytes of a record's body. */
  private int bodyBytes() {
    long records = Math.max(1, table.size());
    long bytes = table.pageCount() * (table.options().pageSize() - PAGE_HEAD_BYTES);
    double body = SLACK * ((double) bytes / records - CELL_BYTES);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2, body));
  }

  /**
   * Opens a plan.
   *
   * @param scan index, memory and windows of the path; its own path does not count
   * @param order what a plan that sorts sorts by; null if it does not
   * @param space temporary space of a sort; null if the plan has none
   */
  public RecordCursor open(
      AccessPlan plan,
      ScanQuery query,
      ScanConfig scan,
      @Nullable RecordOrder order,
      SortConfig sort,
      @Nullable TemporarySpace space) {
    if (query.filter() != null) {
      query.filter().bind(at.schema());
    }
    AccessPath path = plan.path();
    ScanConfig config =
        new ScanConfig(
            path,
            path == AccessPath.FTS ? null : scan.index(),
            scan.ridMemoryBytes(),
            scan.windowPages(),
            scan.spill(),
            scan.watch());
    if (!plan.sorts()) {
      return TableScan.open(at, query, config);
    }
    Objects.requireNonNull(order, "order");
    KeyMarks marks = plan.isPartitioned() ? marks(query, order, sort, space) : null;
    RecordCursor records = TableScan.open(at, query, config);
    boolean opened = false;
    try {
      RecordCursor sorted =
          sorted(records, marks, order, sort, Objects.requireNonNull(space, "space"));
      opened = true;
      return sorted;
    } finally {
      if (!opened) {
        records.close();
      }
    }
  }

  /**
   * Puts the records of a query into an order: on the heap, or if they do not fit, by partitions if
   * an index says how they are spread, else by an external merge sort.
   *
   * @param records what the query found; closed with what is returned
   * @param most most records that are asked for
   * @param heapBytes memory of the sort on the heap
   * @param large an external sort
   */
  public RecordCursor inOrder(
      RecordCursor records,
      ScanQuery query,
      RecordOrder order,
      long most,
      long heapBytes,
      LargeSort large) {
    LargeSort larger =
        new LargeSort(
            large.space(),
            large.config(),
            space -> knowsSpread(query, order) ? marks(query, order, large.config(), space) : null);
    return order.isOfKeys() && !order.isDescending()
        ? new HeapSort(records, most, heapBytes, larger)
        : AttributeSort.onHeap(records, table.schema(), order, most, heapBytes, larger);
  }

  private RecordCursor sorted(
      RecordCursor records,
      @Nullable KeyMarks marks,
      RecordOrder order,
      SortConfig sort,
      TemporarySpace space) {
    if (!order.isOfKeys() || order.isDescending()) {
      return AttributeSort.of(records, table.schema(), order, marks, sort, space);
    }
    return marks == null
        ? new ExternalSort(records, sort, space)
        : new PartitionedSort(records, marks, sort, space);
  }

  private KeyMarks marks(
      ScanQuery query, RecordOrder order, SortConfig sort, @Nullable TemporarySpace space) {
    PairIndex index = spreadIndex(order);
    if (index == null) {
      throw new SpecException(
          "sort ps without an index on "
              + (order.isOfKeys() ? "the key" : "attribute '" + order.attribute() + "'")
              + " (allowed: es, or a table with an index bplus on it)");
    }
    long from = query.fromKey();
    long to = query.toKey();
    if (index instanceof AttributeIndex of) {
      WordRanges words = TableScan.words(of, query);
      if (words == null || words.count() == 0) {
        words = WordRanges.ALL;
      }
      from = words.from(0);
      to = words.to(words.count() - 1);
    }
    int pageSize = Objects.requireNonNull(space, "space").pageSize();
    boolean hasKey = !order.isOfKeys() || order.isDescending();
    int body = bodyBytes() + (hasKey ? AttributeSort.KEY_BYTES : 0);
    KeyMarks marks = KeyMarks.of(Internals.tree(index.words()), from, to, sort, body, pageSize);
    return order.isDescending() ? marks.reversed() : marks;
  }
}
