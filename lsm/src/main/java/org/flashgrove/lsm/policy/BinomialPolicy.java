package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Binomial policy, which keeps at most k components and needs the fewest writes for this limit
 * (Mathieu, Staelin, Young, Yousefi: Bigtable Merge Compaction, arXiv 1407.3008). Apache AsterixDB
 * calls it constant. At most one merge runs after each flush. It merges some of the youngest
 * components. The number of these components depends only on the sequence number of the flush.
 *
 * @param k maximum number of components, 1 to 64
 */
record BinomialPolicy(int k) implements MergePolicy {
  private static final int MOST = 64;

  static BinomialPolicy of(Spec spec) {
    return new BinomialPolicy(spec.integer("k", 4, 1, MOST));
  }

  @Override
  public MergePlan next(List<ComponentSummary> components, long flushes) {
    int last = components.size() - 1;
    int depth = depth(flushes) - 1;
    return depth < last ? MergePlan.ofRange(depth, last, 0) : null;
  }

  /**
   * Returns the number of components that are left after the flush with the sequence number {@code
   * flush} and the merge that follows it.
   */
  int depth(long flush) {
    int d = 0;
    long before = 0;
    long through = 0;
    while (through < flush) {
      d++;
      before = through;
      through += choose(d + Math.min(d, k) - 1, d);
    }
    int h = Math.min(d, k) - 1;
    long t = flush - before - 1;
    int i = 0;
    while (t != 0) {
      long c = choose(d + h - 1, h);
      if (t < c) {
        d--;
      } else {
        t -= c;
        h--;
        i++;
      }
    }
    return i + 1;
  }

  /** Returns the binomial coefficient, or {@link Long#MAX_VALUE} if it is greater. */
  private static long choose(int n, int r) {
    if (r < 0 || r > n) {
      return 0;
    }
    long result = 1;
    for (int i = 1; i <= Math.min(r, n - r); i++) {
      long factor = n - i + 1L;
      if (result > Long.MAX_VALUE / factor) {
        return Long.MAX_VALUE;
      }
      result = result * factor / i;
    }
    return result;
  }
}
