package org.flashgrove.lab.experiment.lsm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.TemporaryDirectory;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/**
 * Workload on a table with records of one kilobyte, an index on the key and a spatial index. At
 * first, half of the records are inserted. Then rounds of changes alternate with rounds of exact
 * queries around existing records. Half of the changes move a record, a third insert a record, and
 * a sixth delete a record. At the end, a lazy index removes the entries that no longer match a
 * record, and the queries run again. Times are virtual on a simulated device.
 */
final class SecondaryStudy implements AutoCloseable {
  /** Size of a record's attributes in bytes. */
  static final int RECORD_BYTES = 1_000;

  /** Number of changes in a commit. */
  private static final int BATCH = 10;

  private static final int PART_OF_CACHE = 50;
  private static final int GONE = -1;
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final SecondaryDesign design;
  private final StudySize size;
  private final StudyData data;
  private final TemporaryDirectory directory = new TemporaryDirectory("secondary");
  private final Table table;
  private final LongSupplier clock;
  private final SplittableRandom random;
  private final ByteBuffer attributes = ByteBuffer.allocate(RECORD_BYTES);
  private final Histogram batches = Study.times();
  private final List<String> differences = new ArrayList<>();

  /** Location of each record, by key, as an index of a point in {@link #data}. */
  private final List<Integer> places = new ArrayList<>();

  private final List<Integer> present = new ArrayList<>(); // keys of existing records
  private int nextPlace;
  private long changed;
  private long nanos;
  private long results;
  private long keySum;

  /**
   * Creates an empty table in a temporary directory.
   *
   * @param data points of the records, and points that the records move to
   */
  SecondaryStudy(
      SecondaryDesign design, StudySize size, StudyData data, String deviceSpec, long seed) {
    this.design = design;
    this.size = size;
    this.data = data;
    random = new SplittableRandom(seed);
    long cache = (long) size.points() * RECORD_BYTES / PART_OF_CACHE;
    StoreDesign made =
        TableOptions.defaults()
            .withDevice(deviceSpec)
            .withSync(SyncMode.parse("group:5ms"))
            .withPageSize(size.pageBytes())
            .withCache(Math.max(16L * size.pageBytes(), cache))
            .withFlash("none:buffer=" + SecondaryDesign.memory(size))
            .withIndex("geom", design.index(size))
            .withIndex("key", "bplus:unique=off")
            .design();
    Store store =
        Store.create(
            directory.path().resolve("store"),
            made.withDevice(Study.FORGOTTEN.before(made.device())));
    table = Table.of(store, StoreDesign.ONLY_TABLE).closingStore();
    SimulatedDevice device = store.device(SimulatedDevice.class);
    clock = device == null ? System::nanoTime : device::nowNanos;
  }

  /** Returns descriptions of wrong answers to queries, one line each. */
  List<String> differences() {
    return differences;
  }

  /** Runs the workload and returns the measurements. */
  Execution run(String deviceName) {
    change(size.loaded(), true);
    double loadSeconds = seconds();
    batches.reset();
    changed = 0;
    nanos = 0;
    IoStats ofIndex = null;
    IoStats ofAll = null;
    QueryStats[] asked = {new QueryStats(), new QueryStats()};
    long indexPages = 0;
    for (int round = 0; round < StudySize.ROUNDS; round++) {
      IoStats index = table.index("geom").io();
      IoStats all = table.io();
      change(size.ofRound(), false);
      ofIndex = sum(ofIndex, table.index("geom").io().since(index));
      ofAll = sum(ofAll, table.io().since(all));
      indexPages += ask(asked, round);
    }
    Execution execution =
        new Execution(design.label() + ", " + deviceName)
            .with("device", deviceName)
            .with("index", design.label())
            .with("maintenance", design.maintenance())
            .with("records", size.points())
            .with("memory", SecondaryDesign.memory(size))
            .measured("load_seconds", loadSeconds)
            .measured("changes_per_second", Math.round(changed / Math.max(1e-9, seconds())))
            .measured("pages_read_a_change", perChange(ofAll.pageReads()))
            .measured("pages_written_a_change", perChange(ofAll.pageWrites()))
            .measured("index_pages_read_a_change", perChange(ofIndex.pageReads()))
            .measured("index_pages_written_a_change", perChange(ofIndex.pageWrites()))
            .measured("index_pages_a_query", perQuery(indexPages))
            .measured("entries", table.geometryIndex().size())
            .measured("live_records", table.size());
    StudyStats.addMicros(execution, "batch_p50_micros", batches, 50);
    StudyStats.addMicros(execution, "batch_p99_micros", batches, 99);
    for (int i = 0; i < asked.length; i++) {
      asked[i].addTo(execution, Study.EXPONENTS[i], false);
    }
    clean(execution);
    return execution.measured("results", results).measured("key_sum", keySum);
  }

  private double seconds() {
    return StudyStats.rounded(nanos / 1e9);
  }

  private double perChange(long count) {
    return StudyStats.rounded((double) count / changed);
  }

  private double perQuery(long count) {
    long asked = (long) StudySize.ROUNDS * Study.EXPONENTS.length * size.queries();
    return StudyStats.rounded((double) count / asked);
  }

  private static IoStats sum(IoStats one, IoStats other) {
    return one == null ? other : one.plus(other);
  }

  /** Removes the index entries that no longer match a record, and runs the queries again. */
  private void clean(Execution execution) {
    long before = clock.getAsLong();
    execution.measured("cleaned", table.clean("geom"));
    execution.measured("clean_seconds", StudyStats.rounded((clock.getAsLong() - before) / 1e9));
    QueryStats[] asked = {new QueryStats(), new QueryStats()};
    ask(asked, StudySize.ROUNDS);
    for (int i = 0; i < asked.length; i++) {
      execution.measured(
          "cleaned_mean_micros_" + Study.EXPONENTS[i],
          StudyStats.rounded(asked[i].nanos() / 1e3 / size.queries()));
    }
  }

  // Changes

  private void change(int count, boolean load) {
    for (int left = count; left > 0; left -= BATCH) {
      int some = Math.min(left, BATCH);
      long before = clock.getAsLong();
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < some; i++) {
          change(batch, load ? 0 : random.nextInt(6));
        }
        batch.commit();
      }
      long took = Math.max(0, clock.getAsLong() - before);
      batches.recordValue(took);
      nanos += took;
      changed += some;
    }
  }

  /** Inserts, moves or deletes a record. */
  private void change(TableBatch batch, int what) {
    if (what < 2 || present.isEmpty()) {
      int place = nextPlace();
      batch.insert(places.size(), point(place), attributes.clear());
      present.add(places.size());
      places.add(place);
      return;
    }
    int among = random.nextInt(present.size());
    int key = present.get(among);
    long rid = batch.find(key);
    if (what < 5) {
      int place = nextPlace();
      batch.byRid().updateGeometry(rid, point(place));
      places.set(key, place);
    } else {
      batch.byRid().delete(rid);
      places.set(key, GONE);
      present.set(among, present.get(present.size() - 1));
      present.remove(present.size() - 1);
    }
  }

  private int nextPlace() {
    return nextPlace++;
  }

  private Point point(int place) {
    return GEOMETRIES.createPoint(new Coordinate(data.x(place), data.y(place)));
  }

  // Queries

  /**
   * Runs window queries of each size. Compares the answer to the first window of each size with a
   * scan. Returns the number of index pages read.
   */
  private long ask(QueryStats[] asked, int round) {
    long indexPages = 0;
    for (int i = 0; i < asked.length; i++) {
      double[][] windows = data.windows(size.queries(), Study.EXPONENTS[i], nextPlace, round);
      for (int w = 0; w < windows.length; w++) {
        long before = clock.getAsLong();
        long[] cost = ask(windows[w]);
        asked[i].asked(cost[0], Math.max(0, clock.getAsLong() - before), cost[1], false);
        indexPages += cost[2];
        if (w == 0 && cost[0] != matching(windows[w])) {
          differences.add(
              design.label()
                  + ": "
                  + cost[0]
                  + " results of a window, where a look at all records has "
                  + matching(windows[w]));
        }
      }
    }
    return indexPages;
  }

  /**
   * Runs a window query. Returns the number of results, the number of record pages read, and the
   * number of index pages read.
   */
  private long[] ask(double[] window) {
    Envelope box = new Envelope(window[0], window[2], window[1], window[3]);
    ScanQuery query =
        ScanQuery.where(
            new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, GEOMETRIES.toGeometry(box)));
    try (RecordCursor found = TableScan.open(table, query, ScanConfig.of(AccessPath.SIDX))) {
      while (found.next()) {
        results++;
        keySum += found.key();
      }
      return new long[] {
        found.figures().records(), found.figures().pagesRead(), found.figures().indexPages()
      };
    }
  }

  private long matching(double[] window) {
    long found = 0;
    for (int place : places) {
      boolean inside =
          place != GONE
              && data.x(place) >= window[0]
              && data.x(place) <= window[2]
              && data.y(place) >= window[1]
              && data.y(place) <= window[3];
      found += inside ? 1 : 0;
    }
    return found;
  }

  @Override
  public void close() {
    table.close();
    directory.close();
  }
}
