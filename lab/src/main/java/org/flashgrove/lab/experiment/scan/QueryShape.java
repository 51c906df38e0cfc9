package org.flashgrove.lab.experiment.scan;

import org.flashgrove.access.sort.SortConfig;

/**
 * Inputs of a cost estimate: the table, the query and the environment.
 *
 * @param estimates pages, records and clustering of the table
 * @param pageBytes bytes of a page
 * @param leaves leaves of the index
 * @param selectivity share of the records asked for, 0 to 1
 * @param cachePages pages that a user has in the cache
 * @param users users who ask at the same time, at least 1
 * @param sort memory and unit of a sort
 * @param recordBytes bytes of a record in temporary space
 */
record QueryShape(
    PageEstimates estimates,
    int pageBytes,
    double leaves,
    double selectivity,
    double cachePages,
    int users,
    SortConfig sort,
    double recordBytes) {
  /** Checks the bounds. */
  QueryShape {
    if (!(selectivity >= 0 && selectivity <= 1) || users < 1) {
      throw new IllegalArgumentException(
          "selectivity " + selectivity + ", " + users + " users (allowed: 0 to 1, from 1 on)");
    }
  }

  /** Returns the pages that the selected records take in temporary space. */
  double sortedPages() {
    return estimates.records() * selectivity * recordBytes / pageBytes;
  }
}
