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

/** A store that steps are done to, and what it should have. For one thread. */
public final class Subject implements AutoCloseable {
  /** Latencies are kept to three decimal digits. */
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
   * A new, empty store.
   *
   * @param seed of what steps draw
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

  /** Result of a step. */
  public record Outcome(Map<String, Object> figures, Details details, String difference) {}

  /**
   * Does a step as a phase of its own.
   *
   * @param before is done when a cold step has opened the store anew, before anything is counted
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

  /** The store; another object after it was opened anew. */
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

  /** Closes the store and opens it anew: nothing of it is in memory. */
  public void reopen() {
    store.close();
    use(site.reopen());
  }

  /** Ends the store as a crash does and opens it, which recovers. */
  void crash() {
    site.crash(store);
    use(site.reopen());
  }

  /** Adds to a figure of the step. */
  void count(String figure, long by) {
    figures.merge(figure, by, (a, b) -> (Long) a + (Long) b);
  }

  /** Adds to a time of the step, in nanoseconds; the figure is in seconds. */
  void countNanos(String figure, long nanos) {
    figures.merge(figure, nanos / 1e9, (a, b) -> (Double) a + (Double) b);
  }

  /** Does an operation and notes how long it took: in virtual time, if the device has its own. */
  void timed(Runnable operation) {
    long before = nowNanos();
    operation.run();
    latencies.recordValue(Math.max(0, nowNanos() - before));
  }

  private long nowNanos() {
    return device == null ? System.nanoTime() : device.nowNanos();
  }

  /** Forgets what the step has cost until now. */
  void restartFigures() {
    phase.restart(store);
  }

  /** Does something that is not part of the step's times. */
  <V> V aside(Supplier<V> work) {
    return phase.aside(work);
  }

  /**
   * Has the tree looked at when the step's figures have been taken, which are not touched by it.
   */
  void lookAtTree() {
    looks = true;
  }

  /** The nodes of the tree, with its figures; null if the index is no tree, which has none. */
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

  /** Entries of the data that were not inserted yet. */
  int remaining() {
    return data.entries().size() - loaded;
  }

  /**
   * Inserts the next entry of the data.
   *
   * @return whether there was one
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

  /** Notes the next entry of the data as one that the store has. */
  double[] takeNext() {
    double[] rectangle = LiveEntries.rectangle(data.entries(), loaded);
    live.add(data.entries().id(loaded), rectangle);
    loaded++;
    return rectangle;
  }

  /** Inserts an entry with an id of its own at the rectangle of one that is there. */
  void insertNew() {
    double[] b = live.bounds(random.nextInt(live.size()));
    long id = nextId++;
    live.addOther(id, b);
    timed(() -> store.insert(id, b[0], b[1], b[2], b[3]));
  }

  /** Deletes an entry drawn at random. */
  void deleteAny() {
    int entry = random.nextInt(live.size());
    long id = live.id(entry);
    double[] b = live.bounds(entry);
    live.remove(entry);
    timed(() -> requireFound(store.delete(id, b[0], b[1], b[2], b[3])));
  }

  /** Moves an entry drawn at random to a rectangle. */
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
