package org.flashgrove.access.metrics;

import java.util.List;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.storage.log.LogStats;
import org.flashgrove.storage.page.PoolStats;
import org.flashgrove.storage.placement.PlacementStats;
import org.jspecify.annotations.Nullable;

/**
 * All counters of an open store at one moment, never changed afterwards. Each is read once; a
 * writer at work meanwhile may be in some of them already and in others not yet.
 *
 * @param io traffic of the pages of all structures with the device
 * @param log traffic of the log
 * @param metaPageWrites pages written of maps, superblocks and the description
 * @param placement slots, checkpoints, syncs and discards with {@code placement=free}, or null
 * @param poolPolicy name of the policy that replaces pages of a generic pool: the buffer's, if it
 *     is one, or the pool's below; null if there is none
 * @param pool figures of the pool below a flash-aware buffer, or null if there is none
 * @param commits the newest commit, the newest durable one, and what opening found
 * @param structures the structures, in the order of the store's design; not to be changed
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
  /** Returns the counters of the first structure: of a store of one index, that index. */
  public StructureStats first() {
    return structures.get(0);
  }

  /**
   * Returns the counters of the structure of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public StructureStats structure(String name) {
    for (StructureStats structure : structures) {
      if (structure.name().equals(name)) {
        return structure;
      }
    }
    throw new IllegalArgumentException("no structure '" + name + "'");
  }
}
