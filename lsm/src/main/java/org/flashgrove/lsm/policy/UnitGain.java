package org.flashgrove.lsm.policy;

/** Tells policies which merges empty units of the device. */
@FunctionalInterface
public interface UnitGain {
  /** Gain of every merge on a device without units. */
  UnitGain NONE = inputs -> 0;

  /**
   * Returns the size in bytes of the units that would hold no valid pages after a merge.
   *
   * @param inputs positions of the merged components, as in {@link MergePlan#inputs}
   */
  long bytes(int[] inputs);
}
