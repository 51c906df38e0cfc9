package org.flashgrove.access.plan;

import java.util.function.LongSupplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.sort.AttributeSort;

/** Sorts what a plan finds, in the memory and the temporary space of a query. */
public interface Sorting {
  /**
   * Puts records into an order.
   *
   * @param records closed with what is returned
   * @param most most records that are asked for
   */
  RecordCursor byOrder(RecordCursor records, RecordOrder order, long most);

  /**
   * Puts records into the order of a word.
   *
   * @param records closed with what is returned
   * @param word word of the record that the cursor stands on
   * @param most most records that are asked for
   */
  AttributeSort byWord(RecordCursor records, LongSupplier word, long most);
}
