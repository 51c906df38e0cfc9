package org.flashgrove.access.plan;

import java.util.function.LongSupplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.sort.AttributeSort;

/** Sorts the records of a plan with the memory and the temporary space of a query. */
public interface Sorting {
  /**
   * Sorts records by an order.
   *
   * @param records records to sort; closed with the result
   * @param most maximum number of records that the run needs
   */
  RecordCursor byOrder(RecordCursor records, RecordOrder order, long most);

  /**
   * Sorts records by a 64-bit number.
   *
   * @param records records to sort; closed with the result
   * @param word returns the number of the current record of {@code records}
   * @param most maximum number of records that the run needs
   */
  AttributeSort byWord(RecordCursor records, LongSupplier word, long most);
}
