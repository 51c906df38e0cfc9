package org.flashgrove.access.record;

/**
 * Cost of a scan so far.
 *
 * @param records number of results
 * @param candidates number of records that were tested, including those that a filter or an exact
 *     test removed
 * @param pagesRead number of reads of record pages from the device
 * @param distinctPages number of distinct record pages used, from the cache or from the device
 * @param rereads number of reads of pages that this scan had read before
 * @param indexPages number of index pages read, from memory or from the device
 * @param spilledBytes bytes of RIDs written to temporary space
 * @param skipped records that were skipped because no algorithm can evaluate their geometry
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
  /** Creates the cost of a scan that skipped no record. */
  @SuppressWarnings("checkstyle:ParameterNumber") // a public constructor
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

  /** Cost of a scan that has not started. */
  public static final ScanStats NONE = new ScanStats(0, 0, 0, 0, 0, 0, 0);

  /** Returns the sum of this cost and the cost of a later part of the scan. */
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

  /**
   * Returns a copy that counts no results. Use it for an abandoned scan if another scan finds the
   * same results again.
   */
  public ScanStats withoutResults() {
    return withRecords(0, SkippedRecords.NONE);
  }

  /** Returns a copy with additional index pages. */
  public ScanStats withIndexPages(long further) {
    return further == 0 ? this : plus(new ScanStats(0, 0, 0, 0, 0, further, 0));
  }

  /** Returns a copy with another number of results and other skipped records. */
  public ScanStats withRecords(long number, SkippedRecords others) {
    return new ScanStats(
        number, candidates, pagesRead, distinctPages, rereads, indexPages, spilledBytes, others);
  }
}
