package org.flashgrove.lsm.policy;

import java.util.List;

/**
 * Says which components of an LSM index to merge. A policy has no state of its own: the same
 * arguments give the same plan, so that a merge that a crash interrupted is found again.
 *
 * <p>Components are listed in the order of their ages, oldest first; deeper levels are older. One
 * merge runs at a time.
 */
public interface MergePolicy {
  /**
   * Returns the next merge, or null if there is nothing to do before the next flush.
   *
   * @param components oldest first
   * @param flushes flushes so far, that of the youngest component included
   */
  MergePlan next(List<ComponentSummary> components, long flushes);

  /**
   * Returns the level of what a bulk load makes.
   *
   * @param flushes how many flushes would have brought as many entries
   */
  default int levelOfLoad(long flushes) {
    return 0;
  }
}
