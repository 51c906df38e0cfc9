package org.flashgrove.access.join;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the plan of a join from the numbers of entries on both sides. A plan with probes searches
 * one index from the root for each entry of the other side; a probe reads a few pages. The other
 * plans read each leaf about once. The unit of costs is one page that a probe reads.
 */
final class JoinChoice {
  /**
   * Least number of entries in a tile. A plan with tiles searches the other side once for each
   * tile.
   */
  private static final int ENTRIES_OF_A_TILE = 1000;

  private static final int MOST_ENTRIES_OF_A_TILE = 2500;
  private static final int TILES = 8;

  private static final double ENTRIES_OF_A_LEAF = 100;
  private static final double DESCENT_PAGES = 3;

  /**
   * Cost of reading a leaf and sweeping its entries. The cost of one page that a probe reads is 1.
   */
  private static final double SWEEP_PAGES = 8;

  /**
   * Factor by which a division into tiles raises the cost of sweeping leaves. A leaf at the border
   * of a tile is swept for several tiles.
   */
  private static final double BORDERS = 1.2;

  /** Memory of one entry in the tree of a {@link JoinPlan.Kind#MEMORY_TREE} plan, in bytes. */
  static final int TREE_BYTES = 64;

  private static final int HEAP_SHARE = 8;

  private JoinChoice() {}

  /** Returns the memory in bytes that a join may use for decoded objects and its tree. */
  static long keptBytes() {
    return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  /** Returns the number of entries in a tile. It does not depend on the number of threads. */
  static int entriesOfATile(long outerEntries) {
    return (int)
        Math.max(ENTRIES_OF_A_TILE, Math.min(MOST_ENTRIES_OF_A_TILE, outerEntries / TILES));
  }

  /**
   * Returns the plan of a join by predicate or distance.
   *
   * @param outerIsLeft whether the left side must be the outer side; null to choose the smaller
   *     side
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
      double descents = DESCENT_PAGES * Math.ceil((double) outer / entriesOfATile(outer));
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
   * Returns the plan of a join by nearness.
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
