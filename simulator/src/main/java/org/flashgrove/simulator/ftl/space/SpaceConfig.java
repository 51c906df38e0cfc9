package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.gc.VictimPolicies;
import org.flashgrove.simulator.gc.VictimPolicy;

/**
 * Garbage collection and wear levelling settings of a {@link PageSpace}.
 *
 * @param victims policy that selects the blocks to collect
 * @param wear wear levelling method
 * @param wearThreshold threshold of static wear levelling, at least 1: a block is emptied if the
 *     greatest erase count of all blocks in the plane exceeds the erase count of this block by more
 *     than the threshold
 * @param ownGcStream whether collected pages are separated from pages that the host writes
 * @param refreshReads number of reads of a block since its last erase after which its pages are
 *     moved; 0 for never
 * @param extraReserve number of additional blocks kept free in each plane for pages that the owner
 *     writes while blocks are moved
 * @param idle rules of collection in idle time
 */
public record SpaceConfig(
    VictimPolicy.Factory victims,
    WearLevelling wear,
    int wearThreshold,
    boolean ownGcStream,
    int refreshReads,
    int extraReserve,
    IdleCollection.Rules idle) {

  /**
   * Parses the keys {@code gc} (with the keys of the named policy), {@code wear}, {@code
   * wearthreshold=64}, {@code refresh=0} and the keys of {@link IdleCollection.Rules}.
   */
  public static SpaceConfig of(Spec spec, boolean ownGcStream, int extraReserve) {
    return new SpaceConfig(
        VictimPolicies.of(spec),
        WearLevelling.of(spec),
        spec.integer("wearthreshold", 64, 1, Integer.MAX_VALUE),
        ownGcStream,
        spec.integer("refresh", 0, 0, Integer.MAX_VALUE),
        extraReserve,
        IdleCollection.Rules.of(spec));
  }

  /**
   * Returns the number of streams in a space with {@code hostStreams} streams of the host,
   * including the streams of collection.
   */
  int streams(int hostStreams) {
    return hostStreams + (ownGcStream ? 1 : 0) + (wear == WearLevelling.STATIC ? 1 : 0);
  }

  /** Returns the number of blocks that each plane keeps free for copies. */
  int reserve(FlashGeometry geometry) {
    return extraReserve + (geometry.planeCount() == 1 ? 2 : 1);
  }

  /**
   * Returns the minimum number of spare blocks that a space needs: in each plane an open block per
   * stream, the reserve, and one to collect.
   */
  public int spareBlocks(int hostStreams, FlashGeometry geometry) {
    return (streams(hostStreams) + reserve(geometry) + 1) * geometry.planeCount();
  }
}
