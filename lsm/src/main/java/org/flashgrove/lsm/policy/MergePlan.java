package org.flashgrove.lsm.policy;

/**
 * Plan of a merge: the components to merge, and the level and size of the result.
 *
 * <p>The components of an index are listed by age ({@link MergePolicy}). If all merged components
 * are of the level of the result, the result takes the place of the oldest of them. Otherwise the
 * result becomes the youngest component of its level.
 *
 * @param inputs positions of the components to merge, ascending; at least one
 * @param level level of the result
 * @param cut maximum number of records in each new component; {@link Long#MAX_VALUE} for a single
 *     component
 */
public record MergePlan(int[] inputs, int level, long cut) {
  /**
   * Creates a plan that merges the components at positions {@code first} to {@code last} into one
   * component of a level.
   */
  static MergePlan ofRange(int first, int last, int level) {
    int[] inputs = new int[last - first + 1];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = first + i;
    }
    return new MergePlan(inputs, level, Long.MAX_VALUE);
  }
}
