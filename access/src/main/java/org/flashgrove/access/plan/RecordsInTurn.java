package org.flashgrove.access.plan;

import java.util.function.Supplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOperator;
import org.flashgrove.access.record.ScanStats;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the records of two cursors, one cursor after the other. The second cursor is opened
 * at the end of the first one. The cost that this cursor reports includes the index pages that the
 * planner has read.
 */
final class RecordsInTurn extends RecordOperator {
  private final Supplier<RecordCursor> next;
  private final long pagesBefore;
  private ScanStats ended = ScanStats.NONE;
  private boolean isLast;
  private boolean closed;

  /**
   * Creates a cursor.
   *
   * @param pagesBefore number of index pages that the planner has read
   * @param next opens the second cursor; null if there is none
   */
  RecordsInTurn(RecordCursor first, long pagesBefore, @Nullable Supplier<RecordCursor> next) {
    super(first);
    this.pagesBefore = pagesBefore;
    this.next = next == null ? () -> first : next;
    isLast = next == null;
  }

  @Override
  public boolean next() {
    if (input.next()) {
      return true;
    }
    if (isLast || closed) {
      return false;
    }
    isLast = true;
    ended = input.figures();
    input.close();
    input = next.get();
    return input.next();
  }

  @Override
  public ScanStats figures() {
    return ended.plus(input.figures()).withIndexPages(pagesBefore);
  }

  @Override
  public void close() {
    closed = true;
    input.close();
  }
}
