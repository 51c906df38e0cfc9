package org.flashgrove.access.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Cursor over records at one commit. An operator of a scan, such as a filter, is a record cursor
 * that reads from another record cursor.
 *
 * <p>A new cursor is positioned before the first record. A cursor is for one thread. Closing a
 * cursor also closes the cursors that it reads from.
 */
public interface RecordCursor extends AutoCloseable {
  /**
   * Moves to the next record.
   *
   * @return false after the last record, also for later calls
   */
  boolean next();

  /** Returns the RID of the current record. */
  long rid();

  /** Returns the key of the current record. */
  long key();

  /**
   * Returns the body of the current record from position to limit. The body has the length of the
   * WKB in four bytes, then the WKB, then the attributes, all little endian. The buffer is
   * read-only and valid until {@link #next}. The caller may change the buffer's position and limit.
   */
  ByteBuffer record();

  /**
   * Returns the geometry of the current record if an operator has already decoded it. The caller
   * may change the object.
   *
   * @return null if the geometry was not decoded, or the record has none
   */
  default @Nullable Geometry geometry() {
    return null;
  }

  /**
   * Returns the cost so far of this cursor and of all cursors that it reads from. May be called
   * after {@link #close}.
   */
  ScanStats figures();

  /** Closes the cursor and ends the scan. A second call does nothing. */
  @Override
  void close();
}
