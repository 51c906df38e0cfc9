package org.flashgrove.access.plan;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Intersects the RIDs of several indices. The RIDs of the first index are kept in memory. For each
 * further index, the RIDs in memory that this index also contains are marked.
 */
final class CombinedRids {
  private CombinedRids() {}

  /**
   * Returns the common RIDs in ascending order.
   *
   * @param by probes of the indices. The first probe must be complete and should have the fewest
   *     RIDs.
   */
  static long[] of(List<? extends IndexProbe> by, @Nullable QueryWatch watch) {
    long[] common = by.get(0).sorted();
    for (IndexProbe each : by.subList(1, by.size())) {
      common = retained(common, each, watch);
    }
    return common;
  }

  private static long[] retained(long[] sorted, IndexProbe other, @Nullable QueryWatch watch) {
    BitSet marked = new BitSet(sorted.length);
    LongConsumer mark =
        rid -> {
          int place = Arrays.binarySearch(sorted, rid);
          if (place >= 0) {
            marked.set(place);
          }
        };
    if (other instanceof PairProbe pairs) {
      pairs.visitAll(mark, watch);
    } else {
      Arrays.stream(other.sorted()).forEach(mark);
    }
    return marked.stream().mapToLong(place -> sorted[place]).toArray();
  }
}
