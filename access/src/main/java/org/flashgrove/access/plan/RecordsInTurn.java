package org.flashgrove.access.plan;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Cursor over the records of two cursors, one cursor after the other. The second cursor is opened
 * at the end of the first one. The cost that this cursor reports includes the index pages that the
 * planner has read.
 */
final class RecordsInTurn implements RecordCursor {
  private final Supplier<RecordCursor> next;
  private final long pagesBefore;
  private RecordCursor current;
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
    current = first;
    this.pagesBefore = pagesBefore;
    this.next = next == null ? () -> first : next;
    isLast = next == null;
  }

  @Override
  public boolean next() {
    if (current.next()) {
      return true;
    }
    if (isLast || closed) {
      return false;
    }
    isLast = true;
    ended = current.figures();
    current.close();
    current = next.get();
    return current.next();
  }

  @Override
  public long rid() {
    return current.rid();
  }

  @Override
  public long key() {
    return current.key();
  }

  @Override
  public ByteBuffer record() {
    return current.record();
  }

  @Override
  public @Nullable Geometry geometry() {
    return current.geometry();
  }

  @Override
  public ScanStats figures() {
    return ended.plus(current.figures()).withIndexPages(pagesBefore);
  }

  @Override
  public void close() {
    closed = true;
    current.close();
  }
}
