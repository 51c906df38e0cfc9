package org.flashgrove.lab.experiment.lsm;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lsm.LsmStats;
import org.flashgrove.lsm.LsmTree;

/**
 * Measures small window queries of one thread. There are three cases: another thread inserts and a
 * merge is running, another thread inserts without a merge, and no other thread inserts. It also
 * measures the insertions.
 */
final class ReaderBesideWriter {
  private static final int WINDOWS = 1_000;
  private static final int ALONE = 5;

  private final SpatialStore store;
  private final LsmTree tree;
  private final Histogram merging = Study.times();
  private final Histogram idle = Study.times();
  private final Histogram alone = Study.times();
  private final Histogram insertions = Study.times();

  ReaderBesideWriter(SpatialStore store, LsmTree tree) {
    this.store = store;
    this.tree = tree;
  }

  /**
   * First measures window queries alone. Then measures them while another thread inserts the points
   * again with new ids. Adds the latencies to the results of {@code execution}.
   */
  void run(StudySize size, StudyData data, Execution execution) {
    double[][] windows = data.windows(WINDOWS, Study.EXPONENTS[1], size.points(), ALONE);
    for (int round = 0; round < ALONE; round++) {
      for (double[] window : windows) {
        alone.recordValue(ask(window));
      }
    }
    AtomicBoolean inserting = new AtomicBoolean(true);
    CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> read(windows, inserting));
    LsmStats atFirst = tree.stats();
    long start = System.nanoTime();
    long before = start;
    for (int i = 0; i < size.beside(); i++) {
      double x = data.x(i);
      double y = data.y(i);
      store.insert(2L * size.points() + i, x, y, x, y);
      long now = System.nanoTime();
      insertions.recordValue(now - before);
      before = now;
    }
    double seconds = (before - start) / 1e9;
    LsmStats atLast = tree.stats();
    inserting.set(false);
    reader.join();
    StudyStats.addQueries(execution, "reader", "merging", merging);
    StudyStats.addQueries(execution, "reader", "idle", idle);
    StudyStats.addQueries(execution, "reader", "alone", alone);
    execution.measured("reader_insertions_per_second", Math.round(size.beside() / seconds));
    StudyStats.addMicros(execution, "reader_insert_p99_micros", insertions, 99);
    StudyStats.addMicros(execution, "reader_insert_p999_micros", insertions, 99.9);
    StudyStats.addMicros(execution, "reader_insert_max_micros", insertions, 100);
    execution.measured("reader_stalls", atLast.waits() - atFirst.waits());
    execution.measured(
        "reader_stall_millis",
        StudyStats.rounded((atLast.waitNanos() - atFirst.waitNanos()) / 1e6));
    execution.measured("reader_helps", atLast.helps() - atFirst.helps());
  }

  private void read(double[][] windows, AtomicBoolean inserting) {
    for (int i = 0; inserting.get(); i++) {
      boolean before = tree.isMerging();
      long nanos = ask(windows[i % windows.length]);
      if (before && tree.isMerging()) {
        merging.recordValue(nanos);
      } else if (!before && !tree.isMerging()) {
        idle.recordValue(nanos);
      }
    }
  }

  private long ask(double[] window) {
    long before = System.nanoTime();
    store.count(EntryQuery.intersecting(window[0], window[1], window[2], window[3]));
    return System.nanoTime() - before;
  }
}
