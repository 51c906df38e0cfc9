package org.flashgrove.access.scan;

import java.nio.ByteBuffer;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;

/** Base class of cursors that read records from a snapshot. */
abstract class SnapshotCursor implements RecordCursor {
  final TableSnapshot snapshot;
  final ScanMeter meter;
  private final boolean closesSnapshot;
  private @Nullable HeapRecord record;
  private boolean ended;
  private boolean closed;

  SnapshotCursor(TableSnapshot snapshot, boolean closesSnapshot, ScanMeter meter) {
    this.snapshot = snapshot;
    this.closesSnapshot = closesSnapshot;
    this.meter = meter;
    snapshot.records().watch(meter);
  }

  /** Reads the next record, or returns null at the end. */
  abstract @Nullable HeapRecord advance();

  /** Releases what the cursor uses, except the snapshot. */
  abstract void end();

  @Override
  public final boolean next() {
    if (closed) {
      throw new IllegalStateException("scan: is closed; start a new scan");
    }
    if (ended) {
      return false;
    }
    meter.check();
    record = advance();
    ended = record == null;
    if (!ended) {
      meter.candidate();
      meter.record();
    }
    return !ended;
  }

  final HeapRecord current() {
    if (record == null) {
      throw new IllegalStateException(
          "scan: is at no record; read a record only after next() returned true");
    }
    return record;
  }

  @Override
  public final long rid() {
    return current().rid();
  }

  @Override
  public final long key() {
    return current().id();
  }

  @Override
  public final ByteBuffer record() {
    return current().body();
  }

  @Override
  public final ScanStats figures() {
    return meter.figures();
  }

  @Override
  public final void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      end();
    } finally {
      if (closesSnapshot) {
        snapshot.close();
      } else {
        snapshot.unwatch();
      }
    }
  }
}
