package org.flashgrove.indexes.bulk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.sort.EntrySorter;
import org.flashgrove.indexes.bulk.sort.SortKey;
import org.flashgrove.indexes.bulk.sort.SortedEntries;
import org.flashgrove.indexes.check.TreeRules;

/**
 * Bulk loader. It accepts entries in any order, sorts them, and packs them into an empty tree in
 * one atomic operation. Complete pages are written sequentially. They bypass the store's buffer,
 * and no log record is written for each entry.
 *
 * <p>The loader uses the configured off-heap memory for sorting, and one or two pages for each
 * level of the tree. All nodes of a level get the same number of entries. Only the last one or two
 * nodes get the remaining entries, but at least the minimum of the tree. A tree with a {@link
 * PartitionForm} divides the entries by its own rule. The result depends only on the entries, not
 * on the order in which they were added or on the memory.
 *
 * <p>A loader serves one thread and one load.
 */
public final class BulkLoader implements AutoCloseable {
  private static final int FEW = 32;

  /** Number of written entries after which progress is reported. */
  private static final int PROGRESS = 1 << 14;

  private final BulkForm form;
  private final LevelForm packed; // one of the two is null
  private final PartitionForm cut;
  private final TreeLayout layout;
  private final TreeRules rules;
  private final BulkConfig config;
  private final Metric metric;
  private final ByteBuffer memory;
  private final EntrySorter input;
  private final HilbertCurve curve;
  private final boolean extentWanted;
  private final long[] entry = new long[SortedEntries.WORDS];
  private double minX = Double.POSITIVE_INFINITY;
  private double minY = Double.POSITIVE_INFINITY;
  private double maxX = Double.NEGATIVE_INFINITY;
  private double maxY = Double.NEGATIVE_INFINITY;
  private long entries;
  private long written;
  private long nextReport = PROGRESS;
  private boolean used;

  /**
   * Creates a loader for a kind of tree.
   *
   * @param form converts entries to the tree's format
   * @param layout the tree's layout
   * @param rules the tree's limits on the number of entries in a node
   * @param metric the tree's metric
   * @throws SpecException if the tree does not support the configured order
   */
  public BulkLoader(
      BulkForm form, TreeLayout layout, TreeRules rules, BulkConfig config, Metric metric) {
    this.form = Objects.requireNonNull(form, "form");
    this.layout = layout;
    this.rules = rules;
    this.config = config;
    this.metric = metric;
    if (!form.orders().contains(config.order())) {
      throw new SpecException(
          "bulk order '"
              + config.order().word()
              + "' of this tree (allowed: "
              + BulkOrder.words(form.orders())
              + ")");
    }
    packed = form instanceof LevelForm levels ? levels : null;
    cut = form instanceof PartitionForm partition ? partition : null;
    curve = packed != null && packed.curve() != null ? packed.curve() : config.curve();
    extentWanted = key() == null;
    memory = SortMemory.allocate(config.sortMemoryBytes());
    input = new EntrySorter(memory.slice(0, inputBytes()), config.spillDirectory(), key());
  }

  /**
   * Returns how many bytes of the configured memory are used to sort the added entries. In order
   * STR, the rest is used to sort slices and the entries of the next level. In Z-order, the rest is
   * used to sort entries with equal first keys.
   */
  private int inputBytes() {
    int quarter = memory.capacity() / 4;
    return switch (config.order()) {
      case STR -> 2 * quarter;
      case ZORDER -> 3 * quarter;
      default -> memory.capacity();
    };
  }

  /** Returns the sort key, or null if the extent of the data must be known first. */
  private SortKey key() {
    return switch (config.order()) {
      case STR -> SortKey.CENTRE_X;
      case NEARESTX -> SortKey.LOWER_X;
      case ZORDER -> cut::majorKey;
      default -> curve == null ? null : hilbert(curve);
    };
  }

  private static SortKey hilbert(HilbertCurve along) {
    return (id, x1, y1, x2, y2) -> along.valueOfCentre(x1, y1, x2, y2);
  }

  /**
   * Adds an entry. A coordinate of -0.0 is stored as 0.0.
   *
   * @throws IllegalArgumentException if the rectangle is invalid or the tree cannot store it
   */
  public void add(long id, double x1, double y1, double x2, double y2) {
    metric.requireObject(x1, y1, x2, y2);
    form.requireHoldable(x1, y1, x2, y2);
    requireUnused();
    entry[0] = id;
    entry[1] = Double.doubleToRawLongBits(x1 + 0.0);
    entry[2] = Double.doubleToRawLongBits(y1 + 0.0);
    entry[3] = Double.doubleToRawLongBits(x2 + 0.0);
    entry[4] = Double.doubleToRawLongBits(y2 + 0.0);
    if (extentWanted) {
      minX = Math.min(minX, x1);
      minY = Math.min(minY, y1);
      maxX = Math.max(maxX, x2);
      maxY = Math.max(maxY, y2);
    }
    input.add(entry);
  }

  /** Returns the number of entries added. */
  public long size() {
    return used ? entries : input.total();
  }

  private void requireUnused() {
    if (used) {
      throw new IllegalStateException("bulk loader: already used; create a new loader");
    }
  }

  /**
   * Writes all entries to a store as one operation.
   *
   * @throws IllegalStateException if the store's tree is not empty; it stays unchanged
   */
  public void load(NodeStore store) {
    requireUnused();
    try (NodeOperation operation = store.begin()) {
      load(store, operation);
      operation.commit();
    }
  }

  /**
   * Writes all entries in an open operation of a store. The caller commits the operation.
   *
   * @throws IllegalStateException if the store's tree is not empty; it stays unchanged
   */
  public void load(NodeStore store, NodeOperation operation) {
    requireUnused();
    used = true;
    entries = input.total();
    removeEmptyRoot(operation);
    PageBatch batch = new PageBatch(store, operation);
    if (cut != null) {
      NodePartition partition = partition(batch);
      operation.root(partition.root(), partition.height());
    } else {
      List<NodePlan> plans = plans();
      long root = config.order() == BulkOrder.STR ? tile(plans, batch) : pack(plans, batch);
      operation.root(root, plans.size() - 1);
    }
    batch.finish();
    operation.entries(entries);
    config.progress().written(entries, entries);
  }

  /** Deletes the root of an empty tree. The caller creates a new root. */
  public static void removeEmptyRoot(NodeOperation operation) {
    if (operation.root() == NodeStore.NO_NODE) {
      return;
    }
    if (operation.entries() != 0 || operation.height() != 0) {
      throw new IllegalStateException(
          "bulk load: the tree has " + operation.entries() + " entries; load into an empty tree");
    }
    operation.delete(operation.root(), 0);
  }

  /**
   * Passes the sorted entries to the tree's own {@link NodePartition}, which divides them into
   * nodes and adds all nodes to the batch. Returns the partition.
   */
  private NodePartition partition(PageBatch batch) {
    NodePartition partition = cut.partition(config.fill(), batch);
    int quarter = memory.capacity() / 4;
    try (EntrySorter tied = sorter(3 * quarter, quarter, cut::minorKey)) {
      SortedEntries sorted = new SettledTies(cut, input.sort(key()), tied);
      while (sorted.next(entry)) {
        partition.accept(entry);
        written++;
        report();
      }
    }
    partition.finish();
    return partition;
  }

  private void report() {
    if (written >= nextReport) {
      config.progress().written(written, entries);
      nextReport = written + PROGRESS;
    }
  }

  private List<NodePlan> plans() {
    return NodePlan.levels(entries, rules, config.fill());
  }

  private LevelPacker packer(
      List<NodePlan> plans, int level, PageBatch batch, Consumer<long[]> parents) {
    return new LevelPacker(level, plans, layout, packed, batch, parents);
  }

  /**
   * Packs sorted entries into leaves. Each finished node adds its entry to the level above at once.
   * Returns the id of the root.
   */
  private long pack(List<NodePlan> plans, PageBatch batch) {
    int top = plans.size() - 1;
    LevelPacker root = packer(plans, top, batch, rootEntry -> {});
    LevelPacker leaves = root;
    for (int level = top - 1; level >= 0; level--) {
      leaves = packer(plans, level, batch, leaves);
    }
    SortKey key = key();
    SortedEntries sorted = input.sort(key != null ? key : hilbert(extentCurve()));
    fill(0, sorted, entries, leaves);
    root.finish();
    return root.nodeId();
  }

  /**
   * Passes the sorted entries of a level to {@code nodes}, which packs them into nodes. The entries
   * get the layout of the level.
   *
   * @param count number of the entries
   */
  private void fill(int level, SortedEntries sorted, long count, Consumer<long[]> nodes) {
    if (level > 0) {
      while (sorted.next(entry)) {
        nodes.accept(entry);
      }
      return;
    }
    long[] leafEntry = new long[layout.leaf().words()];
    for (long left = count; left > 0; left -= FEW) {
      fillSome(sorted, (int) Math.min(FEW, left), leafEntry, nodes);
      report();
    }
  }

  /**
   * Passes the next entries, at most {@link #FEW}, to {@code nodes}. The JIT compiler compiles this
   * method once. It compiles a loop over all entries twice: while it runs, and when it is next
   * called. The caller counts the entries, because the end of the entries is a branch that the
   * compiled code would not have.
   */
  private void fillSome(SortedEntries sorted, int some, long[] leafEntry, Consumer<long[]> nodes) {
    for (int i = 0; i < some; i++) {
      if (!sorted.next(entry)) {
        throw new IllegalStateException("bulk load: the sort lost entries after " + written);
      }
      packed.leafEntry(entry, leafEntry);
      nodes.accept(leafEntry);
      written++;
    }
  }

  /** Returns the curve through the extent of all entries. */
  private HilbertCurve extentCurve() {
    return minX <= maxX ? new HilbertCurve(minX, minY, maxX, maxY) : new HilbertCurve(0, 0, 1, 1);
  }

  /**
   * Packs one level after another (STR). Returns the id of the root. Two sorters take turns: while
   * one returns the entries of a level, the other collects the entries of the next level.
   */
  private long tile(List<NodePlan> plans, PageBatch batch) {
    int quarter = memory.capacity() / 4;
    try (EntrySorter other = sorter(2 * quarter, quarter, SortKey.CENTRE_X);
        EntrySorter slice = sorter(3 * quarter, quarter, SortKey.CENTRE_Y)) {
      EntrySorter source = input;
      EntrySorter target = other;
      long root = NodeStore.NO_NODE;
      for (int level = 0; level < plans.size(); level++) {
        target.clear();
        LevelPacker nodes = packer(plans, level, batch, target::add);
        tile(level, plans.get(level), source.sort(SortKey.CENTRE_X), slice, nodes);
        root = nodes.nodeId();
        EntrySorter done = source;
        source = target;
        target = done;
      }
      return root;
    }
  }

  private EntrySorter sorter(int at, int bytes, SortKey key) {
    return new EntrySorter(memory.slice(at, bytes), config.spillDirectory(), key);
  }

  /**
   * Divides the entries of a level, which are sorted by x, into slices of complete nodes. Sorts
   * each slice by y.
   */
  private void tile(
      int level, NodePlan plan, SortedEntries byX, EntrySorter slice, LevelPacker nodes) {
    long slices = (long) Math.ceil(Math.sqrt(plan.nodes()));
    long nodesEach = (plan.nodes() + slices - 1) / slices;
    for (long first = 0; first < plan.nodes(); first += nodesEach) {
      slice.clear();
      for (long left = plan.size(first, nodesEach); left > 0; left--) {
        byX.next(entry);
        slice.add(entry);
      }
      fill(level, slice.sort(SortKey.CENTRE_Y), slice.total(), nodes);
    }
    nodes.finish();
  }

  @Override
  public void close() {
    used = true;
    input.close();
  }
}
