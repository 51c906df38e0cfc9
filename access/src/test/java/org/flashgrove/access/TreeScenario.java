package org.flashgrove.access;

import java.util.List;
import java.util.function.IntPredicate;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.Placement;

/**
 * Crash scenario of a tree. Its pages, log and buffer are small, so that evictions, flushes,
 * checkpoints and compactions occur within a hundred steps. The power is not cut while the store is
 * created.
 *
 * @param index spec of the tree
 * @param flash spec of the buffer
 * @param together whether the device reads several pages at the same time
 */
record TreeScenario(
    CrashWorkload workload,
    Placement placement,
    int pageSize,
    long logBytes,
    SyncMode sync,
    String index,
    String flash,
    boolean together)
    implements CrashScenario {

  /** Creates a scenario on a device that reads one page after the other. */
  TreeScenario(
      CrashWorkload workload,
      Placement placement,
      int pageSize,
      long logBytes,
      SyncMode sync,
      String index,
      String flash) {
    this(workload, placement, pageSize, logBytes, sync, index, flash, false);
  }

  /**
   * Returns the same scenario with another buffer, on a device that reads several pages at the same
   * time.
   */
  TreeScenario together(String otherFlash) {
    return new TreeScenario(workload, placement, pageSize, logBytes, sync, index, otherFlash, true);
  }

  /** Returns a scenario of an R-tree over the plain pool. */
  static TreeScenario pool(
      CrashWorkload workload, Placement placement, int pageSize, long logBytes, SyncMode sync) {
    return new TreeScenario(
        workload, placement, pageSize, logBytes, sync, "rtree", "none:frames=8");
  }

  /** Returns a scenario of an R-tree over a flash-aware buffer. */
  static TreeScenario flashAware(
      CrashWorkload workload,
      Placement placement,
      int pageSize,
      long logBytes,
      SyncMode sync,
      String flash) {
    return new TreeScenario(workload, placement, pageSize, logBytes, sync, "rtree", flash);
  }

  @Override
  public String name() {
    return index + ", " + flash + ", " + placement + ", sync " + sync;
  }

  @Override
  public int steps() {
    return workload.steps();
  }

  @Override
  public long expected(int steps) {
    return workload.expected(steps);
  }

  @Override
  public DiskState initial() {
    CrashDisk disk = new CrashDisk();
    open(disk).close();
    return disk.everything();
  }

  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    TreeAlgorithm algorithm = IndexKinds.algorithm(Spec.parse(index), pageSize);
    TreeLayout layout = algorithm.layout();
    LoggedNodeStore nodes =
        new NodeStoreFiles(
                directory,
                placement,
                pageSize,
                layout,
                logBytes,
                sync,
                (device, log) ->
                    FlashKinds.read(Spec.parse(flash)).maker().make(device, layout, log))
            .readingTogether(together)
            .open();
    SpatialTree tree = SpatialTree.open(nodes, algorithm);
    return new OpenTree(
        workload::run,
        number -> sync.kind() == SyncMode.Kind.OP || workload.isSync(number),
        nodes,
        tree);
  }

  /** Steps of a scenario. */
  @FunctionalInterface
  interface Steps {
    /** Runs a step on a tree and the store of its nodes. */
    void run(int number, SpatialIndex index, NodeStore nodes);
  }

  /** An open tree. */
  static final class OpenTree implements StoreUnderTest {
    private final Steps steps;
    private final IntPredicate syncs;
    private final LoggedNodeStore nodes;
    private final SpatialTree tree;
    private long promised;

    /**
     * An open tree.
     *
     * @param syncs returns whether all steps up to a given one must be durable when that step ends
     */
    OpenTree(Steps steps, IntPredicate syncs, LoggedNodeStore nodes, SpatialTree tree) {
      this.steps = steps;
      this.syncs = syncs;
      this.nodes = nodes;
      this.tree = tree;
    }

    LoggedNodeStore nodes() {
      return nodes;
    }

    @Override
    public void step(int number) {
      steps.run(number, tree, nodes);
      if (syncs.test(number)) {
        promised = commitNumber();
      }
    }

    @Override
    public long commitNumber() {
      return nodes.store().committedFrame();
    }

    @Override
    public boolean isDurable(long commitNumber) {
      return Math.max(promised, nodes.store().durableFrame()) >= commitNumber;
    }

    @Override
    public long digest() {
      return CrashWorkload.digest(tree);
    }

    @Override
    public List<String> problems() {
      return tree.check().problems();
    }

    @Override
    public void close() {
      tree.close();
    }
  }
}
