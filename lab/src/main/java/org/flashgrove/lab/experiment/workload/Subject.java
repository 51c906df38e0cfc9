package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.lab.experiment.Details;
import org.flashgrove.lab.experiment.PageOrder;
import org.flashgrove.simulator.device.SimulatedDevice;

/**
 * A store on which the steps of a workload run, and the entries that the store should have. Not
 * safe for use by several threads.
 */
public final class Subject implements AutoCloseable {
  /** Number of significant digits of recorded latencies. */
  private static final int DIGITS = 3;

  private final StoreContext site;
  private final DataSet data;
  private final LiveEntries live = new LiveEntries();
  private final SplittableRandom random;
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private SpatialStore store;
  private SimulatedDevice device;
  private Histogram latencies = new Histogram(DIGITS);
  private long nextId;
  private int loaded;
  private PhaseStats phase;
  private boolean looks;

  /**
   * Creates an empty store.
   *
   * @param seed seed of the random choices of steps
   */
  public Subject(StoreContext site, DataSet data, long seed) {
    this.site = site;
    this.data = data;
    random = new SplittableRandom(seed);
    use(site.create());
    for (int i = 0; i < data.entries().size(); i++) {
      nextId = Math.max(nextId, data.entries().id(i) + 1);
    }
  }

  private void use(SpatialStore other) {
    store = other;
    device = other.store().device(SimulatedDevice.class);
    if (phase != null) {
      phase.opened(other);
    }
  }

  /**
   * Result of a step.
   *
   * @param figures measurements by name
   * @param details further measurements, such as latencies
   * @param difference description of wrong answers; null if all answers were right
   */
  public record Outcome(Map<String, Object> figures, Details details, String difference) {}

  /**
   * Runs a step and measures it as a phase.
   *
   * @param before runs before the measurement; if the step is cold, runs after the store is
   *     reopened
   */
  public Outcome run(Step step, Runnable before) {
    if (step.isCold()) {
      phase = null;
      reopen();
    }
    before.run();
    PageOrder order = site.order();
    if (order != null) {
      order.take();
    }
    looks = false;
    phase = new PhaseStats(store);
    Step.Check check = step.run(this);
    Histogram taken = latencies.getTotalCount() == 0 ? null : latencies;
    Map<String, Object> counted = phase.end(figures, taken);
    PageOrder ordered = order == null ? null : order.take();
    Details details = new Details(taken, ordered, looks ? look(counted) : null);
    latencies = new Histogram(DIGITS);
    figures.clear();
    String difference = check.difference();
    if (difference == null && counted.getOrDefault("not_found_num", 0L).equals(0L)) {
      return new Outcome(counted, details, null);
    }
    return new Outcome(
        counted,
        details,
        difference == null ? counted.get("not_found_num") + " entries were not found" : difference);
  }

  /** Returns the open store. {@link #reopen} replaces it by a new object. */
  public SpatialStore store() {
    return store;
  }

  StoreContext site() {
    return site;
  }

  DataSet data() {
    return data;
  }

  LiveEntries live() {
    return live;
  }

  SplittableRandom random() {
    return random;
  }

  /** Closes and reopens the store, so that its buffers are empty. */
  public void reopen() {
    store.close();
    use(site.reopen());
  }

  /** Ends the store as a crash would, and reopens it with recovery. */
  void crash() {
    site.crash(store);
    use(site.reopen());
  }

  /** Adds {@code by} to a measurement of the current step. */
  void count(String figure, long by) {
    figures.merge(figure, by, (a, b) -> (Long) a + (Long) b);
  }

  /**
   * Adds a time to a measurement of the current step. The measurement is in seconds.
   *
   * @param nanos time in nanoseconds
   */
  void countNanos(String figure, long nanos) {
    figures.merge(figure, nanos / 1e9, (a, b) -> (Double) a + (Double) b);
  }

  /** Runs an operation and records its latency, in virtual time if the device has its own clock. */
  void timed(Runnable operation) {
    long before = nowNanos();
    operation.run();
    latencies.recordValue(Math.max(0, nowNanos() - before));
  }

  private long nowNanos() {
    return device == null ? System.nanoTime() : device.nowNanos();
  }

  /** Discards all costs of the current step so far. */
  void restartFigures() {
    phase.restart(store);
  }

  /** Runs {@code work} without adding its time to the current step. */
  <V> V aside(Supplier<V> work) {
    return phase.aside(work);
  }

  /**
   * Requests that the nodes of the tree are recorded after the step. This does not affect the
   * step's measurements.
   */
  void lookAtTree() {
    looks = true;
  }

  /**
   * Returns the nodes of the tree, and adds statistics of the tree to {@code counted}. Returns null
   * if the index is not a tree.
   */
  public List<Details.Node> look(Map<String, Object> counted) {
    if (!store.isTree()) {
      return null;
    }
    List<Details.Node> found = new ArrayList<>();
    PhaseStats.addSnapshot(counted, store);
    Internals.tree(store.index())
        .visitNodes(
            (level, id, parent, entries, minX, minY, maxX, maxY) ->
                found.add(new Details.Node(id, level, parent, minX, minY, maxX, maxY)));
    return found;
  }

  /** Returns the number of entries of the data set that are not inserted yet. */
  int remaining() {
    return data.entries().size() - loaded;
  }

  /**
   * Inserts the next entry of the data set.
   *
   * @return false if all entries were inserted before
   */
  boolean insertNext() {
    if (remaining() == 0) {
      return false;
    }
    double[] b = takeNext();
    long id = live.id(live.size() - 1);
    timed(() -> store.insert(id, b[0], b[1], b[2], b[3]));
    return true;
  }

  /**
   * Adds the next entry of the data set to the expected entries, but does not insert it into the
   * store. Returns the rectangle of the entry.
   */
  double[] takeNext() {
    double[] rectangle = LiveEntries.rectangle(data.entries(), loaded);
    live.add(data.entries().id(loaded), rectangle);
    loaded++;
    return rectangle;
  }

  /** Inserts an entry with a new id and the rectangle of a random entry. */
  void insertNew() {
    double[] b = live.bounds(random.nextInt(live.size()));
    long id = nextId++;
    live.addOther(id, b);
    timed(() -> store.insert(id, b[0], b[1], b[2], b[3]));
  }

  /** Deletes a random entry. */
  void deleteAny() {
    int entry = random.nextInt(live.size());
    long id = live.id(entry);
    double[] b = live.bounds(entry);
    live.remove(entry);
    timed(() -> requireFound(store.delete(id, b[0], b[1], b[2], b[3])));
  }

  /** Moves an entry to another rectangle. */
  void move(int entry, double[] to) {
    long id = live.id(entry);
    double[] from = live.bounds(entry);
    live.move(entry, to);
    timed(() -> requireFound(store.update(id, from, to)));
  }

  private void requireFound(boolean found) {
    if (!found) {
      count("not_found_num", 1);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
