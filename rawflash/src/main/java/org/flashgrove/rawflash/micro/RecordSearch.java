package org.flashgrove.rawflash.micro;

import java.util.function.Predicate;
import org.flashgrove.core.index.VisitResult;

/**
 * A search for records whose addresses index entries hold: it collects addresses, so that each page
 * of records is read once for as many as fit.
 */
final class RecordSearch {
  private final CircularFile file;
  private final MicroRecord record;
  private final AddressBatch batch;
  private final Predicate<MicroRecord> test;
  private final RecordVisitor visitor;

  /**
   * Begins a search.
   *
   * @param record receives each record that is read
   * @param batch receives the addresses
   * @param test which records are searched for
   * @param visitor receives these
   */
  RecordSearch(
      CircularFile file,
      MicroRecord record,
      AddressBatch batch,
      Predicate<MicroRecord> test,
      RecordVisitor visitor) {
    this.file = file;
    this.record = record;
    this.batch = batch;
    this.test = test;
    this.visitor = visitor;
    batch.clear();
  }

  /** Hands the record that was read over if it is searched for; returns false if that stops. */
  boolean offer() {
    return !test.test(record) || visitor.found(record) == VisitResult.CONTINUE;
  }

  /** Adds the address of a record to be visited; returns false if the visitor stopped. */
  boolean visit(long address) {
    return WaitingEntries.position(address) < file.oldest() || batch.add(address) || visitBatch();
  }

  /** Visits the records whose addresses were collected, the newest first, page by page. */
  boolean visitBatch() {
    batch.sort();
    boolean goesOn = true;
    for (int i = batch.size() - 1; i >= 0 && goesOn; i--) {
      long position = WaitingEntries.position(batch.get(i));
      int slot = WaitingEntries.slot(batch.get(i));
      if (!file.loads(position, MicroHead.DATA) || slot >= file.head().count()) {
        throw file.damage(position, "no record " + slot + ", to which an index page refers");
      }
      record.read(file.content(), slot, file.head().ordinal());
      goesOn = offer();
    }
    batch.clear();
    return goesOn;
  }
}
