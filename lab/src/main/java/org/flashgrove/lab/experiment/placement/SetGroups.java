package org.flashgrove.lab.experiment.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of blocks that the host wrote together, which are thus in the same reclaim units of the
 * drive. When all blocks of a group have been rewritten, its units contain only dead pages.
 */
final class SetGroups {
  private static final int NONE = -1;

  private final int[] groupOf;
  private final Map<Integer, List<Integer>> members = new LinkedHashMap<>();
  private final Map<Integer, Integer> sizes = new LinkedHashMap<>();
  private int nextGroup;

  SetGroups(int blocks) {
    groupOf = new int[blocks];
    Arrays.fill(groupOf, NONE);
  }

  /** Moves the blocks of {@code set} from their groups to a new group. */
  void rewrite(List<Integer> set) {
    for (Integer block : set) {
      int group = groupOf[block];
      if (group != NONE) {
        List<Integer> rest = members.get(group);
        rest.remove(block);
        if (rest.isEmpty()) {
          members.remove(group);
          sizes.remove(group);
        }
      }
      groupOf[block] = nextGroup;
    }
    members.put(nextGroup, new ArrayList<>(set));
    sizes.put(nextGroup++, set.size());
  }

  /** Returns the number of rewritten blocks in partly rewritten groups. */
  int rewrittenBlocks() {
    int blocks = 0;
    for (Map.Entry<Integer, List<Integer>> group : members.entrySet()) {
      blocks += sizes.get(group.getKey()) - group.getValue().size();
    }
    return blocks;
  }

  /**
   * Returns the blocks of a partly rewritten group that were not rewritten yet. Chooses the group
   * in which these blocks have the fewest live pages on average. Ignores a group if all pages of
   * these blocks are live. Returns an empty list if no group remains.
   */
  List<Integer> laggards(int[] live, int blockPages) {
    List<Integer> best = List.of();
    double fewest = blockPages;
    for (Map.Entry<Integer, List<Integer>> group : members.entrySet()) {
      List<Integer> rest = group.getValue();
      if (rest.size() < sizes.get(group.getKey())) {
        double mean = rest.stream().mapToInt(block -> live[block]).average().orElse(blockPages);
        if (mean < fewest) {
          fewest = mean;
          best = rest;
        }
      }
    }
    return List.copyOf(best);
  }
}
