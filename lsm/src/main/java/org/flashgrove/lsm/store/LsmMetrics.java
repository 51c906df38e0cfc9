package org.flashgrove.lsm.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.metrics.BlockStats;
import org.flashgrove.lsm.LsmStats;
import org.flashgrove.storage.component.ComponentStats;

/**
 * All counters of an LSM R-tree in an open store.
 *
 * @param index counters of components, memory component and merges
 * @param blocks counters of the blocks in the tree's file
 */
public record LsmMetrics(LsmStats index, ComponentStats blocks) implements BlockStats {
  @Override
  public String kind() {
    return LsmStructure.KIND;
  }

  @Override
  public long pages() {
    return index.pages();
  }

  @Override
  public Map<String, Object> members(int pageSize) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("components", index.components());
    members.put("mergePending", index.mergePending());
    members.put("levels", index.levels());
    members.put("blocks", index.blocks());
    members.put("pages", index.pages());
    members.put("bytes", index.pages() * pageSize);
    members.put("records", index.records());
    members.put("deletions", index.deletions());
    members.put("bufferedChanges", index.bufferedChanges());
    members.put("flushes", index.flushes());
    members.put("flushedRecords", index.flushedRecords());
    members.put("flushedPages", index.flushedPages());
    members.put("merges", index.merges());
    members.put("mergedComponents", index.mergedComponents());
    members.put("mergedRecords", index.mergedRecords());
    members.put("mergedPages", index.mergedPages());
    members.put("mostComponents", index.mostComponents());
    members.put("writeAmplification", index.writeAmplification());
    members.put("waits", index.waits());
    members.put("blocksWritten", blocks.blocksWritten());
    members.put("pagesWritten", blocks.pagesWritten());
    members.put("bufferBytes", index.bufferBytes());
    members.put("fenceBytes", index.fenceBytes());
    members.put("memoryBytes", index.memoryBytes());
    members.put("mostBytes", index.mostBytes());
    members.put("cachedPages", index.cachedPages());
    return members;
  }
}
