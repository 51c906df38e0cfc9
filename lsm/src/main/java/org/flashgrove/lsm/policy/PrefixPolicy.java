package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Prefix policy of AsterixDB. A component larger than {@code maxBytes} is never merged. Starting
 * with the oldest component, the policy collects adjacent components of at most this size. It stops
 * when the collected components together exceed {@code maxBytes}, when no component follows, or
 * before a larger component. In the first two cases it merges them, unless the first of them is too
 * large compared with the others. If it does not merge them, it starts again with the component
 * after the first one, as long as at least {@code tolerance} components are left.
 *
 * @param maxBytes size in bytes above which a component is never merged
 * @param tolerance minimum number of components that must be left, 2 or more
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
