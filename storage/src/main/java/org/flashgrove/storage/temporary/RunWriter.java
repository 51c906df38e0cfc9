package org.flashgrove.storage.temporary;

import java.nio.ByteBuffer;

/** Appends records to a run, through a buffer of one I/O unit (a fixed number of pages). */
public final class RunWriter {
  private final TemporarySpace space;
  private final ByteBuffer buffer;
  private final WriteGather gather;
  private final int unitPages;
  private final int pageSize;
  private TemporaryRun run;
  private int filled;

  /**
   * Creates a writer without a run.
   *
   * @param buffer memory of {@code unitPages} pages
   */
  public RunWriter(TemporarySpace space, ByteBuffer buffer, int unitPages) {
    this(space, buffer, unitPages, null);
  }

  /**
   * Creates a writer without a run.
   *
   * @param buffer memory of {@code unitPages} pages
   * @param gather collects units, to write several together; null to write each unit alone. The
   *     caller flushes {@code gather}.
   */
  public RunWriter(TemporarySpace space, ByteBuffer buffer, int unitPages, WriteGather gather) {
    this.space = space;
    this.gather = gather;
    this.buffer = buffer;
    this.unitPages = unitPages;
    pageSize = space.pageSize();
  }

  /** Starts to write a run. */
  public void start(TemporaryRun newRun) {
    run = newRun;
    filled = 0;
  }

  /** Appends a whole record in its stored layout. */
  public void append(ByteBuffer from, int offset, int length) {
    put(from, offset, length);
    run.count(0, 1);
  }

  /** Appends some bytes of a record. */
  public void put(ByteBuffer from, int offset, int length) {
    int done = 0;
    while (done < length) {
      int part = Math.min(length - done, unitPages * pageSize - filled);
      buffer.put(filled, from, offset + done, part);
      filled += part;
      done += part;
      if (filled == unitPages * pageSize) {
        flush();
      }
    }
    run.count(length, 0);
  }

  /** Ends a record whose bytes were appended by {@link #put}. */
  public void recordEnds() {
    run.count(0, 1);
  }

  private void flush() {
    int count = (filled + pageSize - 1) / pageSize;
    int first = space.take(count);
    if (gather == null) {
      space.write(first, count, buffer);
    } else {
      gather.write(first, count, buffer);
    }
    run.add(first, count);
    filled = 0;
  }

  /** Discards the current run, if there is one, and frees its pages. */
  public void abandon() {
    if (run != null) {
      run.free(space);
      run = null;
    }
  }

  /** Writes the remaining records and returns the finished run. */
  public TemporaryRun finish() {
    if (filled > 0) {
      flush();
    }
    TemporaryRun finished = run;
    run = null;
    return finished;
  }
}
