package org.flashgrove.access.sort;

import org.flashgrove.access.record.RecordCursor;

/**
 * Records in the order of their keys, then of their RIDs. The first {@link #next} reads the whole
 * input. Closing frees memory and temporary pages.
 */
public interface SortedCursor extends RecordCursor {
  /** Returns the cost of the sort so far. May be called after {@link #close}. */
  SortStats sortFigures();
}
