package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * The Prefix policy of AsterixDB: looks from the oldest component on for neighbours that together
 * are larger than a size that none of them exceeds, or else for all that are left, and merges them
 * unless the first of them is too large beside the others. Components above the size stay as they
 * are, and so do the youngest, as long as they are fewer than it tolerates.
 *
 * @param maxBytes size in bytes above which a component is not merged any more
 * @param tolerance the fewest components to look at, 2 or more
 */
record PrefixPolicy(long maxBytes, int tolerance) implements MergePolicy {
  private static final double RATIO = 1.2;
  private static final int MOST = 64;

  static PrefixPolicy of(Spec spec) {
    long bytes = spec.bytes("most", 1L << 30, 1, Long.MAX_VALUE);
    return new PrefixPolicy(bytes, spec.integer("tolerance", 5, 2, MOST));
  }

  @Override
  public MergePlan next(List<ComponentSummary> components, long flushes) {
    int count = components.size();
    for (int first = 0; count - first >= tolerance; first++) {
      long firstBytes = components.get(first).bytes();
      if (firstBytes > maxBytes) {
        continue;
      }
      long sum = firstBytes;
      int end = first + 1;
      while (end < count && components.get(end).bytes() <= maxBytes && sum <= maxBytes) {
        sum += components.get(end++).bytes();
      }
      boolean balanced = firstBytes < RATIO * (sum - firstBytes);
      boolean complete = sum > maxBytes || end == count;
      if (balanced && complete) {
        return MergePlan.ofRange(first, end - 1, 0);
      }
    }
    return null;
  }
}
