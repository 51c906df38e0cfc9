package org.flashgrove.lab.experiment.scan;

/**
 * Describes by two numbers to what extent the records of a table are stored in index order. A
 * fraction of the records is stored in short runs of neighbouring keys. These runs are spread at
 * random over the same fraction of the pages. All other records are in key order. If both numbers
 * are 1, the placement is random, as Cardenas and Yao assume. If {@code randomShare} is 0, all
 * records are in order.
 *
 * @param randomShare fraction of the records that are stored in runs, and of the pages that contain
 *     the runs, 0 to 1
 * @param runLength number of neighbouring keys in a run, at least 1
 */
record Clustering(double randomShare, double runLength) {
  /** Random placement of all records. */
  static final Clustering UNIFORM = new Clustering(1, 1);

  Clustering {
    if (!(randomShare >= 0 && randomShare <= 1)) {
      throw new IllegalArgumentException("randomShare = " + randomShare + " (allowed: 0 to 1)");
    }
    if (!(runLength >= 1)) {
      throw new IllegalArgumentException("runLength = " + runLength + " (allowed: at least 1)");
    }
  }
}
