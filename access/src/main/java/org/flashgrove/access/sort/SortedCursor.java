package org.flashgrove.access.sort;

import org.flashgrove.access.record.RecordCursor;

/**
 * Cursor over sorted records. Records with equal sort keys come in the order of their RIDs. The
 * first call of {@link #next} reads the whole input. Closing frees memory and temporary pages.
 */
public interface SortedCursor extends RecordCursor {
  /** Returns the cost of the sort so far. May be called after {@link #close}. */
  SortStats sortFigures();
}
