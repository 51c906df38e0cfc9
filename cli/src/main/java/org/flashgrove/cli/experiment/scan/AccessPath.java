package org.flashgrove.cli.experiment.scan;

import java.util.Locale;

/** The ways to the records of a range of keys. */
enum AccessPath {
  /** All pages in their order, some together. */
  FTS,

  /** For each leaf of the range, the page of each of its pairs: in the order of keys. */
  IDX,

  /** All leaves of the range, then each page of one of its pairs, in their order. */
  SIDX;

  /** Pages that a full scan reads together: 1 MiB. */
  static final int READ_AHEAD_PAGES = 128;

  /** Its name in results. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The calls of a query. */
  CallTrace trace(SampleTable table, double selectivity) {
    CallTrace trace = new CallTrace();
    try (PathRecords records = new PathRecords(this, table, selectivity, trace)) {
      while (records.next()) {
        // reading is all
      }
    }
    return trace;
  }
}
