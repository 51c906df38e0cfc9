package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Concurrent policy, which is tiered and the default of AsterixDB. It merges the youngest
 * components, and as many as possible. The oldest merged component must not be much larger than the
 * other merged components together.
 *
 * @param least minimum number of components per merge
 * @param most maximum number of components per merge
 * @param ratio maximum size of the oldest merged component, as a multiple of the size of the others
 *     together
 */
record ConcurrentPolicy(int least, int most, double ratio) implements MergePolicy {
  private static final int MOST = 64;
  private static final double DEFAULT_RATIO = 1.2;
  private static final double MOST_RATIO = 100;

  static ConcurrentPolicy of(Spec spec) {
    int least = spec.integer("minmerge", 3, 2, MOST);
    int most = spec.integer("maxmerge", Math.max(10, least), least, MOST);
    double ratio =
        spec.value(
            "ratio",
            Double.toString(DEFAULT_RATIO),
            "a number from 0 to " + (int) MOST_RATIO,
            text -> {
              double parsed = Double.parseDouble(text);
              return parsed >= 0 && parsed <= MOST_RATIO ? parsed : null;
            });
    return new ConcurrentPolicy(least, most, ratio);
  }

  @Override
  public MergePlan next(List<ComponentSummary> components, long flushes) {
    int last = components.size() - 1;
    for (int oldest = 0; last - oldest + 1 >= least; oldest++) {
      int youngest = Math.min(last, oldest + most - 1);
      long others = 0;
      for (int i = oldest + 1; i <= youngest; i++) {
        others += components.get(i).bytes();
      }
      if (components.get(oldest).bytes() <= ratio * others) {
        return MergePlan.ofRange(oldest, youngest, 0);
      }
    }
    return null;
  }
}
