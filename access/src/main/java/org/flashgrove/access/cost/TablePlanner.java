package org.flashgrove.access.cost;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.RecordCursor;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.ExternalSort;
import org.flashgrove.access.sort.KeyMarks;
import org.flashgrove.access.sort.PartitionedSort;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.TemporarySpace;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.storage.device.DeviceCosts;
import org.flashgrove.storage.heap.Rid;
import org.locationtech.jts.geom.Envelope;

/**
 * Plans queries to a table by cost, and opens what was planned.
 *
 * <p>How the table is placed by an index is measured once for each index, from all its entries and
 * no record. The share of records of a range of keys follows from the inner nodes of the B+-tree;
 * for a geometry the candidates are counted in the index.
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

  private final Table table;
  private final PathChooser chooser;
  private final Map<TableIndex, Clustering> measured = new HashMap<>();

  /**
   * A planner.
   *
   * @param table the table
   * @param tableCosts of its device
   * @param temporaryCosts of the device with temporary space
   */
  public TablePlanner(Table table, DeviceCosts tableCosts, DeviceCosts temporaryCosts) {
    this.table = table;
    chooser = new PathChooser(tableCosts, temporaryCosts);
  }

  /**
   * Estimates of the plans that can answer a query, the cheapest first.
   *
   * @param ordered whether records must come in the order of their keys
   * @param index name of the index, or null for the first that fits
   * @param users users who do the same at the same time
   */
  public List<PlanEstimate> estimates(
      ScanQuery query, String index, boolean ordered, SortConfig sort, int users) {
    ScanConfig asked = ScanConfig.of(AccessPath.SIDX).withIndex(index);
    TableIndex used;
    try {
      used = TableScan.index(table, query, asked);
    } catch (SpecException e) {
      if (index != null) {
        throw e;
      }
      used = null; // then there is but one path
    }
    List<PlanEstimate> all = chooser.estimates(shape(query, used, sort, users), ordered);
    List<PlanEstimate> possible = new ArrayList<>(all);
    boolean byKey = used instanceof KeyIndex;
    boolean hasIndex = used != null;
    // of the keys of a geometry's answers nothing is known beforehand
    boolean knowsKeys = table.keyIndex() != null && query.geometry() == null;
    possible.removeIf(
        each ->
            each.plan().path() != AccessPath.FTS && !hasIndex
                || each.plan() == AccessPlan.IDX && ordered && !byKey
                || each.plan().isPartitioned() && !knowsKeys);
    return possible;
  }

  private QueryShape shape(ScanQuery query, TableIndex index, SortConfig sort, int users) {
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
      return pairs(Laboratory.tree(keys.structure()), query.fromKey(), query.toKey());
    }
    Envelope box = query.geometry().envelope();
    return ((GeometryIndex) index)
        .entries()
        .searchIds(
            query.geometry().candidates(),
            box.getMinX(),
            box.getMinY(),
            box.getMaxX(),
            box.getMaxY(),
            rid -> {});
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
    if (index instanceof KeyIndex keys) {
      keys.structure()
          .visit(
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              true,
              (key, rid) -> {
                measure.add(Rid.page(rid));
              });
    } else {
      double all = Double.MAX_VALUE;
      ((GeometryIndex) index)
          .entries()
          .searchIds(
              Predicate.INTERSECTS,
              -all,
              -all,
              all,
              all,
              rid -> {
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
   * @param scan memory and windows of the path; its own path does not count
   * @param space temporary space of a sort; null if the plan has none
   */
  public RecordCursor open(
      AccessPlan plan, ScanQuery query, ScanConfig scan, SortConfig sort, TemporarySpace space) {
    AccessPath path = plan.path();
    ScanConfig config =
        new ScanConfig(
            path,
            path == AccessPath.FTS ? null : scan.index(),
            scan.ridMemoryBytes(),
            scan.windowPages(),
            scan.spill());
    KeyMarks marks = null;
    if (plan.isPartitioned()) {
      KeyIndex keys = table.keyIndex();
      if (keys == null) {
        throw new SpecException(
            "sort ps without an index on the key (allowed: es, or a table with an index bplus)");
      }
      marks =
          KeyMarks.of(
              Laboratory.tree(keys.structure()),
              query.fromKey(),
              query.toKey(),
              sort,
              bodyBytes(),
              space.pageSize());
    }
    RecordCursor records = TableScan.open(table, query, config);
    boolean opened = false;
    try {
      RecordCursor sorted = records;
      if (marks != null) {
        sorted = new PartitionedSort(records, marks, sort, space);
      } else if (plan.sorts()) {
        sorted = new ExternalSort(records, sort, space);
      }
      opened = true;
      return sorted;
    } finally {
      if (!opened) {
        records.close();
      }
    }
  }
}
