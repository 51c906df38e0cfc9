package org.flashgrove.lab.experiment.workload;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.log.LogStats;
import org.flashgrove.storage.node.buffer.BufferStats;

/**
 * Statistics of a store in a phase of a workload. Their names are those of the benchmark framework
 * FESTIval (Carniel's thesis, 2019, chapter 3). Statistics of a simulated device have the names in
 * FESTIval's table FlashSimulatorStatistics. Times are in seconds, and virtual times in
 * microseconds. {@code log_read_count} and {@code log_write_count} are the parts of {@code
 * read_count} and {@code write_count} that the log causes. {@code reads_num} and {@code writes_num}
 * count requests, in which a run of consecutive pages counts as one request. {@code pages_read} and
 * {@code pages_written} count pages of the index.
 */
public final class PhaseStats {
  private static final List<String> OF_TREES =
      List.of(
          "total_time",
          "total_cpu_time",
          "processed_entries_num",
          "cand_num",
          "result_num",
          "query_predicate",
          "not_found_num",
          "filter_time",
          "refinement_time",
          "latency_p50_micros",
          "latency_p95_micros",
          "latency_p99_micros",
          "latency_p999_micros",
          "latency_max_micros",
          "split_int_num",
          "split_leaf_num",
          "reinsertion_num",
          "reads_num",
          "writes_num",
          "pages_read",
          "pages_written",
          "flushing_num",
          "flushed_nodes_num",
          "nof_unnecessary_flushed_nodes",
          "efind_force_node_in_rbuffer",
          "efind_write_tc_sequential",
          "efind_write_tc_stride",
          "efind_write_tc_seqstride",
          "efind_write_tc_filled",
          "cur_buffer_size",
          "writes_log_num",
          "log_pages_written",
          "log_bytes_written",
          "compaction_log_num",
          "std_buffer_page_hit",
          "std_buffer_page_fault",
          "read_buffer_page_hit",
          "read_buffer_page_fault",
          "read_count",
          "write_count",
          "erase_count",
          "log_read_count",
          "log_write_count",
          "gc_copies",
          "write_amplification",
          "host_amplification",
          "flash_amplification",
          "flash_bytes_written",
          "virtual_micros",
          "height",
          "num_int_nodes",
          "num_leaf_nodes",
          "avg_num_entries_pnode",
          "avg_coverage_area_pnode",
          "avg_overlap_area_pnode",
          "avg_dead_space_pnode");

  /** Names of all statistics in order. */
  public static final List<String> NAMES =
      Stream.concat(OF_TREES.stream(), BlockPhaseStats.NAMES.stream()).toList();

  /**
   * Maps FESTIval's names of counters to the names of these counters in this program. Contains only
   * counters that not all kinds of buffer have.
   */
  private static final Map<String, String> COSTS =
      Map.of(
          "nof_unnecessary_flushed_nodes", "unchangedFlushedNodes",
          "efind_force_node_in_rbuffer", "forcedNodes",
          "efind_write_tc_sequential", "temporalSequential",
          "efind_write_tc_stride", "temporalStride",
          "efind_write_tc_seqstride", "temporalSeqStride",
          "efind_write_tc_filled", "temporalFilled");

  private static final double NANOS_PER_MICRO = 1e3;

  private SpatialStore store;
  private StoreStats before;
  private long startNanos;
  private long startCpuNanos;
  private long asideNanos;
  private long asideCpuNanos;

  /** Begins to measure a phase of a store. Resets the counters of its device. */
  PhaseStats(SpatialStore store) {
    restart(store);
  }

  /** Restarts the measurement of the phase. Discards all costs so far. */
  void restart(SpatialStore from) {
    opened(from);
    if (from.store().device(SimulatedDevice.class) != null) {
      from.store().device(SimulatedDevice.class).resetFigures();
    }
    before = from.stats();
    asideNanos = 0;
    asideCpuNanos = 0;
    startCpuNanos = cpuNanos();
    startNanos = System.nanoTime();
  }

  /**
   * Continues the phase with a store that was reopened within it. All counters of the reopened
   * store belong to the phase.
   */
  void opened(SpatialStore anew) {
    store = anew;
    before = null;
  }

  /** Runs {@code work} without adding its time to the phase. */
  <V> V aside(Supplier<V> work) {
    long nanos = System.nanoTime();
    long cpuNanos = cpuNanos();
    V found = work.get();
    asideCpuNanos += cpuNanos() - cpuNanos;
    asideNanos += System.nanoTime() - nanos;
    return found;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * Ends the phase and returns its statistics.
   *
   * @param own measurements of the step itself
   * @param latencies times of single operations in nanoseconds, or null
   */
  Map<String, Object> end(Map<String, Object> own, Histogram latencies) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("total_time", (System.nanoTime() - startNanos - asideNanos) / 1e9);
    figures.put("total_cpu_time", (cpuNanos() - startCpuNanos - asideCpuNanos) / 1e9);
    StoreStats after = store.stats();
    StructureStats index = after.first();
    StructureStats earlier = before == null ? null : before.first();
    if (index.tree() != null) {
      addTree(figures, index.tree(), earlier == null ? null : earlier.tree());
    } else {
      BlockPhaseStats.add(figures, index, earlier);
    }
    IoStats io = before == null ? after.io() : after.io().since(before.io());
    figures.put("reads_num", io.readCalls());
    figures.put("writes_num", io.writeRuns());
    figures.put("pages_read", io.pageReads());
    figures.put("pages_written", io.pageWrites());
    if (index.buffer() != null) {
      addBuffer(figures, index.buffer(), earlier == null ? null : earlier.buffer());
    }
    LogStats log = before == null ? after.log() : after.log().since(before.log());
    figures.put("writes_log_num", log.records());
    figures.put("log_pages_written", log.pageWrites());
    figures.put("log_bytes_written", log.bytesWritten());
    figures.put("compaction_log_num", log.compactions());
    addDevice(figures, store.store().device(SimulatedDevice.class));
    figures.putAll(own);
    if (latencies != null) {
      figures.put("latency_p50_micros", micros(latencies, 50));
      figures.put("latency_p95_micros", micros(latencies, 95));
      figures.put("latency_p99_micros", micros(latencies, 99));
      figures.put("latency_p999_micros", micros(latencies, 99.9));
      figures.put("latency_max_micros", micros(latencies, 100));
    }
    return figures;
  }

  /** Returns a percentile in microseconds, rounded down to three significant digits. */
  private static double micros(Histogram latencies, double percentile) {
    long nanos = latencies.getValueAtPercentile(percentile);
    return latencies.lowestEquivalentValue(nanos) / NANOS_PER_MICRO;
  }

  static <F> long of(F earlier, ToLongFunction<F> counter) {
    return earlier == null ? 0 : counter.applyAsLong(earlier);
  }

  private static void addTree(Map<String, Object> figures, TreeStats after, TreeStats before) {
    figures.put("split_int_num", after.internalSplits() - of(before, TreeStats::internalSplits));
    figures.put("split_leaf_num", after.leafSplits() - of(before, TreeStats::leafSplits));
    figures.put("reinsertion_num", after.reinsertions() - of(before, TreeStats::reinsertions));
  }

  private static void addBuffer(
      Map<String, Object> figures, BufferStats after, BufferStats before) {
    figures.put("flushing_num", after.flushes() - of(before, BufferStats::flushes));
    figures.put("flushed_nodes_num", after.flushedNodes() - of(before, BufferStats::flushedNodes));
    for (String name : NAMES) {
      Long count = after.costs().get(COSTS.getOrDefault(name, ""));
      if (count != null) {
        figures.put(name, count - of(before, b -> b.costs().getOrDefault(COSTS.get(name), 0L)));
      }
    }
    figures.put("cur_buffer_size", after.usedBytes());
    String cache = after.name().equals("pool") ? "std_buffer" : "read_buffer";
    figures.put(cache + "_page_hit", after.hits() - of(before, BufferStats::hits));
    figures.put(cache + "_page_fault", after.misses() - of(before, BufferStats::misses));
  }

  private static void addDevice(Map<String, Object> figures, SimulatedDevice device) {
    if (device == null) {
      return;
    }
    device.drain();
    DeviceStats done = device.figures();
    figures.put("read_count", done.pageReads());
    figures.put("write_count", done.pagePrograms());
    figures.put("erase_count", done.blockErases());
    figures.put("log_read_count", done.reads().of(Origin.LOG));
    figures.put("log_write_count", done.programs().of(Origin.LOG));
    figures.put("gc_copies", done.gcCopies());
    figures.put("write_amplification", done.writeAmplification());
    figures.put("host_amplification", done.writes().hostAmplification());
    figures.put("flash_amplification", done.writes().amplification());
    figures.put("flash_bytes_written", done.pagePrograms() * device.pageBytes());
    figures.put("virtual_micros", done.virtualMicros());
  }

  /**
   * Adds the statistics of FESTIval's IndexSnapshot, which describe the nodes of a tree. Reads all
   * nodes; the index must be a tree.
   */
  static void addSnapshot(Map<String, Object> figures, SpatialStore store) {
    TreeStructure structure = Internals.tree(store.index()).structure();
    figures.put("height", structure.height());
    figures.put("num_int_nodes", structure.internalNodes());
    figures.put("num_leaf_nodes", structure.leafNodes());
    figures.put("avg_num_entries_pnode", structure.averageEntries());
    figures.put("avg_coverage_area_pnode", structure.averageCoverageArea());
    figures.put("avg_overlap_area_pnode", structure.averageOverlapArea());
    figures.put("avg_dead_space_pnode", structure.averageDeadSpaceArea());
  }
}
