package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.gc.VictimPolicies;
import org.flashgrove.simulator.gc.VictimPolicy;

/**
 * Garbage collection and wear levelling settings of a {@link PageSpace}.
 *
 * @param victims chooses the blocks to collect
 * @param wear how erases are spread
 * @param wearThreshold with static wear levelling: by how many erases a block may fall behind the
 *     most erased one before it is emptied, at least 1
 * @param ownGcStream whether collected pages are kept apart from those the host writes
 * @param refreshReads reads of a block since its erase after which its pages are moved, before
 *     disturbance makes them unreadable; 0 for never
 * @param extraReserve blocks kept free in each plane beyond those for copies, for what the owner
 *     writes while blocks are moved
 */
public record SpaceConfig(
    VictimPolicy.Factory victims,
    WearLevelling wear,
    int wearThreshold,
    boolean ownGcStream,
    int refreshReads,
    int extraReserve) {

  /**
   * Reads {@code gc} (and what belongs to the policy), {@code wear}, {@code wearthreshold=64},
   * {@code refresh=0}.
   */
  public static SpaceConfig of(Spec spec, boolean ownGcStream, int extraReserve) {
    return new SpaceConfig(
        VictimPolicies.of(spec),
        WearLevelling.of(spec),
        spec.integer("wearthreshold", 64, 1, Integer.MAX_VALUE),
        ownGcStream,
        spec.integer("refresh", 0, 0, Integer.MAX_VALUE),
        extraReserve);
  }

  /** Returns the number of streams of a space whose host distinguishes {@code hostStreams}. */
  int streams(int hostStreams) {
    return hostStreams + (ownGcStream ? 1 : 0) + (wear == WearLevelling.STATIC ? 1 : 0);
  }

  /** Returns the number of blocks that each plane keeps free for copies. */
  int reserve(FlashGeometry geometry) {
    return extraReserve + (geometry.planeCount() == 1 ? 2 : 1);
  }

  /**
   * Returns the number of blocks beyond those full of valid pages that a space needs at least: in
   * each plane an open one for each stream, the reserve, and one to gain from.
   */
  public int spareBlocks(int hostStreams, FlashGeometry geometry) {
    return (streams(hostStreams) + reserve(geometry) + 1) * geometry.planeCount();
  }
}
