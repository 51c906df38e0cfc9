package org.flashgrove.access.query;

import java.util.function.DoubleSupplier;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the records of a query at one commit. Each call of {@link #next} moves to a record.
 * The cursor reads pages on demand and pins none between two calls. It must be closed, and is for
 * one thread at a time.
 *
 * <p>While a cursor is open, the table keeps replaced data for it, up to a memory budget. When the
 * budget is used up, the oldest cursor throws {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class TableCursor implements AutoCloseable {
  private final RecordCursor records;
  private final @Nullable DoubleSupplier distance;
  private final @Nullable QueryWatch watch;
  private final TableRecord record;
  private final Schema schema;
  private final boolean isOfKeys;
  private final String file;
  private final Runnable afterClose;
  private long toSkip;
  private long left;
  private boolean isOnRecord;
  private boolean closed;

  /**
   * Creates a cursor.
   *
   * @param records records that the plan finds; closed with this cursor
   * @param distance returns the distance of the current record of {@code records}; null unless the
   *     query is for the nearest records
   * @param parts settings of the query
   * @param afterClose releases the snapshot and temporary files
   */
  TableCursor(
      RecordCursor records,
      @Nullable DoubleSupplier distance,
      QueryParts parts,
      TableSnapshot at,
      Runnable afterClose) {
    this.records = records;
    schema = at.schema();
    file = at.records().name();
    this.distance = distance;
    watch = parts.watch();
    record = parts.projection().view(schema);
    isOfKeys = parts.projection().isOfKeys();
    this.afterClose = afterClose;
    toSkip = parts.offset();
    left = parts.mostReturned();
  }

  /**
   * Moves to the next record.
   *
   * @return false after the last record
   * @throws IllegalStateException if the cursor is closed
   */
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("cursor: is closed; open a new cursor");
    }
    QueryWatch.check(watch);
    try {
      for (; toSkip > 0 && left > 0 && records.next(); toSkip--) {}
      isOnRecord = left > 0 && records.next();
    } catch (DamagedStoreException e) {
      throw e.inDirectoryOf(file);
    }
    left -= isOnRecord ? 1 : 0;
    if (isOnRecord) {
      if (isOfKeys) {
        record.showKey(records.rid(), records.key());
      } else {
        record.show(records.rid(), records.key(), records.record(), records.geometry());
      }
      if (distance != null) {
        record.showDistance(distance.getAsDouble());
      }
    }
    return isOnRecord;
  }

  /**
   * Returns the current record. It is always the same object, and is valid until {@link #next} is
   * called again.
   *
   * @throws IllegalStateException before the first call of {@link #next}, or after it returned
   *     false
   */
  public TableRecord record() {
    if (!isOnRecord) {
      throw new IllegalStateException(
          "cursor: is at no record; read a record only after next() returned true");
    }
    return record;
  }

  /**
   * Returns the schema of the table. All its attributes are included, even if the query selects
   * some.
   */
  Schema schema() {
    return schema;
  }

  /** Returns the cost of the query so far. This method may be called after {@link #close}. */
  public ScanStats figures() {
    return records.figures();
  }

  /** Closes the cursor and ends the query. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      isOnRecord = false;
      try {
        records.close();
      } finally {
        afterClose.run();
      }
    }
  }
}
