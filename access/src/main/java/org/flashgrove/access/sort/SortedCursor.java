package org.flashgrove.access.sort;

import org.flashgrove.access.record.RecordCursor;

/**
 * Records in the order of their keys, those of one key in the order of their RIDs. The input is
 * read up by the first {@link #next}; closing gives memory and temporary pages back.
 */
public interface SortedCursor extends RecordCursor {
  /** Returns the cost of the sort so far. May be called after {@link #close}. */
  SortFigures sortFigures();
}
