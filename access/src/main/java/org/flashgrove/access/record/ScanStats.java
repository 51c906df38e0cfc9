package org.flashgrove.access.record;

/**
 * Cost of a scan up to a moment.
 *
 * @param records records that came out
 * @param candidates records that were looked at, those that a filter or refinement dropped included
 * @param pagesRead pages of records read from the device, each time counted
 * @param distinctPages pages of records that were used, from the cache or from the device, each
 *     once
 * @param rereads reads of pages that this scan had read before
 * @param indexPages nodes of the index visited
 * @param spilledBytes bytes of RIDs written to temporary space
 * @param skipped records skipped because no algorithm can evaluate their geometry
 */
public record ScanStats(
    long records,
    long candidates,
    long pagesRead,
    long distinctPages,
    long rereads,
    long indexPages,
    long spilledBytes,
    SkippedRecords skipped) {
  /** Creates the figures of a scan that skipped no record. */
  public ScanStats(
      long records,
      long candidates,
      long pagesRead,
      long distinctPages,
      long rereads,
      long indexPages,
      long spilledBytes) {
    this(
        records,
        candidates,
        pagesRead,
        distinctPages,
        rereads,
        indexPages,
        spilledBytes,
        SkippedRecords.NONE);
  }

  /** Nothing yet. */
  public static final ScanStats NONE = new ScanStats(0, 0, 0, 0, 0, 0, 0);

  /** Returns the sum of these figures and those of a scan that went on after this one. */
  public ScanStats plus(ScanStats later) {
    return new ScanStats(
        records + later.records,
        candidates + later.candidates,
        pagesRead + later.pagesRead,
        distinctPages + later.distinctPages,
        rereads + later.rereads,
        indexPages + later.indexPages,
        spilledBytes + later.spilledBytes,
        skipped.plus(later.skipped));
  }

  /** Returns the costs alone, of a scan whose results others find again. */
  public ScanStats withoutResults() {
    return withRecords(0, SkippedRecords.NONE);
  }

  /** Returns a copy with further nodes of an index. */
  public ScanStats withIndexPages(long further) {
    return further == 0 ? this : plus(new ScanStats(0, 0, 0, 0, 0, further, 0));
  }

  /** Returns a copy with another number of records that came out, and other skipped records. */
  public ScanStats withRecords(long number, SkippedRecords others) {
    return new ScanStats(
        number, candidates, pagesRead, distinctPages, rereads, indexPages, spilledBytes, others);
  }
}
