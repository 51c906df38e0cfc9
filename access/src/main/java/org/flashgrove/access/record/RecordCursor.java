package org.flashgrove.access.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Stream of records at one commit, and the interface between the operators of a scan.
 *
 * <p>A new cursor is positioned before the first record. It is for one thread and must be closed,
 * which also closes the cursors below it.
 */
public interface RecordCursor extends AutoCloseable {
  /**
   * Goes on to the next record.
   *
   * @return whether there is one; after false it stays false
   */
  boolean next();

  /** RID of the record the cursor stands on. */
  long rid();

  /** The record's key: the id it was inserted with. */
  long key();

  /**
   * The record's body from position to limit, little endian and read only: bytes of the WKB (4),
   * WKB, attributes. Valid until {@link #next}; position and limit belong to the caller.
   */
  ByteBuffer record();

  /**
   * Returns the record's geometry if it has been read on the way here, for the caller alone, so
   * that nobody reads it twice.
   *
   * @return null if it has not been read, or the record has none
   */
  default @Nullable Geometry geometry() {
    return null;
  }

  /**
   * Returns the cost of the scan so far, including the operators below. May be called after {@link
   * #close}.
   */
  ScanStats figures();

  /** Ends the scan; a second call does nothing. */
  @Override
  void close();
}
