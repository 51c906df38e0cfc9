package org.flashgrove.lab.experiment.scan;

import java.util.BitSet;

/**
 * Measures to what extent the records of a table are stored in index order. For several lengths, it
 * divides the index into stretches of this length and counts the distinct pages that each stretch
 * refers to. Then it finds the {@link Clustering} that fits these counts best. It reads only the
 * index, whose pairs of key and record address contain the page numbers of the records.
 */
final class ClusteringMeasure {
  private static final double[] SHARES = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
  private static final double[] RUN_LENGTHS = {1, 1.5, 2, 3, 4, 6, 9, 14, 20, 30, 60, 120};
  private static final int LEAST_STRETCH = 8;
  private static final int STEPS = 100;

  private final long records;
  private final long pages;
  private final long[] stretch = new long[SHARES.length];
  private final BitSet[] seen = new BitSet[SHARES.length];
  private final long[] distinct = new long[SHARES.length];
  private final long[] counted = new long[SHARES.length];
  private final long[] filled = new long[SHARES.length];
  private final long[] current = new long[SHARES.length];
  private long added;

  /**
   * Creates a measurement of an index.
   *
   * @param records number of pairs of key and record address in the index
   * @param pages number of pages of the table; page numbers may reach about twice this number
   */
  ClusteringMeasure(long records, long pages) {
    this.records = records;
    this.pages = pages;
    for (int i = 0; i < SHARES.length; i++) {
      stretch[i] = Math.max(LEAST_STRETCH, Math.round(SHARES[i] * records));
      seen[i] = new BitSet();
    }
  }

  /** Adds the record page of the next pair of the index. Pairs must be added in index order. */
  void add(long page) {
    int bit = Math.toIntExact(page);
    added++;
    for (int i = 0; i < stretch.length; i++) {
      if (!seen[i].get(bit)) {
        seen[i].set(bit);
        current[i]++;
      }
      if (++filled[i] == stretch[i]) {
        distinct[i] += current[i];
        counted[i]++;
        current[i] = 0;
        filled[i] = 0;
        seen[i].clear();
      }
    }
  }

  /**
   * Returns the clustering that fits the counts best, or {@link Clustering#UNIFORM} if too few
   * pairs were added.
   */
  Clustering clustering() {
    Clustering best = Clustering.UNIFORM;
    double least = Double.MAX_VALUE;
    if (added < LEAST_STRETCH || pages < 1) {
      return best;
    }
    for (double runLength : RUN_LENGTHS) {
      for (int step = 0; step <= STEPS; step++) {
        Clustering candidate = new Clustering((double) step / STEPS, runLength);
        double error = error(new PageEstimates(pages, records, candidate));
        if (error < least - 1e-12) {
          least = error;
          best = candidate;
        }
      }
    }
    return best;
  }

  private double error(PageEstimates estimates) {
    double sum = 0;
    for (int i = 0; i < stretch.length; i++) {
      if (counted[i] > 0) {
        double measured = (double) distinct[i] / counted[i];
        double estimated = estimates.distinctPages((double) stretch[i] / records);
        double relative = estimated / measured - 1;
        sum += relative * relative;
      }
    }
    return sum;
  }
}
