package org.flashgrove.lsm.policy;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Policy that AsterixDB called constant before 0.9.4. It merges all components into one when there
 * are more than k.
 *
 * @param k greatest number of components
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
