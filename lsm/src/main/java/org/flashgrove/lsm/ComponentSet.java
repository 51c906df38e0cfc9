package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.lsm.merge.StoredComponent;
import org.flashgrove.lsm.policy.ComponentSummary;

/**
 * Immutable set of the valid components of an LSM R-tree, ordered from oldest to youngest.
 * Components of deeper levels are older. A component stores its records in blocks. The set also
 * lists all blocks in the order in which queries visit them, beginning with the blocks of the
 * youngest component.
 */
final class ComponentSet {
  private static final int OBJECT_BYTES = 64;

  private final StoredComponent[] components;
  private final StoredBlock[] blocks;
  private final BoxGroups groups;
  private final long bytes;
  private final long deletions;

  private ComponentSet(List<StoredComponent> oldestFirst) {
    components = oldestFirst.toArray(new StoredComponent[0]);
    List<StoredBlock> all = new ArrayList<>();
    long sum = OBJECT_BYTES;
    long gone = 0;
    boolean unread = false;
    for (int c = components.length - 1; c >= 0; c--) {
      for (StoredBlock block : components[c].blocks()) {
        all.add(block);
        unread |= block.fences() == null;
      }
      sum += components[c].bytes();
      gone += components[c].deletions();
    }
    blocks = all.toArray(new StoredBlock[0]);
    groups = new BoxGroups(unread ? 0 : blocks.length);
    for (int b = 0; b < blocks.length && !unread; b++) {
      BlockFences box = blocks[b].fences();
      groups.cover(b, box.minX(), box.minY(), box.maxX(), box.maxY());
    }
    bytes = sum + groups.bytes() + (long) Long.BYTES * blocks.length;
    deletions = gone;
  }

  static ComponentSet of(List<StoredComponent> oldestFirst) {
    return new ComponentSet(oldestFirst);
  }

  /** Returns the number of components. */
  int size() {
    return components.length;
  }

  StoredComponent component(int at) {
    return components[at];
  }

  /** Returns the number of blocks in all components. */
  int blocks() {
    return blocks.length;
  }

  /**
   * Returns a block by its position in the order of queries, in which the blocks of the youngest
   * component come first.
   */
  StoredBlock block(int at) {
    return blocks[at];
  }

  BoxGroups groups() {
    return groups;
  }

  /**
   * Returns the index of the first block, from {@code from} on, that may contain a match. Blocks
   * are tested in groups: all blocks of a group are skipped if the box of the group excludes a
   * match. Returns the number of blocks if no block may contain a match.
   */
  int next(RectangleTest test, double[] query, int from) {
    return groups.next(test, query, from);
  }

  /** Returns the number of deletions in all components. */
  long deletions() {
    return deletions;
  }

  long bytes() {
    return bytes;
  }

  List<ComponentSummary> summaries(int pageSize) {
    List<ComponentSummary> all = new ArrayList<>(components.length);
    for (StoredComponent component : components) {
      all.add(component.summary(pageSize));
    }
    return all;
  }

  /**
   * Returns a set with the components of this set and the components that a flush created. The new
   * components are the youngest.
   */
  ComponentSet flushed(List<StoredComponent> made) {
    List<StoredComponent> all = new ArrayList<>(List.of(components));
    all.addAll(made);
    return new ComponentSet(all);
  }

  /**
   * Returns whether the components at the positions {@code inputs} can be merged into {@code
   * level}. This is the case if the positions exist and are in ascending order, and no component is
   * of a deeper level.
   */
  boolean canMerge(int[] inputs, long level) {
    int before = -1;
    for (int input : inputs) {
      if (input <= before || input >= components.length || components[input].level() > level) {
        return false;
      }
      before = input;
    }
    return inputs.length > 0;
  }

  /**
   * Returns a set in which the components at the positions {@code inputs} are replaced by {@code
   * made}, the result of their merge.
   */
  ComponentSet merged(int[] inputs, int level, List<StoredComponent> made) {
    boolean sameLevel = true;
    List<StoredComponent> all = new ArrayList<>(List.of(components));
    for (int i = inputs.length - 1; i >= 0; i--) {
      sameLevel &= all.remove(inputs[i]).level() == level;
    }
    int at = inputs[0];
    if (!sameLevel) {
      at = 0;
      while (at < all.size() && all.get(at).level() >= level) {
        at++;
      }
    }
    all.addAll(at, made);
    return new ComponentSet(all);
  }

  /**
   * Returns whether a merge of the components at the positions {@code inputs} may drop deletions
   * that find no entry in these components. The merge must keep them if an older component outside
   * the merge overlaps a merged component with deletions, because the older component may contain
   * the deleted entries.
   *
   * @param disjoint whether components of one level never contain deletions of each other's
   *     entries. This is the case if each merge includes all components that overlap the component
   *     that it moves to a deeper level.
   */
  boolean isBottom(int[] inputs, boolean disjoint) {
    boolean[] taken = new boolean[components.length];
    for (int input : inputs) {
      taken[input] = true;
    }
    for (int input : inputs) {
      double[] box = component(input).box();
      for (int c = 0; c < input && component(input).deletions() > 0; c++) {
        boolean beside = disjoint && component(c).level() == component(input).level();
        if (!taken[c] && !beside && component(c).overlaps(box)) {
          return false;
        }
      }
    }
    return true;
  }
}
