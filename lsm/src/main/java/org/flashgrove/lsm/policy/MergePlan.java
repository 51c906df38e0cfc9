package org.flashgrove.lsm.policy;

/**
 * A merge: which components to merge, and into what.
 *
 * <p>What is made stands in the order of ages ({@link MergePolicy}) where the youngest of the
 * components merged stood, if these are of its level, and else as the youngest of its level.
 *
 * @param inputs positions of the components to merge, ascending; at least one
 * @param level level of what is made
 * @param cut most records of a component that is made: the merge makes as many components as that
 *     takes; {@link Long#MAX_VALUE} for one
 */
public record MergePlan(int[] inputs, int level, long cut) {
  /** Creates a plan that merges neighbours into one component of a level. */
  static MergePlan ofRange(int first, int last, int level) {
    int[] inputs = new int[last - first + 1];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = first + i;
    }
    return new MergePlan(inputs, level, Long.MAX_VALUE);
  }
}
