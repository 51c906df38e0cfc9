package org.flashgrove.lab.experiment.lsm;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.TemporaryDirectory;
import org.flashgrove.lsm.LsmSnapshot;
import org.flashgrove.lsm.LsmStats;
import org.flashgrove.lsm.LsmTree;
import org.flashgrove.lsm.store.LsmStructure;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.store.DeviceSetup;
import org.flashgrove.simulator.trace.Preconditioning;

/**
 * Workload of Mao et al. (2020) on one store. At first, half of the points are inserted. Then
 * rounds of insertions alternate with rounds of queries around existing points. At the end, more
 * points are inserted with queries between them, in order to measure queries during a merge. Times
 * are virtual on a simulated device.
 */
final class Study implements AutoCloseable {
  /**
   * Window sizes as negative exponents of ten: windows have 10^-3 or 10^-5 of the extent's width
   * and height.
   */
  static final int[] EXPONENTS = {3, 5};

  private static final int DIGITS = 3;
  private static final int INSERTIONS_A_QUERY = 25;

  /**
   * Setup of a simulated device without preconditioning: the device starts empty. The setup resets
   * the counters of the device when a store is created.
   */
  static final DeviceSetup FORGOTTEN =
      new DeviceSetup(Preconditioning.Kind.NONE, UnaryOperator.identity(), false);

  private final StudyDesign design;
  private final StudySize size;
  private final StudyData data;
  private final TemporaryDirectory directory = new TemporaryDirectory("lsm");
  private final SpatialStore store;
  private final SimulatedDevice device;
  private final LsmTree tree; // null if the index is no LSM R-tree
  private final LongSupplier clock;
  private final StudyStats figures = new StudyStats();
  private final List<String> differences = new ArrayList<>();
  private int inserted;
  private long idSum;
  private long results;

  /**
   * Creates an empty store in a temporary directory.
   *
   * @param deviceSpec spec of the device
   */
  Study(StudyDesign design, StudySize size, StudyData data, String deviceSpec) {
    this.design = design;
    this.size = size;
    this.data = data;
    String index = design.keys() + ",memory=" + size.memoryBytes() + ",block=" + size.blockBytes();
    StoreDesign options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice(deviceSpec)
            .withPageSize(size.pageBytes())
            .design();
    StoreDesign made = options.withDevice(FORGOTTEN.before(options.device()));
    store = SpatialStore.of(Store.create(directory.path().resolve("store"), made));
    device = store.store().device(SimulatedDevice.class);
    clock = device == null ? System::nanoTime : device::nowNanos;
    tree =
        store.store().structure(SpatialStore.INDEX) instanceof LsmStructure lsm ? lsm.tree() : null;
    if (tree != null) {
      tree.timeBy(clock);
    }
  }

  /** Returns descriptions of wrong answers to queries, one line each. */
  List<String> differences() {
    return differences;
  }

  /** Runs the workload and returns the measurements. */
  Execution run(String deviceName) {
    long cpu = cpuNanos();
    insert(size.loaded(), figures.load());
    for (int round = 0; round < StudySize.ROUNDS; round++) {
      insert(size.ofRound(), figures.insertions());
      noteComponents();
      for (int exponent : EXPONENTS) {
        query(exponent, round);
      }
    }
    Execution execution =
        new Execution(design.label() + ", " + deviceName)
            .with("device", deviceName)
            .with("policy", design.policy())
            .with("configuration", design.configuration())
            .with("comparator", design.comparator())
            .with("points", size.points())
            .with("memory", size.memoryBytes());
    figures.addTo(execution, size);
    if (tree == null) {
      figures.addGrove(execution, (GroveMetrics) store.stats().first().blocks());
    } else {
      figures.addTree(execution, tree.stats(), size);
    }
    insertBesideQueries();
    figures.addBeside(execution);
    if (device == null && tree != null) {
      new ReaderBesideWriter(store, tree).run(size, data, execution);
    }
    execution.measured("results", results).measured("id_sum", idSum);
    execution.measured("cpu_seconds", StudyStats.rounded((cpuNanos() - cpu) / 1e9));
    if (device != null) {
      device.drain();
      execution.measured("flash_reads", device.figures().pageReads());
      execution.measured("flash_programs", device.figures().pagePrograms());
      execution.measured("flash_erases", device.figures().blockErases());
    }
    return execution;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void insert(int count, Histogram latencies) {
    long pages = store.stats().io().pageWrites();
    long start = clock.getAsLong();
    long before = start;
    for (int i = 0; i < count; i++) {
      insertNext();
      long now = clock.getAsLong();
      latencies.recordValue(Math.max(0, now - before));
      before = now;
    }
    figures.inserted(count, before - start, store.stats().io().pageWrites() - pages);
  }

  private void insertNext() {
    double x = data.x(inserted);
    double y = data.y(inserted);
    store.insert(data.id(inserted), x, y, x, y);
    inserted++;
  }

  private void noteComponents() {
    if (tree != null) {
      figures.components(tree.stats().components());
    }
  }

  /** Runs window queries. Compares the answer to the first window with a scan. */
  private void query(int exponent, int round) {
    double[][] windows = data.windows(size.queries(), exponent, inserted, round);
    QueryStats asked = figures.queries(exponent);
    boolean merging = tree != null && tree.stats().merging();
    for (int i = 0; i < windows.length; i++) {
      long pages = store.stats().io().pageReads();
      long before = clock.getAsLong();
      long found = search(windows[i]);
      long nanos = Math.max(0, clock.getAsLong() - before);
      asked.asked(found, nanos, store.stats().io().pageReads() - pages, merging);
      if (i == 0 && found != data.matching(windows[i], inserted)) {
        differences.add(
            design.label()
                + ": "
                + found
                + " results of a window, where a scan has "
                + data.matching(windows[i], inserted));
      }
    }
    if (tree != null) {
      try (LsmSnapshot snapshot = tree.snapshot()) {
        for (double[] window : windows) {
          asked.met(snapshot.componentsAt(window[0], window[1], window[2], window[3]));
        }
      }
    }
  }

  private long search(double[] window) {
    long found =
        store.forEach(
            EntryQuery.intersecting(window[0], window[1], window[2], window[3]).idsOnly(),
            (id, minX, minY, maxX, maxY) -> idSum += id);
    results += found;
    return found;
  }

  /** Inserts more points, with a small window query after every few insertions. */
  private void insertBesideQueries() {
    int queries = size.beside() / INSERTIONS_A_QUERY;
    double[][] windows = data.windows(queries, EXPONENTS[1], inserted, StudySize.ROUNDS);
    for (double[] window : windows) {
      for (int i = 0; i < INSERTIONS_A_QUERY; i++) {
        insertNext();
      }
      boolean merging = tree != null && tree.stats().merging();
      long before = clock.getAsLong();
      search(window);
      figures.beside(merging).recordValue(Math.max(0, clock.getAsLong() - before));
    }
  }

  /**
   * Bounding boxes of the components that a merge read, and of the components that it wrote: minX,
   * minY, maxX, maxY.
   */
  record Boxes(List<double[]> before, List<double[]> after) {}

  /**
   * Inserts all points, and finds the merge that read the most components. Returns the bounding
   * boxes of the components that this merge read and of the components that it wrote.
   */
  Boxes largestMerge() {
    Boxes largest = new Boxes(List.of(), List.of());
    List<double[]> before = List.of();
    long merges = 0;
    long flushes = 0;
    for (int i = 0; i < size.points(); i++) {
      insertNext();
      LsmStats now = tree.stats();
      if (now.merges() != merges || now.flushes() != flushes) {
        List<double[]> after = boxes();
        Boxes merge = new Boxes(without(before, after), without(after, before));
        boolean one = now.merges() == merges + 1 && now.flushes() == flushes;
        largest = one && merge.before.size() > largest.before.size() ? merge : largest;
        before = after;
        merges = now.merges();
        flushes = now.flushes();
      }
    }
    return largest;
  }

  private List<double[]> boxes() {
    List<double[]> boxes = new ArrayList<>();
    try (LsmSnapshot snapshot = tree.snapshot()) {
      snapshot.visitComponents(
          (level, records, minX, minY, maxX, maxY) ->
              boxes.add(new double[] {minX, minY, maxX, maxY}));
    }
    return boxes;
  }

  private static List<double[]> without(List<double[]> boxes, List<double[]> others) {
    return boxes.stream()
        .filter(box -> others.stream().noneMatch(other -> Arrays.equals(box, other)))
        .toList();
  }

  @Override
  public void close() {
    store.close();
    directory.close();
  }

  /** Returns an empty histogram of times. */
  static Histogram times() {
    return new Histogram(DIGITS);
  }
}
