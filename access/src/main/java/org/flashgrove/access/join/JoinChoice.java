package org.flashgrove.access.join;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the plan of a join. The numbers of entries of both sides suffice: a probe descends to a
 * few leaves, and the other plans read and sweep each leaf about once. Costs are in pages that a
 * probe looks at.
 */
final class JoinChoice {
  /** Entries of one side that the other side is searched for together. */
  static final int ENTRIES_OF_A_TILE = 1000;

  private static final double ENTRIES_OF_A_LEAF = 100;
  private static final double DESCENT_PAGES = 3;

  /** Pages that a probe looks at in the time that a sweep takes for a leaf. */
  private static final double SWEEP_PAGES = 8;

  /** Leaves at the borders of tiles, which are swept again. */
  private static final double BORDERS = 1.2;

  /** Bytes of an entry of a tree in memory. */
  static final int TREE_BYTES = 64;

  private static final int HEAP_SHARE = 8;

  private JoinChoice() {}

  /** Returns the memory that a join takes for objects and trees that it keeps, in bytes. */
  static long keptBytes() {
    return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  /**
   * Returns the plan of a join by predicate or distance.
   *
   * @param outerIsLeft which side must be the outer one; null for the smaller one
   * @param areTrees whether both indices are trees
   */
  static JoinPlan ofPairs(
      long leftEntries, long rightEntries, @Nullable Boolean outerIsLeft, boolean areTrees) {
    boolean isLeft = outerIsLeft == null ? leftEntries <= rightEntries : outerIsLeft;
    long outer = isLeft ? leftEntries : rightEntries;
    long inner = isLeft ? rightEntries : leftEntries;
    double leaves = (outer + inner) / ENTRIES_OF_A_LEAF;
    List<JoinPlan.Option> options = new ArrayList<>();
    List<String> unused = new ArrayList<>();
    options.add(
        new JoinPlan.Option(
            JoinPlan.Kind.PROBES,
            isLeft,
            outer,
            inner,
            DESCENT_PAGES * outer + outer / ENTRIES_OF_A_LEAF));
    if (outerIsLeft == null) {
      double descents = DESCENT_PAGES * Math.ceil((double) outer / ENTRIES_OF_A_TILE);
      options.add(
          new JoinPlan.Option(
              JoinPlan.Kind.TILES,
              isLeft,
              outer,
              inner,
              descents + BORDERS * SWEEP_PAGES * leaves));
    } else {
      unused.add("tiles: the order of ids leaves no neighbours together");
    }
    if (areTrees && outerIsLeft == null) {
      options.add(
          new JoinPlan.Option(
              JoinPlan.Kind.TRAVERSAL,
              isLeft,
              outer,
              inner,
              2 * DESCENT_PAGES + SWEEP_PAGES * leaves));
    } else {
      unused.add(
          JoinPlan.Kind.TRAVERSAL
              + (areTrees
                  ? ": gives no order of ids"
                  : ": needs two trees, such as rstar; an index is of sealed blocks"));
    }
    options.sort(Comparator.comparingDouble(JoinPlan.Option::cost));
    return new JoinPlan(options.get(0), options.subList(1, options.size()), unused);
  }

  /**
   * Returns the plan of a join of neighbours.
   *
   * @param isPlanar whether distances are Euclidean
   */
  static JoinPlan ofNeighbours(long leftEntries, long rightEntries, boolean isPlanar) {
    double leftLeaves = leftEntries / ENTRIES_OF_A_LEAF;
    JoinPlan.Option tree =
        new JoinPlan.Option(
            JoinPlan.Kind.MEMORY_TREE,
            true,
            leftEntries,
            rightEntries,
            leftLeaves + rightEntries / ENTRIES_OF_A_LEAF);
    JoinPlan.Option probes =
        new JoinPlan.Option(
            JoinPlan.Kind.PROBES,
            true,
            leftEntries,
            rightEntries,
            leftLeaves + DESCENT_PAGES * leftEntries);
    boolean fits = rightEntries <= keptBytes() / TREE_BYTES && rightEntries < Integer.MAX_VALUE / 8;
    if (!isPlanar || !fits) {
      String reason =
          isPlanar
              ? ": the right side takes more than an eighth of the heap"
              : ": needs the planar metric";
      return new JoinPlan(probes, List.of(), List.of(JoinPlan.Kind.MEMORY_TREE + reason));
    }
    return tree.cost() <= probes.cost()
        ? new JoinPlan(tree, List.of(probes), List.of())
        : new JoinPlan(probes, List.of(tree), List.of());
  }
}
