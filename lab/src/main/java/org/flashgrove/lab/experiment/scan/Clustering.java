package org.flashgrove.lab.experiment.scan;

/**
 * Correlation between index order and page order, in two numbers. A share of the records is stored
 * in short runs of neighbouring keys, spread at random over an equal share of the pages; all other
 * records are in key order. With {@code randomShare} 1 and {@code runLength} 1 the placement is
 * random, as Cardenas and Yao assume; with {@code randomShare} 0 it is in order.
 *
 * @param randomShare share of the records, and of the pages, 0 to 1
 * @param runLength neighbouring keys of a run, at least 1
 */
record Clustering(double randomShare, double runLength) {
  /** Records anywhere. */
  static final Clustering UNIFORM = new Clustering(1, 1);

  /** Checks the bounds. */
  Clustering {
    if (!(randomShare >= 0 && randomShare <= 1)) {
      throw new IllegalArgumentException("randomShare = " + randomShare + " (allowed: 0 to 1)");
    }
    if (!(runLength >= 1)) {
      throw new IllegalArgumentException("runLength = " + runLength + " (allowed: at least 1)");
    }
  }
}
