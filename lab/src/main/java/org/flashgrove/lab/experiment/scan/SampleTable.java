package org.flashgrove.lab.experiment.scan;

import org.flashgrove.access.sort.LeafBoundaries;

/**
 * The paper's table with one index: 300-byte tuples, 27 in a page of 8 KiB, a key of its own for
 * each, leaves of the index filled with pairs of 16 bytes. All users have copies, which are equal.
 */
final class SampleTable {
  static final int PAGE_BYTES = 8192;
  static final int TUPLES_OF_PAGE = 27;
  static final int FULL_TUPLES = 2_500_000;

  /** A page of a table of this project holds 27 records of 300 bytes in all: this is the body. */
  static final int BODY_BYTES = 287;

  /** Pairs in a leaf: (8192 - 64) / 16. */
  private static final int PAIRS_OF_LEAF = 508;

  /** Leaves below an inner node: (8192 - 64) / 24. */
  private static final int LEAVES_OF_NODE = 338;

  private final RecordPlacement placement;
  private final int[] pageOf;
  private final int pages;

  SampleTable(int tuples, RecordPlacement placement, long seed) {
    this.placement = placement;
    pageOf = placement.pages(tuples, TUPLES_OF_PAGE, seed);
    pages = (tuples + TUPLES_OF_PAGE - 1) / TUPLES_OF_PAGE;
  }

  RecordPlacement placement() {
    return placement;
  }

  int tuples() {
    return pageOf.length;
  }

  /** Pages of records. */
  int pages() {
    return pages;
  }

  /** Leaves of the index. */
  int leaves() {
    return (tuples() + PAIRS_OF_LEAF - 1) / PAIRS_OF_LEAF;
  }

  /** Pages of records, leaves, and the nodes above these. */
  int allPages() {
    return pages + leaves() + (leaves() + LEAVES_OF_NODE - 1) / LEAVES_OF_NODE;
  }

  /** Returns the clustering that a scan of the index measures. */
  Clustering measured() {
    ClusteringMeasure measure = new ClusteringMeasure(tuples(), pages);
    for (int page : pageOf) {
      measure.add(page);
    }
    return measure.clustering();
  }

  int pageOf(int key) {
    return pageOf[key];
  }

  /** The leaf with a key, behind the records. */
  int leafOf(int key) {
    return pages + key / PAIRS_OF_LEAF;
  }

  /** The inner node above the leaf with a key, behind the leaves. */
  int nodeOf(int key) {
    return pages + leaves() + key / PAIRS_OF_LEAF / LEAVES_OF_NODE;
  }

  /** Returns the boundaries of the leaves in a range. */
  LeafBoundaries boundaries(Range range) {
    int firstLeaf = range.first() / PAIRS_OF_LEAF;
    int lastLeaf = Math.max(firstLeaf, (range.end() - 1) / PAIRS_OF_LEAF);
    long[] keys = new long[lastLeaf - firstLeaf + 1];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Math.max(range.first(), (long) (firstLeaf + i) * PAIRS_OF_LEAF);
    }
    return new LeafBoundaries(keys, PAIRS_OF_LEAF / 2, PAIRS_OF_LEAF);
  }

  /** Keys {@code [first, end)} sorted by their pages. */
  int[] keysByPage(int first, int end) {
    int[] next = new int[pages + 1];
    for (int key = first; key < end; key++) {
      next[pageOf[key] + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    int[] keys = new int[end - first];
    for (int key = first; key < end; key++) {
      keys[next[pageOf[key]]++] = key;
    }
    return keys;
  }

  /** The keys of a query: neighbours in the middle. */
  Range range(double selectivity) {
    int count = (int) Math.round(selectivity * tuples());
    int first = (tuples() - count) / 2;
    return new Range(first, first + count);
  }

  /**
   * Keys {@code [first, end)}.
   *
   * @param first the least
   * @param end behind the greatest
   */
  record Range(int first, int end) {
    int count() {
      return end - first;
    }

    boolean contains(int key) {
      return key >= first && key < end;
    }
  }
}
