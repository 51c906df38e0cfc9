package org.flashgrove.lsm.policy;

import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Leveled policy of Mao, Qader and Hristidis (Comprehensive Comparison of LSM Architectures for
 * Spatial Data, 2020, section II-C). Components have the size of about one flush. Level 0 has up to
 * {@code first} components, and level i has up to ratio^i. If a level has more, one of its
 * components moves to the next level and is merged with the components of the next level that it
 * overlaps. Level 0 moves its oldest component. Other levels move the component that overlaps the
 * fewest components of the next level.
 *
 * @param first maximum number of components in level 0
 * @param ratio factor by which the maximum number of components grows from level to level
 */
record LeveledPolicy(int first, int ratio) implements MergePolicy {
  private static final int MOST_FIRST = 64;
  private static final int MOST_RATIO = 1000;

  static LeveledPolicy of(Spec spec) {
    int first = spec.integer("level0", 2, 1, MOST_FIRST);
    return new LeveledPolicy(first, spec.integer("ratio", 10, 2, MOST_RATIO));
  }

  @Override
  public MergePlan next(List<ComponentSummary> components, long flushes) {
    int from = 0;
    while (from < components.size()) {
      int level = components.get(from).level();
      int end = from;
      while (end < components.size() && components.get(end).level() == level) {
        end++;
      }
      if (end - from > limit(level)) {
        return plan(components, level, level == 0 ? from : fewestOverlaps(components, from, end));
      }
      from = end;
    }
    return null;
  }

  @Override
  public int levelOfLoad(long flushes) {
    int level = 0;
    while (limit(level) < flushes) {
      level++;
    }
    return level;
  }

  private double limit(int level) {
    return level == 0 ? first : Math.pow(ratio, level);
  }

  /**
   * Returns the position of the component of a level that overlaps the fewest components of the
   * next level. Among several such components, returns the oldest.
   *
   * @param from position of the first component of the level
   * @param end position after the last one
   */
  private static int fewestOverlaps(List<ComponentSummary> components, int from, int end) {
    int best = from;
    int fewest = Integer.MAX_VALUE;
    for (int i = from; i < end && fewest > 0; i++) {
      int overlaps = overlapping(components, i).length - 1;
      if (overlaps < fewest) {
        fewest = overlaps;
        best = i;
      }
    }
    return best;
  }

  /**
   * Returns the positions of the components that overlap component {@code source} and are in its
   * next level, followed by {@code source}.
   */
  private static int[] overlapping(List<ComponentSummary> components, int source) {
    ComponentSummary box = components.get(source);
    int[] found = new int[source + 1];
    int count = 0;
    for (int i = 0; i < source; i++) {
      ComponentSummary other = components.get(i);
      if (other.level() == box.level() + 1 && other.overlaps(box)) {
        found[count++] = i;
      }
    }
    found[count++] = source;
    return Arrays.copyOf(found, count);
  }

  private static MergePlan plan(List<ComponentSummary> components, int level, int source) {
    // The size of flushed components is the limit. Components of merges may be a little larger, so
    // a limit taken from them would grow with each merge.
    int youngest = components.get(components.size() - 1).level();
    long most = 0;
    for (ComponentSummary component : components) {
      most = component.level() == youngest ? Math.max(most, component.records()) : most;
    }
    return new MergePlan(overlapping(components, source), level + 1, most);
  }
}
