package org.flashgrove.lsm.policy;

import java.util.List;

/**
 * Decides which components of an LSM index to merge. A policy has no state, so equal arguments give
 * equal plans. After a crash, it therefore plans the interrupted merge again.
 *
 * <p>Components are listed by age, oldest first. Components of deeper levels are older. One merge
 * runs at a time.
 */
public interface MergePolicy {
  /**
   * Returns the next merge, or null if no merge is due before the next flush.
   *
   * @param components the components, oldest first
   * @param flushes number of flushes so far, including the flush that wrote the youngest component
   */
  MergePlan next(List<ComponentSummary> components, long flushes);

  /**
   * Returns the level that the components of a bulk load get. The default is 0.
   *
   * @param flushes number of flushes that would have written as many entries as the load
   */
  default int levelOfLoad(long flushes) {
    return 0;
  }
}
