package org.flashgrove.cli.experiment.matrix;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.metrics.StoreMetrics;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.indexes.structure.TreeStructure;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceFigures;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.log.LogFigures;

/**
 * What a store does between two moments, by the names of FESTIval's statistics (thesis, chapter 3);
 * those of the simulated device as in its FlashSimulatorStatistics. Times are in seconds, virtual
 * ones in microseconds. {@code log_read_count} and {@code log_write_count} are the log's share of
 * {@code read_count} and {@code write_count}. {@code reads_num} and {@code writes_num} are requests
 * (runs of neighbouring pages are one), {@code pages_read} and {@code pages_written} pages of the
 * index.
 */
final class PhaseFigures {
  /** All names, in their order. */
  static final List<String> NAMES =
      List.of(
          "total_time",
          "total_cpu_time",
          "processed_entries_num",
          "result_num",
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
          "virtual_micros",
          "height",
          "num_int_nodes",
          "num_leaf_nodes",
          "avg_num_entries_pnode",
          "avg_coverage_area_pnode",
          "avg_overlap_area_pnode",
          "avg_dead_space_pnode");

  /** FESTIval's names of what only some kinds of buffer count. */
  private static final Map<String, String> COSTS =
      Map.of(
          "nof_unnecessary_flushed_nodes", "unchangedFlushedNodes",
          "efind_force_node_in_rbuffer", "forcedNodes",
          "efind_write_tc_sequential", "temporalSequential",
          "efind_write_tc_stride", "temporalStride",
          "efind_write_tc_seqstride", "temporalSeqStride",
          "efind_write_tc_filled", "temporalFilled");

  private final SpatialStore store;
  private final StoreMetrics before;
  private final long startNanos;
  private final long startCpuNanos;

  /** A phase of a store begins; the figures of its device start at zero. */
  PhaseFigures(SpatialStore store) {
    this.store = store;
    if (store.store().device(SimulatedDevice.class) != null) {
      store.store().device(SimulatedDevice.class).resetFigures();
    }
    before = store.metrics();
    startCpuNanos = cpuNanos();
    startNanos = System.nanoTime();
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** The phase ends. */
  Map<String, Object> end() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("total_time", (System.nanoTime() - startNanos) / 1e9);
    figures.put("total_cpu_time", (cpuNanos() - startCpuNanos) / 1e9);
    StoreMetrics after = store.metrics();
    figures.put(
        "split_int_num",
        after.first().tree().internalSplits() - before.first().tree().internalSplits());
    figures.put(
        "split_leaf_num", after.first().tree().leafSplits() - before.first().tree().leafSplits());
    figures.put(
        "reinsertion_num",
        after.first().tree().reinsertions() - before.first().tree().reinsertions());
    IoFigures io = after.io().since(before.io());
    figures.put("reads_num", io.readCalls());
    figures.put("writes_num", io.writeRuns());
    figures.put("pages_read", io.pageReads());
    figures.put("pages_written", io.pageWrites());
    figures.put(
        "flushing_num", after.first().buffer().flushes() - before.first().buffer().flushes());
    figures.put(
        "flushed_nodes_num",
        after.first().buffer().flushedNodes() - before.first().buffer().flushedNodes());
    for (String name : NAMES) {
      Long count = after.first().buffer().costs().get(COSTS.getOrDefault(name, ""));
      if (count != null) {
        long earlier = before.first().buffer().costs().getOrDefault(COSTS.get(name), 0L);
        figures.put(name, count - earlier);
      }
    }
    figures.put("cur_buffer_size", after.first().buffer().usedBytes());
    LogFigures log = after.log().since(before.log());
    figures.put("writes_log_num", log.records());
    figures.put("log_pages_written", log.pageWrites());
    figures.put("log_bytes_written", log.bytesWritten());
    figures.put("compaction_log_num", log.compactions());
    String cache = after.first().buffer().name().equals("pool") ? "std_buffer" : "read_buffer";
    figures.put(
        cache + "_page_hit", after.first().buffer().hits() - before.first().buffer().hits());
    figures.put(
        cache + "_page_fault", after.first().buffer().misses() - before.first().buffer().misses());
    addDevice(figures, store.store().device(SimulatedDevice.class));
    return figures;
  }

  private static void addDevice(Map<String, Object> figures, SimulatedDevice device) {
    if (device == null) {
      return;
    }
    device.drain();
    DeviceFigures done = device.figures();
    figures.put("read_count", done.pageReads());
    figures.put("write_count", done.pagePrograms());
    figures.put("erase_count", done.blockErases());
    figures.put("log_read_count", done.reads().of(Origin.LOG));
    figures.put("log_write_count", done.programs().of(Origin.LOG));
    figures.put("gc_copies", done.gcCopies());
    figures.put("write_amplification", done.writeAmplification());
    figures.put("virtual_micros", done.virtualMicros());
  }

  /** Adds the figures of FESTIval's IndexSnapshot; walks the tree. */
  static void addSnapshot(Map<String, Object> figures, SpatialStore store) {
    TreeStructure structure = Laboratory.tree(store.index()).structure();
    figures.put("height", structure.height());
    figures.put("num_int_nodes", structure.internalNodes());
    figures.put("num_leaf_nodes", structure.leafNodes());
    figures.put("avg_num_entries_pnode", structure.averageEntries());
    figures.put("avg_coverage_area_pnode", structure.averageCoverageArea());
    figures.put("avg_overlap_area_pnode", structure.averageOverlapArea());
    figures.put("avg_dead_space_pnode", structure.averageDeadSpaceArea());
  }
}
