package org.flashgrove.cli.experiment.scan;

import java.util.BitSet;
import java.util.Locale;

/** The ways to the records of a range of keys, as calls to the device. */
enum AccessPath {
  /** All pages in their order, some together. */
  FTS {
    @Override
    void walk(SampleTable table, SampleTable.Range range, Reads reads) {
      for (int page = 0; page < table.pages(); page += READ_AHEAD_PAGES) {
        int count = Math.min(READ_AHEAD_PAGES, table.pages() - page);
        reads.pages(page, count);
        reads.records(page, count);
      }
    }
  },

  /** For each leaf of the range, the page of each of its pairs. */
  IDX {
    @Override
    void walk(SampleTable table, SampleTable.Range range, Reads reads) {
      int leaf = -1;
      int page = -1;
      for (int key = range.first(); key < range.end(); key++) {
        if (table.leafOf(key) != leaf) {
          leaf = table.leafOf(key);
          reads.leaf(leaf);
        }
        if (table.pageOf(key) != page) {
          page = table.pageOf(key);
          reads.pages(page, 1);
        }
        reads.record(key);
      }
    }
  },

  /** All leaves of the range, then each page of one of its pairs, in their order. */
  SIDX {
    @Override
    void walk(SampleTable table, SampleTable.Range range, Reads reads) {
      BitSet pages = new BitSet(table.pages());
      int leaf = -1;
      for (int key = range.first(); key < range.end(); key++) {
        if (table.leafOf(key) != leaf) {
          leaf = table.leafOf(key);
          reads.leaf(leaf);
        }
        pages.set(table.pageOf(key));
      }
      for (int page = pages.nextSetBit(0); page >= 0; page = pages.nextSetBit(page + 1)) {
        reads.pages(page, 1);
        reads.records(page, 1);
      }
    }
  };

  /** Pages that a full scan reads together: 1 MiB. */
  static final int READ_AHEAD_PAGES = 128;

  /** What an access path does, step by step. */
  interface Reads {
    /** Reads a leaf of the index. */
    void leaf(int page);

    /** Reads neighbouring pages of the table. */
    void pages(int first, int count);

    /** Uses the record of a key, in a page read. */
    default void record(int key) {}

    /** Uses the records of the range in pages read. */
    default void records(int firstPage, int count) {}
  }

  abstract void walk(SampleTable table, SampleTable.Range range, Reads reads);

  /** Its name in results. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The calls of a query. */
  CallTrace trace(SampleTable table, double selectivity) {
    CallTrace trace = new CallTrace();
    walk(
        table,
        table.range(selectivity),
        new Reads() {
          @Override
          public void leaf(int page) {
            trace.read(page, 1);
          }

          @Override
          public void pages(int first, int count) {
            trace.read(first, count);
          }
        });
    return trace;
  }
}
