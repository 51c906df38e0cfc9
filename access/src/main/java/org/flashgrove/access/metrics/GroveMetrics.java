package org.flashgrove.access.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.storage.component.ComponentStats;

/**
 * All counters of a grove in an open store.
 *
 * @param index counters of the directory, the write buffer and the merges
 * @param blocks counters of the file of blocks
 */
public record GroveMetrics(GroveStats index, ComponentStats blocks) implements BlockStats {
  @Override
  public String kind() {
    return "grove";
  }

  @Override
  public long pages() {
    return index.pages();
  }

  @Override
  public Map<String, Object> members(int pageSize) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("blocks", (long) index.blocks());
    members.put("pages", index.pages());
    members.put("bytes", index.pages() * pageSize);
    members.put("entries", index.storedEntries());
    members.put("bufferedChanges", index.bufferedChanges());
    members.put("merges", index.merges());
    members.put("blocksWritten", blocks.blocksWritten());
    members.put("pagesWritten", blocks.pagesWritten());
    members.put("directoryBytes", index.directoryBytes());
    members.put("bufferBytes", index.bufferBytes());
    members.put("cachedPages", (long) index.cachedPages());
    return members;
  }
}
