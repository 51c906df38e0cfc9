package org.flashgrove.lab.experiment.scan;

import org.flashgrove.access.scan.AccessPath;

/**
 * Estimates the number of pages that a scan of a table reads.
 *
 * <p>S. B. Yao, <em>Approximating block accesses in database organizations</em> (CACM 1977): let a
 * table have P pages with k records each. A random share s of the records is on P (1 - (1 - s)^k)
 * pages. A. F. Cardenas, <em>Analysis and performance of inverted data base structures</em> (CACM
 * 1975): n records drawn one by one are on P (1 - (1 - 1/P)^n) pages. Here both formulas are
 * applied to the part of the table whose records are not in index order, with runs in place of
 * records.
 *
 * @param pages number of record pages, at least 1
 * @param records number of records, at least 1
 * @param clustering placement of the records
 */
record PageEstimates(double pages, double records, Clustering clustering) {
  PageEstimates {
    if (!(pages >= 1) || !(records >= 1)) {
      throw new IllegalArgumentException(
          pages + " pages with " + records + " records (allowed: at least 1 of each)");
    }
  }

  private double recordsOfPage() {
    return records / pages;
  }

  /**
   * Returns the number of page reads of an access path.
   *
   * @param cachePages number of pages in the cache of one user
   */
  double pageReads(AccessPath path, double selectivity, double cachePages) {
    return switch (path) {
      case FTS -> pages;
      case SIDX -> distinctPages(selectivity);
      case IDX -> indexScanReads(selectivity, cachePages);
    };
  }

  /**
   * Returns the number of pages that a sorted index scan reads.
   *
   * @param selectivity share of the keys, 0 to 1
   */
  double distinctPages(double selectivity) {
    double random = clustering.randomShare();
    double runsOfPage = Math.max(1, recordsOfPage() / clustering.runLength());
    double reached = 1 - Math.pow(1 - selectivity, runsOfPage);
    return pages * ((1 - random) * selectivity + random * reached);
  }

  /**
   * Returns the expected number of pages that contain at least one of {@code n} records that are
   * consecutive in the index.
   */
  private double touched(double n) {
    double random = clustering.randomShare();
    double inOrder = (1 - random) * n / recordsOfPage();
    return inOrder + random * pages * (1 - Math.exp(draws(n) * missExponent()));
  }

  /** Returns the number of randomly placed runs among n consecutive records of the index. */
  private double draws(double n) {
    return clustering.randomShare() * n / clustering.runLength();
  }

  /** Returns the logarithm of the probability that a randomly placed run is not on a given page. */
  private double missExponent() {
    double randomPages = Math.max(1, clustering.randomShare() * pages);
    return randomPages <= 1 ? -1e9 : Math.log1p(-1 / randomPages);
  }

  /**
   * Returns the number of page reads of an index scan with an LRU cache. Until the cache is full,
   * each page is read once. Afterwards a run is in the cache if its page is among the pages used
   * last. For random placement this is Cardenas' formula up to n0 = ln(1 - B/P) / ln(1 - 1/P)
   * records, and then B + (n - n0) (1 - B/P).
   *
   * @param cachePages number of pages B in the cache
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
