package org.flashgrove.access.query;

import java.util.function.DoubleSupplier;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * The records of a query, one per call of {@link #next}, at one commit. The cursor reads pages on
 * demand and pins none between two calls. While it is open, the table keeps replaced data within a
 * memory budget; when the budget is used up, the oldest cursor throws {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}. For one thread at a time. Close it.
 */
public final class TableCursor implements AutoCloseable {
  private final RecordCursor records;
  private final @Nullable DoubleSupplier distance;
  private final @Nullable QueryWatch watch;
  private final TableRecord record;
  private final Schema schema;
  private final boolean isOfKeys;
  private final Runnable afterClose;
  private long toSkip;
  private long left;
  private boolean isOnRecord;
  private boolean closed;

  /**
   * Creates a cursor.
   *
   * @param records what the query finds; closed with this
   * @param distance returns the distance of the record that {@code records} stands on, or null
   * @param parts of the query
   * @param afterClose ends what the records stand on
   */
  TableCursor(
      RecordCursor records,
      @Nullable DoubleSupplier distance,
      QueryParts parts,
      Schema schema,
      Runnable afterClose) {
    this.records = records;
    this.schema = schema;
    this.distance = distance;
    watch = parts.watch();
    record = parts.projection().view(schema);
    isOfKeys = parts.projection().isOfKeys();
    this.afterClose = afterClose;
    toSkip = parts.offset();
    left = parts.mostReturned();
  }

  /**
   * Goes on to the next record.
   *
   * @return whether there is one
   * @throws IllegalStateException if the cursor is closed
   */
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
    QueryWatch.check(watch);
    for (; toSkip > 0 && left > 0 && records.next(); toSkip--) {}
    isOnRecord = left > 0 && records.next();
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
   * Returns the record that the last call of {@link #next} moved to, always the same object, which
   * is valid until the next call.
   *
   * @throws IllegalStateException before the first call, and after one that returned false
   */
  public TableRecord record() {
    if (!isOnRecord) {
      throw new IllegalStateException("the cursor stands on no record (allowed: next first)");
    }
    return record;
  }

  /** Returns the attributes of the records. */
  Schema schema() {
    return schema;
  }

  /** Returns what the query has cost so far; also after {@link #close}. */
  public ScanStats figures() {
    return records.figures();
  }

  /** Ends the query. A second call does nothing. */
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
