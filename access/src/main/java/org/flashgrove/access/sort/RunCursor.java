package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;

/** Cursor over the records of a run. Each body is copied into one piece. */
final class RunCursor implements RecordCursor {
  private final RunReader reader;
  private ByteBuffer body;
  private ByteBuffer view;

  /**
   * Creates a cursor over a run. The reader must have started to read this run.
   *
   * @param scratch memory for a body; a larger body gets new memory
   */
  RunCursor(RunReader reader, ByteBuffer scratch) {
    this.reader = reader;
    room(scratch);
  }

  private void room(ByteBuffer bytes) {
    body = bytes;
    view = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public boolean next() {
    return reader.next() && show();
  }

  private boolean show() {
    if (reader.bodyBytes() > body.capacity()) {
      room(ByteBuffer.allocate(reader.bodyBytes()));
    }
    reader.copyBody(body);
    view.limit(reader.bodyBytes()).position(0);
    return true;
  }

  @Override
  public long rid() {
    return reader.rid();
  }

  @Override
  public long key() {
    return reader.key();
  }

  @Override
  public ByteBuffer record() {
    return view;
  }

  @Override
  public ScanStats figures() {
    return ScanStats.NONE;
  }

  @Override
  public void close() {
    // The sort frees the pages of the run.
  }
}
