package org.flashgrove.lab.experiment.scan;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Placement of a table's records relative to their keys. A fraction q of the records is stored in
 * runs of r neighbouring keys. These runs are in random order and follow all other records. The
 * other records are in key order. Uniform placement is q = 1, r = 1.
 *
 * @param randomShare q, 0 to 1
 * @param runLength r, at least 1
 */
record RecordPlacement(double randomShare, int runLength) {
  static final RecordPlacement UNIFORM = new RecordPlacement(1, 1);

  /** About a quarter of the records are displaced one by one; the others are in key order. */
  static final RecordPlacement SINGLES = new RecordPlacement(0.24, 1);

  /** Placement that fits the page counts of Lee et al. (2011) best. */
  static final RecordPlacement RUNS = new RecordPlacement(0.35, 3);

  /** Returns the name of the placement in results. */
  String label() {
    return randomShare == 1 && runLength == 1
        ? "uniform"
        : String.format(Locale.ROOT, "q=%s,r=%d", randomShare, runLength);
  }

  /**
   * Returns the page of each key.
   *
   * @param keys number of keys; they are 0 to {@code keys} - 1
   * @param perPage number of records per page
   */
  int[] pages(int keys, int perPage, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int runs = keys / runLength;
    int displaced = (int) Math.round(randomShare * runs);
    int[] order = new int[displaced];
    int[] pages = new int[keys];
    int place = 0;
    int found = 0;
    for (int run = 0; run < runs; run++) {
      // Every set of runs has the same probability.
      if (random.nextInt(runs - run) < displaced - found) {
        order[found++] = run;
      } else {
        place = put(pages, run, place, perPage);
      }
    }
    for (int i = displaced - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int run = order[i];
      order[i] = order[other];
      order[other] = run;
    }
    for (int run : order) {
      place = put(pages, run, place, perPage);
    }
    put(pages, runs, place, perPage); // the rest, so that no other run begins in between
    return pages;
  }

  private int put(int[] pages, int run, int place, int perPage) {
    int next = place;
    for (int key = run * runLength; key < Math.min(pages.length, (run + 1) * runLength); key++) {
      pages[key] = next++ / perPage;
    }
    return next;
  }

  /** Returns this placement in the form that estimates of page counts use. */
  Clustering clustering() {
    return new Clustering(randomShare, runLength);
  }
}
