package org.flashgrove.access.join;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.core.shape.HeapBounds;
import org.flashgrove.indexes.query.EntryBlock;

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

  /** Cost of an outer entry that is compared with a tree in memory. */
  private static final double SCANNED_PAGES = 0.2;

  /** Cost of an inner entry of a tree in memory, whose object is decoded. */
  private static final double KEPT_PAGES = 1;

  /** Cost of sorting an outer entry that has no index. */
  private static final double SORTED_PAGES = 0.3;

  /** Cost of an entry of a temporary index. */
  private static final double BUILT_PAGES = 2;

  private static final String TOO_LARGE = ": the right side takes more than an eighth of the heap";

  private static final int HEAP_SHARE = 8;

  /** Maximum memory of an entry in a tree in memory and of an empty object, in bytes. */
  private static final int MOST_ENTRY_BYTES = 1 << 10;

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
   * A side of a join.
   *
   * @param entries number of objects
   * @param isIndexed whether the side has an index
   * @param pages number of pages that a scan of the records reads
   * @param objectBytes estimated memory for all objects in a tree in memory, without their entries
   */
  record Input(long entries, boolean isIndexed, long pages, double objectBytes) {
    static Input of(JoinSide side) {
      return new Input(side.size(), side.isIndexed(), side.heapPages(), 0);
    }

    /** Adds the memory for objects, unless the objects fit in memory anyway. */
    Input withObjects(JoinSide side, PairQuestion test) {
      RecordFetch records = side.records();
      if (records == null || test.byBounds()) {
        return this;
      }
      long most = HeapBounds.MOST_OF_A_BYTE * records.bytes() + MOST_ENTRY_BYTES * entries;
      return most <= keptBytes()
          ? this
          : new Input(entries, isIndexed, pages, entries * records.objectBytes(test));
    }

    double treeBytes() {
      return (double) TreeChunk.ENTRY_BYTES * entries + objectBytes;
    }

    double leaves() {
      return entries / ENTRIES_OF_A_LEAF;
    }
  }

  /**
   * Returns the plan of a join by predicate or distance.
   *
   * @param isOrdered whether the pairs come in the order of left ids, so that the left side is the
   *     outer one
   * @param areTrees whether both sides have trees
   */
  static JoinPlan ofPairs(Input left, Input right, boolean isOrdered, boolean areTrees) {
    List<JoinPlan.Option> options = new ArrayList<>();
    List<String> unused = new ArrayList<>();
    boolean isLeft = isOrdered || outerIsLeft(left, right);
    Input outer = isLeft ? left : right;
    Input inner = isLeft ? right : left;
    double probes =
        DESCENT_PAGES * outer.entries + outer.leaves() + (outer.isIndexed ? 0 : outer.pages);
    double tiles = tiles(outer, inner);
    if (inner.isIndexed) {
      options.add(option(JoinPlan.Kind.PROBES, isLeft, outer, inner, probes));
      if (isOrdered) {
        unused.add("tiles: the order of ids leaves no neighbours together");
      } else {
        options.add(option(JoinPlan.Kind.TILES, isLeft, outer, inner, tiles));
      }
    } else {
      unused.add("index probes, tiles: the " + (isLeft ? "right" : "left") + " side has no index");
      double cost = BUILT_PAGES * inner.entries + (isOrdered ? probes : tiles);
      options.add(option(JoinPlan.Kind.TEMPORARY_INDEX, isLeft, outer, inner, cost));
    }
    if (areTrees && !isOrdered) {
      double cost = 2 * DESCENT_PAGES + SWEEP_PAGES * (outer.leaves() + inner.leaves());
      options.add(option(JoinPlan.Kind.TRAVERSAL, isLeft, outer, inner, cost));
    } else {
      unused.add(
          JoinPlan.Kind.TRAVERSAL
              + (areTrees
                  ? ": gives no order of ids"
                  : ": needs two trees, such as rstar; " + lackOfTrees(left, right)));
    }
    if (!left.isIndexed || !right.isIndexed) {
      addScans(left, right, isOrdered, options, unused);
    }
    options.sort(Comparator.comparingDouble(JoinPlan.Option::cost));
    return new JoinPlan(options.get(0), options.subList(1, options.size()), unused);
  }

  /** Returns whether a search of the right side from the left side is better than the reverse. */
  private static boolean outerIsLeft(Input left, Input right) {
    return left.isIndexed == right.isIndexed ? left.entries <= right.entries : right.isIndexed;
  }

  private static String lackOfTrees(Input left, Input right) {
    return left.isIndexed && right.isIndexed
        ? "an index is of sealed blocks"
        : "a side has no index";
  }

  /** Returns the cost of a plan with tiles. */
  private static double tiles(Input outer, Input inner) {
    double descents = DESCENT_PAGES * Math.ceil(outer.entries / (double) tile(outer));
    double passes = outer.isIndexed ? 1 : Math.ceil((double) outer.entries / EntryBlock.ORDERED);
    double sorted = outer.isIndexed ? 0 : SORTED_PAGES * outer.entries + outer.pages;
    return descents + BORDERS * SWEEP_PAGES * (outer.leaves() + passes * inner.leaves()) + sorted;
  }

  private static int tile(Input outer) {
    return entriesOfATile(outer.entries);
  }

  private static void addScans(
      Input left,
      Input right,
      boolean isOrdered,
      List<JoinPlan.Option> options,
      List<String> unused) {
    if (isOrdered && !fits(right, right.treeBytes())) {
      unused.add(JoinPlan.Kind.MEMORY_TREE + TOO_LARGE);
      return;
    }
    options.add(option(JoinPlan.Kind.MEMORY_TREE, true, left, right, scan(left, right)));
    if (!isOrdered) {
      options.add(option(JoinPlan.Kind.MEMORY_TREE, false, right, left, scan(right, left)));
    }
  }

  private static double scan(Input outer, Input inner) {
    double passes = Math.ceil(inner.treeBytes() / keptBytes());
    return KEPT_PAGES * inner.entries
        + inner.pages
        + passes * (SCANNED_PAGES * outer.entries + outer.pages);
  }

  private static boolean fits(Input side, double bytes) {
    return bytes <= keptBytes() && side.entries < Integer.MAX_VALUE / 8;
  }

  private static JoinPlan.Option option(
      JoinPlan.Kind kind, boolean outerIsLeft, Input outer, Input inner, double cost) {
    return new JoinPlan.Option(kind, outerIsLeft, outer.entries, inner.entries, cost);
  }

  /**
   * Returns the plan of a join by nearness.
   *
   * @param isPlanar whether distances are Euclidean
   */
  static JoinPlan ofNeighbours(Input left, Input right, boolean isPlanar) {
    JoinPlan.Option tree =
        option(JoinPlan.Kind.MEMORY_TREE, true, left, right, left.leaves() + right.leaves());
    double probed = left.leaves() + DESCENT_PAGES * left.entries;
    JoinPlan.Option probes =
        right.isIndexed
            ? option(JoinPlan.Kind.PROBES, true, left, right, probed)
            : option(
                JoinPlan.Kind.TEMPORARY_INDEX,
                true,
                left,
                right,
                probed + BUILT_PAGES * right.entries);
    if (!isPlanar || !fits(right, (double) TREE_BYTES * right.entries)) {
      String reason = isPlanar ? TOO_LARGE : ": needs the planar metric";
      return new JoinPlan(probes, List.of(), List.of(JoinPlan.Kind.MEMORY_TREE + reason));
    }
    return tree.cost() <= probes.cost()
        ? new JoinPlan(tree, List.of(probes), List.of())
        : new JoinPlan(probes, List.of(tree), List.of());
  }
}
