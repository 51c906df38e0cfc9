package org.flashgrove.lab.experiment.workload;

import java.util.List;
import java.util.Map;
import org.flashgrove.access.metrics.BlockStats;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.lsm.LsmStats;
import org.flashgrove.lsm.store.LsmMetrics;

/**
 * Statistics of a grove or an LSM R-tree in a phase of a workload. These indices write blocks
 * instead of nodes and do not use the store's buffer, so there are no counters of splits,
 * reinsertions and caches. A name that ends with {@code _num} is a counter of the phase; any other
 * statistic describes the index at the end of the phase.
 */
final class BlockPhaseStats {
  /** All names in order. */
  static final List<String> NAMES =
      List.of(
          "merges_num",
          "merged_components_num",
          "merged_records_num",
          "merged_pages_num",
          "flushed_records_num",
          "flushed_pages_num",
          "waits_num",
          "index_write_amplification",
          "components",
          "blocks",
          "index_pages",
          "memory_size");

  private BlockPhaseStats() {}

  /**
   * Adds the statistics of a phase to {@code figures}.
   *
   * @param after statistics of the index at the end of the phase
   * @param before statistics at the beginning of the phase; null if all counters belong to the
   *     phase
   */
  static void add(Map<String, Object> figures, StructureStats after, StructureStats before) {
    BlockStats first = before == null ? null : before.blocks();
    if (after.blocks() instanceof LsmMetrics lsm) {
      add(figures, lsm, first == null ? null : ((LsmMetrics) first).index());
    } else if (after.blocks() instanceof GroveMetrics grove) {
      add(figures, grove, first == null ? null : ((GroveMetrics) first).index());
    }
  }

  private static void add(Map<String, Object> figures, GroveMetrics grove, GroveStats before) {
    GroveStats after = grove.index();
    figures.put("merges_num", after.merges() - PhaseStats.of(before, GroveStats::merges));
    figures.put("cur_buffer_size", after.bufferBytes());
    figures.put("blocks", after.blocks());
    figures.put("index_pages", after.pages());
    figures.put("memory_size", after.memoryBytes());
  }

  private static void add(Map<String, Object> figures, LsmMetrics lsm, LsmStats before) {
    LsmStats after = lsm.index();
    long flushed = after.flushedRecords() - PhaseStats.of(before, LsmStats::flushedRecords);
    long merged = merged(after) - PhaseStats.of(before, BlockPhaseStats::merged);
    figures.put("flushing_num", after.flushes() - PhaseStats.of(before, LsmStats::flushes));
    figures.put("flushed_records_num", flushed);
    figures.put(
        "flushed_pages_num", after.flushedPages() - PhaseStats.of(before, LsmStats::flushedPages));
    figures.put("merges_num", after.merges() - PhaseStats.of(before, LsmStats::merges));
    figures.put(
        "merged_components_num",
        after.mergedComponents() - PhaseStats.of(before, LsmStats::mergedComponents));
    figures.put("merged_records_num", merged);
    figures.put(
        "merged_pages_num", after.mergedPages() - PhaseStats.of(before, LsmStats::mergedPages));
    figures.put("waits_num", after.waits() - PhaseStats.of(before, LsmStats::waits));
    if (flushed > 0) {
      figures.put("index_write_amplification", (double) (flushed + merged) / flushed);
    }
    figures.put("cur_buffer_size", after.bufferBytes());
    figures.put("components", after.components());
    figures.put("blocks", after.blocks());
    figures.put("index_pages", after.pages());
    figures.put("memory_size", after.memoryBytes());
  }

  private static long merged(LsmStats figures) {
    return figures.mergedRecords().stream().mapToLong(Long::longValue).sum();
  }
}
