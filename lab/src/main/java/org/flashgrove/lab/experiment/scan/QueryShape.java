package org.flashgrove.lab.experiment.scan;

import org.flashgrove.access.sort.SortConfig;

/**
 * Inputs of a cost estimate: the table, the query and the environment.
 *
 * @param estimates pages, records and clustering of the table
 * @param pageBytes page size in bytes
 * @param leaves number of leaves of the index
 * @param selectivity fraction of the records that the query returns, 0 to 1
 * @param cachePages number of cache pages per user
 * @param users number of concurrent users, at least 1
 * @param sort memory of a sort, and number of pages that it reads or writes together
 * @param recordBytes size of a record in temporary space, in bytes
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
  QueryShape {
    if (!(selectivity >= 0 && selectivity <= 1) || users < 1) {
      throw new IllegalArgumentException(
          "selectivity "
              + selectivity
              + ", "
              + users
              + " users (allowed: selectivity from 0 to 1, at least 1 user)");
    }
  }

  /** Returns the number of pages that the selected records take in temporary space. */
  double sortedPages() {
    return estimates.records() * selectivity * recordBytes / pageBytes;
  }
}
