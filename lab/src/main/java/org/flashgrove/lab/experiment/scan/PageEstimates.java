package org.flashgrove.lab.experiment.scan;

/**
 * Expected page counts of a table and an index on it.
 *
 * <p>S. B. Yao, <em>Approximating block accesses in database organizations</em> (CACM 1977): of a
 * table of P pages with k records each, a share s of the records, anywhere, touches P (1 - (1 -
 * s)^k) pages. A. F. Cardenas, <em>Analysis and performance of inverted data base structures</em>
 * (CACM 1975): n records drawn one by one, P (1 - (1 - 1/P)^n). Both are taken here for the share
 * of the table whose records are not in the order of the index, with runs for records.
 *
 * @param pages pages of records, at least 1
 * @param records records, at least 1
 * @param clustering how they are placed
 */
record PageEstimates(double pages, double records, Clustering clustering) {
  /** Checks the bounds. */
  PageEstimates {
    if (!(pages >= 1) || !(records >= 1)) {
      throw new IllegalArgumentException(
          pages + " pages with " + records + " records (allowed: at least 1 of each)");
    }
  }

  private double recordsOfPage() {
    return records / pages;
  }

  /** Pages with records of a share of the keys, 0 to 1: what a sorted index scan reads. */
  double distinctPages(double selectivity) {
    double random = clustering.randomShare();
    double runsOfPage = Math.max(1, recordsOfPage() / clustering.runLength());
    double reached = 1 - Math.pow(1 - selectivity, runsOfPage);
    return pages * ((1 - random) * selectivity + random * reached);
  }

  /** Pages that n neighbours in the index touch, by draws. */
  private double touched(double n) {
    double random = clustering.randomShare();
    double inOrder = (1 - random) * n / recordsOfPage();
    return inOrder + random * pages * (1 - Math.exp(draws(n) * missExponent()));
  }

  /** Draws of runs among the pages that are not in order. */
  private double draws(double n) {
    return clustering.randomShare() * n / clustering.runLength();
  }

  /** Logarithm of the share of such pages that one draw leaves out. */
  private double missExponent() {
    double randomPages = Math.max(1, clustering.randomShare() * pages);
    return randomPages <= 1 ? -1e9 : Math.log1p(-1 / randomPages);
  }

  /**
   * Page reads of an index scan through an LRU cache: until the cache is full each touched page is
   * read once; after that a run is found in the cache if its page is among those touched last. For
   * uniform placement that is Cardenas' formula until n0 = ln(1 - B/P) / ln(1 - 1/P) records, then
   * B + (n - n0) (1 - B/P).
   *
   * @param cachePages pages of the cache, B
   */
  double indexScanReads(double selectivity, double cachePages) {
    double n = selectivity * records;
    if (touched(n) <= cachePages) {
      return touched(n);
    }
    double low = 0;
    double high = n;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (touched(middle) < cachePages) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double later = n - low;
    double missShare = Math.exp(draws(low) * missExponent());
    return touched(low)
        + later * (1 - clustering.randomShare()) / recordsOfPage()
        + draws(later) * missShare;
  }
}
