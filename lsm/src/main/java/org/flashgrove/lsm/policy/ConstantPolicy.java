package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Policy that AsterixDB called constant before 0.9.4. If there are more than k components, it
 * merges all of them into one.
 *
 * @param k maximum number of components
 */
record ConstantPolicy(int k) implements MergePolicy {
  private static final int MOST = 64;

  static ConstantPolicy of(Spec spec) {
    return new ConstantPolicy(spec.integer("k", 4, 1, MOST));
  }

  @Override
  public MergePlan next(List<ComponentSummary> components, long flushes) {
    int count = components.size();
    return count > k ? MergePlan.ofRange(0, count - 1, 0) : null;
  }
}
