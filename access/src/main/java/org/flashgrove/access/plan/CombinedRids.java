package org.flashgrove.access.plan;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * The RIDs that several indices have in common, ascending. The first index gives a set that is kept
 * in memory; the others are read and only mark its members.
 */
final class CombinedRids {
  private CombinedRids() {}

  /**
   * Reads the indices.
   *
   * @param by the first gives the fewest RIDs, and its probe is complete
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
