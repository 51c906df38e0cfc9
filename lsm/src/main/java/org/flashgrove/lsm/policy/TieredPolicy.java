package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Size-tiered policy. When a level has {@code ratio} components, the policy merges these into one
 * component of the next level.
 *
 * @param ratio number of components per merge, 2 or more
 */
record TieredPolicy(int ratio) implements MergePolicy {
  private static final int MOST = 64;

  static TieredPolicy of(Spec spec) {
    return new TieredPolicy(spec.integer("ratio", 4, 2, MOST));
  }

  @Override
  public MergePlan next(List<ComponentSummary> components, long flushes) {
    int end = components.size();
    while (end > 0) {
      int level = components.get(end - 1).level();
      int first = end;
      while (first > 0 && components.get(first - 1).level() == level) {
        first--;
      }
      if (end - first >= ratio) {
        return MergePlan.ofRange(first, end - 1, level + 1);
      }
      end = first;
    }
    return null;
  }

  @Override
  public int levelOfLoad(long flushes) {
    int level = 0;
    for (long of = ratio; of <= flushes; of *= ratio) {
      level++;
    }
    return level;
  }
}
