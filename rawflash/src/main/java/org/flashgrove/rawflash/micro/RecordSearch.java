package org.flashgrove.rawflash.micro;

import java.util.function.Predicate;
import org.flashgrove.core.index.VisitResult;

/**
 * Search for records by the addresses in index entries. The search collects addresses in batches,
 * so that each page of records is read once per batch.
 *
 * @param record object into which each record is read
 * @param batch collects the addresses of the records to read
 * @param test accepts the records to find
 * @param visitor receives the accepted records
 */
record RecordSearch(
    CircularFile file,
    MicroRecord record,
    AddressBatch batch,
    Predicate<MicroRecord> test,
    RecordVisitor visitor) {

  RecordSearch {
    batch.clear();
  }

  /**
   * Passes the current record to the visitor if the test accepts it. Returns false if the visitor
   * stopped.
   */
  boolean offer() {
    return !test.test(record) || visitor.found(record) == VisitResult.CONTINUE;
  }

  /**
   * Adds the address of a record to the batch. If the batch is then full, visits the records of the
   * batch. Returns false if the visitor stopped.
   */
  boolean visit(long address) {
    return WaitingEntries.position(address) < file.oldest() || batch.add(address) || visitBatch();
  }

  /**
   * Visits the records at the collected addresses, newest first, page by page. Returns false if the
   * visitor stopped.
   */
  boolean visitBatch() {
    batch.sort();
    boolean goesOn = true;
    for (int i = batch.size() - 1; i >= 0 && goesOn; i--) {
      long position = WaitingEntries.position(batch.get(i));
      int slot = WaitingEntries.slot(batch.get(i));
      if (!file.loads(position, MicroHead.DATA) || slot >= file.head().count()) {
        throw file.damage(position, "has no record " + slot + ", but an index page refers to it");
      }
      record.read(file.content(), slot, file.head().ordinal());
      goesOn = offer();
    }
    batch.clear();
    return goesOn;
  }
}
