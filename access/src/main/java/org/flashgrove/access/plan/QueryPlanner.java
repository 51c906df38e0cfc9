package org.flashgrove.access.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Chooses the plan that reads the fewest pages for a query, and opens the plan. {@link
 * AccessChoice} estimates the costs. For one run and one thread.
 */
public final class QueryPlanner {
  /** Assumed number of nearest records that a caller reads if the query does not say how many. */
  private static final long USUAL_NEAREST = 100;

  private static final double ENTRIES_OF_A_LEAF = 100;
  private static final double DESCENT_PAGES = 3;
  private static final long LEAST_LOOKS = 64;

  private final TableSnapshot at;
  private final ScanQuery query;
  private final ScanConfig scan;
  private final @Nullable QueryWatch watch;
  private final AccessChoice choice;

  /**
   * Probes the indices.
   *
   * @param isThorough whether to probe all indices, for an explanation
   */
  private QueryPlanner(TableSnapshot at, ScanQuery asked, ScanConfig scan, boolean isThorough) {
    this.at = at;
    this.scan = scan;
    watch = scan.watch();
    GeometryTest question = asked.geometry();
    query = question == null ? asked : asked.and(question.on(at.table().metric()));
    if (query.filter() != null) {
      query.filter().bind(at.schema());
    }
    choice = new AccessChoice(at, query, watch, isThorough);
  }

  /** Returns a planner for a run of a query. */
  public static QueryPlanner of(TableSnapshot at, ScanQuery query, @Nullable QueryWatch watch) {
    return new QueryPlanner(at, query, ScanConfig.of(AccessPath.FTS).watchedBy(watch), false);
  }

  /** Returns a planner for a run of a query that requests {@code pages} record pages at a time. */
  public static QueryPlanner withWindow(TableSnapshot at, ScanQuery query, int pages) {
    return new QueryPlanner(at, query, ScanConfig.of(AccessPath.FTS).withWindow(pages), false);
  }

  /** Returns a planner that probes all indices, for an explanation. */
  static QueryPlanner thorough(TableSnapshot at, ScanQuery query) {
    return new QueryPlanner(at, query, ScanConfig.of(AccessPath.FTS), true);
  }

  AccessChoice choice() {
    return choice;
  }

  /**
   * Plan that reads records in index order. Records without a value are not in the index. If {@code
   * hasNullsBehind} is true, they are read after all others.
   */
  private record InOrder(PairIndex index, boolean hasNullsBehind, QueryPlan.Option option) {}

  /** Returns an index that has the records of a snapshot in a given order, or null. */
  public static @Nullable PairIndex indexInOrder(TableSnapshot at, RecordOrder order) {
    if (order.isOfKeys()) {
      return at.indices().ofKey();
    }
    for (TableIndex each : at.indices().all()) {
      if (each instanceof AttributeIndex of
          && of.attribute().name().equals(order.attribute())
          && of.givesOrder(at)) {
        return of;
      }
    }
    return null;
  }

  private @Nullable InOrder inOrder(RecordOrder order, long most) {
    PairIndex index = indexInOrder(at, order);
    return index == null ? null : inOrder(index, TableScan.misfit(index, query) != null, most);
  }

  private InOrder inOrder(PairIndex index, boolean hasNulls, long most) {
    @Nullable IndexProbe probe = choice.probeOf(index);
    double entries = probe == null ? index.size(at) : probe.records();
    double share = entries == 0 ? 1 : Math.min(1, choice.passing() / entries);
    double wanted = most / Math.max(share, 1e-9);
    double records = Math.min(entries, wanted);
    double nullPages = hasNulls && wanted > entries ? Math.max(1, at.table().pageCount()) : 0;
    QueryPlan.Option option =
        new QueryPlan.Option(
            QueryPlan.Kind.INDEX_ORDER,
            List.of(index.name()),
            false,
            records,
            DESCENT_PAGES + records / ENTRIES_OF_A_LEAF,
            records + nullPages);
    return new InOrder(index, hasNulls, option);
  }

  /**
   * Opens a cursor over the records of the query.
   *
   * @param order order of the records, or null for any
   * @param most maximum number of records that the run needs
   * @param likely number of records that the caller will probably read
   */
  public RecordCursor open(@Nullable RecordOrder order, long most, long likely, Sorting sorting) {
    if (order == null) {
      return open();
    }
    @Nullable InOrder inOrder = inOrder(order, likely);
    return inOrder == null || inOrder.option().cost() >= choice.best().cost()
        ? sorting.byOrder(open(), order, most)
        : open(inOrder, order);
  }

  private RecordCursor open(InOrder plan, RecordOrder order) {
    boolean isDescending = order.isDescending();
    RecordCursor first = TableScan.inOrder(at, query, plan.index(), isDescending, watch);
    long before = choice.pagesRead();
    String attribute = order.attribute();
    if (!plan.hasNullsBehind() || attribute == null) {
      return before == 0 ? first : new RecordsInTurn(first, before, null);
    }
    ScanQuery nulls = query.and(Filter.isNull(attribute));
    return new RecordsInTurn(first, before, () -> TableScan.open(at, nulls, scan));
  }

  /** Opens a cursor over the records of the query in any order. */
  public RecordCursor open() {
    return open(choice.settled());
  }

  RecordCursor open(Access access) {
    if (!access.isFullScan() && access.hasRidsInMemory()) {
      long[] rids = choice.rids(access);
      return TableScan.ofSortedRids(at, query, rids, scan, choice.pagesRead());
    }
    RecordCursor records = opened(access);
    long before = choice.pagesRead();
    return before == 0 ? records : new RecordsInTurn(records, before, null);
  }

  private RecordCursor opened(Access access) {
    if (access.isFullScan()) {
      return TableScan.open(at, query, scan);
    }
    String index = access.by().get(0).index().name();
    return TableScan.open(at, query, scan.with(AccessPath.SIDX).withIndex(index));
  }

  private boolean hasConditions() {
    return !query.equals(ScanQuery.ALL);
  }

  /**
   * Opens a cursor over the keys and RIDs of the records of a query. It reads only the index on the
   * key. Returns null if that index does not suffice.
   */
  public static @Nullable RecordCursor keys(
      TableSnapshot at, ScanQuery query, @Nullable RecordOrder order) {
    KeyIndex index = at.indices().ofKey();
    boolean isOfKeys = query.filter() == null && query.geometry() == null;
    if (index == null || !isOfKeys || order != null && !order.isOfKeys()) {
      return null;
    }
    boolean isDescending = order != null && order.isDescending();
    return isDescending && !index.isUnique()
        ? null // a descending scan returns equal keys by ascending RID
        : new KeyRecords(index, at, query.fromKey(), query.toKey(), isDescending);
  }

  /** Returns the number of results. Reads no records if indices alone give this number. */
  public long count() {
    QueryWatch.check(watch);
    if (!hasConditions()) {
      return at.size();
    }
    if (query.geometry() != null) {
      boolean isOfGeometries = query.filter() == null && query.hasAllKeys();
      return isOfGeometries && at.indices().ofGeometry() != null
          ? TableScan.countByBounds(at, query, watch)
          : TableScan.count(open());
    }
    List<PairProbe> deciding = deciding();
    if (deciding.size() == 1) {
      long[] count = {0};
      deciding.get(0).visitAll(rid -> count[0]++, watch);
      return count[0];
    }
    double left = deciding.stream().mapToDouble(IndexProbe::pagesLeft).sum();
    boolean isCheap = !deciding.isEmpty() && left <= choice.best().cost();
    if (!isCheap || !deciding.get(0).fitsInMemory()) {
      return TableScan.count(open());
    }
    deciding.get(0).read(Integer.MAX_VALUE, Long.MAX_VALUE);
    return CombinedRids.of(deciding, watch).length;
  }

  /**
   * Returns probes of indices that together decide all conditions, so that no record must be read.
   * The probe with the fewest RIDs comes first. Returns an empty list if there are no such indices.
   */
  private List<PairProbe> deciding() {
    Filter filter = query.filter();
    Map<String, PairProbe> byName = filter == null ? Map.of() : probesOf(filter);
    boolean isDecided =
        filter == null
            || filter.isDecidedByRanges(at.schema(), byName.keySet())
                && byName.keySet().containsAll(filter.attributes());
    KeyIndex keys = query.hasAllKeys() ? null : at.indices().ofKey();
    if (!isDecided || !query.hasAllKeys() && keys == null) {
      return List.of();
    }
    List<PairProbe> deciding = new ArrayList<>(byName.values());
    if (keys != null) {
      deciding.add(probe(keys, WordRanges.of(query.fromKey(), query.toKey())));
    }
    deciding.sort(Comparator.comparingDouble(IndexProbe::records));
    return deciding;
  }

  /**
   * Returns a probe for each attribute in the filter that has an index of eight-byte order words.
   */
  private Map<String, PairProbe> probesOf(Filter filter) {
    Map<String, PairProbe> byName = new TreeMap<>();
    for (TableIndex each : at.indices().all()) {
      if (each instanceof AttributeIndex of
          && of.hasWords()
          && filter.attributes().contains(of.attribute().name())) {
        WordRanges words = filter.ranges(at.schema(), of.attribute().name());
        if (words != null) {
          byName.put(of.attribute().name(), probe(of, words));
        }
      }
    }
    return byName;
  }

  /** Returns the probe of an index that {@link AccessChoice} has made, or a new probe. */
  private PairProbe probe(PairIndex index, WordRanges words) {
    return choice.probeOf(index) instanceof PairProbe known
        ? known
        : new PairProbe(index, at, PairRanges.of(index, at, words));
  }

  private double walkedRecords(long likely) {
    long read = likely == Long.MAX_VALUE ? USUAL_NEAREST : likely;
    double share = Math.max(1e-9, choice.passing() / Math.max(1, at.size()));
    return Math.min(at.size(), read / share);
  }

  private QueryPlan.Option walk(long likely) {
    double records = walkedRecords(likely);
    return new QueryPlan.Option(
        QueryPlan.Kind.DISTANCE_ORDER,
        List.of(at.indices().geometries().name()),
        false,
        records,
        DESCENT_PAGES + records / ENTRIES_OF_A_LEAF,
        records);
  }

  /**
   * Opens a cursor over the nearest records of the query.
   *
   * @param most maximum number of records that the run needs
   * @param likely number of records that the caller will probably read
   * @throws org.flashgrove.core.failure.MissingIndexException if the table has no index on the
   *     geometry
   */
  public NearestCursor nearest(Geometry from, long most, long likely, Sorting sorting) {
    boolean isRefined = query.geometry() != null || !query.hasAllKeys();
    long mostWalked = isRefined ? Long.MAX_VALUE : most;
    NearestRecords walk = NearestRecords.open(at, from, query.filter(), mostWalked, watch);
    boolean opened = false;
    try {
      Access best = choice.best();
      if (isMeasuredFirst(walk(likely))) {
        walk.close();
        NearestCursor cursor = new NearestCursor(measured(from, most, sorting));
        opened = true;
        return cursor;
      }
      if (hasConditions()) {
        double looks = 2 * Math.max(walkedRecords(likely), best.cost());
        walk.giveUpAfter(Math.max(LEAST_LOOKS, (long) looks));
      }
      NearestCursor cursor =
          new NearestCursor(
              walk, isRefined ? walk.refined(query) : walk, () -> measured(from, most, sorting));
      opened = true;
      return cursor;
    } finally {
      if (!opened) {
        walk.close();
      }
    }
  }

  private AttributeSort measured(Geometry from, long most, Sorting sorting) {
    MeasuredRecords records = new MeasuredRecords(open(), from, at.table().metric());
    return sorting.byWord(records, records::word, most);
  }

  /**
   * Explains the plan of {@link #open(RecordOrder, long, long, Sorting)}. Probes more indices than
   * a run does, to find the costs of rejected plans too.
   */
  public static QueryPlan explain(
      TableSnapshot at, ScanQuery query, @Nullable RecordOrder order, long likely) {
    QueryPlanner planner = thorough(at, query);
    QueryPlan.Option chosen = of(at, query, null).chosen(order, likely);
    return planner.plan(chosen, planner.options(order, likely));
  }

  /** Explains {@link #keys}, or the plan that reads records if that method returns null. */
  public static QueryPlan explainKeys(
      TableSnapshot at, ScanQuery query, @Nullable RecordOrder order, long likely) {
    QueryPlan whole = explain(at, query, order, likely);
    QueryPlanner planner = of(at, query, null);
    KeyIndex index = at.indices().ofKey();
    if (index == null || keys(at, query, order) == null) {
      return whole;
    }
    @Nullable IndexProbe probe = planner.choice.probeOf(index);
    double keys = probe == null ? index.size(at) : probe.records();
    double pages = DESCENT_PAGES + Math.min(likely, keys) / ENTRIES_OF_A_LEAF;
    QueryPlan.Option chosen =
        new QueryPlan.Option(
            QueryPlan.Kind.INDEX_SCAN, List.of(index.name()), false, keys, pages, 0);
    List<QueryPlan.Option> rejected = new ArrayList<>(whole.rejected());
    rejected.add(0, whole.chosen());
    rejected.removeIf(each -> each.isReadingOf(chosen));
    List<TableIndex> others = new ArrayList<>(at.indices().all());
    others.remove(index);
    return new QueryPlan(chosen, rejected, planner.unused(others));
  }

  /** Explains the plan of {@link #nearest}. */
  public static QueryPlan explainNearest(TableSnapshot at, ScanQuery query, long likely) {
    QueryPlanner planner = thorough(at, query);
    QueryPlan.Option chosen = of(at, query, null).nearestOptions(likely).get(0);
    return planner.plan(chosen, planner.nearestOptions(likely));
  }

  /**
   * Returns the plan that {@link #open(RecordOrder, long, long, Sorting)} would use.
   *
   * @param likely number of records that the caller will probably read
   */
  public QueryPlan.Option chosen(@Nullable RecordOrder order, long likely) {
    QueryPlan.Option chosen = options(order, likely).get(0);
    return chosen.kind() == QueryPlan.Kind.INDEX_ORDER
        ? chosen
        : choice.settled().option(order != null);
  }

  /** Returns the possible plans. The plan that a run uses comes first. */
  private List<QueryPlan.Option> options(@Nullable RecordOrder order, long likely) {
    List<QueryPlan.Option> options = new ArrayList<>();
    choice.all().forEach(each -> options.add(each.option(order != null)));
    @Nullable InOrder inOrder = order == null ? null : inOrder(order, likely);
    if (inOrder != null) {
      options.add(inOrder.option().cost() < choice.best().cost() ? 0 : 1, inOrder.option());
    }
    return options;
  }

  private List<QueryPlan.Option> nearestOptions(long likely) {
    List<QueryPlan.Option> options = new ArrayList<>();
    QueryPlan.Option walk = walk(likely);
    if (hasConditions()) {
      choice.all().forEach(each -> options.add(each.option(true)));
    }
    options.add(isMeasuredFirst(walk) ? 1 : 0, walk);
    return options;
  }

  private boolean isMeasuredFirst(QueryPlan.Option walk) {
    return hasConditions() && choice.best().cost() < walk.cost();
  }

  /** Returns a line for each unused index with the reason. */
  private List<String> unused(List<TableIndex> indices) {
    List<String> lines = new ArrayList<>();
    for (TableIndex each : indices) {
      String misfit = TableScan.misfit(each, query);
      lines.add(
          misfit != null
              ? misfit
              : "index " + each.name() + " gives all records, and not in the order of the query");
    }
    return lines;
  }

  private QueryPlan plan(QueryPlan.Option chosen, List<QueryPlan.Option> options) {
    List<QueryPlan.Option> rejected = new ArrayList<>();
    QueryPlan.Option known = chosen;
    for (QueryPlan.Option each : options) {
      if (each.isSameAs(chosen)) {
        known = each;
      } else {
        rejected.add(each);
      }
    }
    rejected.sort(Comparator.comparingDouble(QueryPlan.Option::cost));
    List<TableIndex> others =
        at.indices().all().stream()
            .filter(
                index -> options.stream().noneMatch(each -> each.indices().contains(index.name())))
            .toList();
    return new QueryPlan(known, rejected, unused(others));
  }
}
