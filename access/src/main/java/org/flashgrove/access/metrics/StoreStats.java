package org.flashgrove.access.metrics;

import java.util.List;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.LogStats;
import org.flashgrove.storage.page.PoolStats;
import org.flashgrove.storage.placement.PlacementStats;
import org.jspecify.annotations.Nullable;

/**
 * All counters of an open store. They are read one after the other. If a thread changes the store
 * meanwhile, some counters may include a change that others do not include yet. The object is
 * immutable.
 *
 * @param io page transfers of all structures
 * @param log transfers of the log
 * @param metaPageWrites number of pages written for page maps, superblocks and the description
 * @param placement counters of out-of-place writes with {@code placement=free}, or null
 * @param poolPolicy replacement policy of the page cache, or null if there is no page cache. The
 *     page cache is the buffer itself or a cache below the buffer.
 * @param pool counters of the page cache below a flash-aware buffer, or null if there is none
 * @param commits the newest commit, the newest durable commit, and the recovery at opening
 * @param structures counters of the structures, as an unmodifiable list in the order of the design
 */
public record StoreStats(
    IoStats io,
    LogStats log,
    long metaPageWrites,
    @Nullable PlacementStats placement,
    @Nullable String poolPolicy,
    @Nullable PoolStats pool,
    CommitStats commits,
    List<StructureStats> structures) {
  /** Returns the counters of the first structure, which in a store of one index is that index. */
  public StructureStats first() {
    return structures.get(0);
  }

  /**
   * Returns the counters of the structure with a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public StructureStats structure(String name) {
    for (StructureStats structure : structures) {
      if (structure.name().equals(name)) {
        return structure;
      }
    }
    throw new IllegalArgumentException(
        SpecException.unknown(
            "structure", name, structures.stream().map(StructureStats::name).toList()));
  }
}
