package org.flashgrove.lab.experiment.scan;

import org.flashgrove.indexes.bplus.LeafBoundaries;

/**
 * Table like that of Lee et al. (2011) with an index on its key. It has 300-byte tuples, 27 in each
 * page of 8 KiB, and full leaves of 16-byte pairs of key and record address. Each user has an equal
 * copy.
 */
final class SampleTable {
  static final int PAGE_BYTES = 8192;
  static final int TUPLES_OF_PAGE = 27;
  static final int FULL_TUPLES = 2_500_000;

  /**
   * Size of a record's body, chosen so that a page of this project holds 27 records of 300 bytes.
   */
  static final int BODY_BYTES = 287;

  /** Number of pairs of key and record address in a leaf: (8192 - 64) / 16. */
  private static final int PAIRS_OF_LEAF = 508;

  /** Number of leaves below an inner node: (8192 - 64) / 24. */
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

  /** Returns the number of record pages. */
  int pages() {
    return pages;
  }

  /** Returns the number of leaves of the index. */
  int leaves() {
    return (tuples() + PAIRS_OF_LEAF - 1) / PAIRS_OF_LEAF;
  }

  /** Returns the number of record pages, leaves and inner nodes. */
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

  /** Returns the page number of the leaf that contains a key. Leaves follow the record pages. */
  int leafOf(int key) {
    return pages + key / PAIRS_OF_LEAF;
  }

  /**
   * Returns the page number of the inner node above the leaf that contains a key. Inner nodes
   * follow the leaves.
   */
  int nodeOf(int key) {
    return pages + leaves() + key / PAIRS_OF_LEAF / LEAVES_OF_NODE;
  }

  /** Returns the first key of each leaf that contains keys of a range. */
  LeafBoundaries boundaries(Range range) {
    int firstLeaf = range.first() / PAIRS_OF_LEAF;
    int lastLeaf = Math.max(firstLeaf, (range.end() - 1) / PAIRS_OF_LEAF);
    long[] keys = new long[lastLeaf - firstLeaf + 1];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Math.max(range.first(), (long) (firstLeaf + i) * PAIRS_OF_LEAF);
    }
    return new LeafBoundaries(keys, PAIRS_OF_LEAF / 2, PAIRS_OF_LEAF);
  }

  /** Returns the keys {@code [first, end)}, sorted by the pages of their records. */
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

  /** Returns the keys that a query selects: a range in the middle of the table. */
  Range range(double selectivity) {
    int count = (int) Math.round(selectivity * tuples());
    int first = (tuples() - count) / 2;
    return new Range(first, first + count);
  }

  /**
   * Range of keys {@code [first, end)}.
   *
   * @param first the smallest key
   * @param end one more than the largest key
   */
  record Range(int first, int end) {
    int count() {
      return end - first;
    }
  }
}
