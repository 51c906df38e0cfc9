package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/** Appends records to a run through a buffer of one unit. */
@NullUnmarked
final class RunWriter {
  private final TemporarySpace space;
  private final ByteBuffer buffer;
  private final WriteGather gather;
  private final int unitPages;
  private final int pageSize;
  private TemporaryRun run;
  private int filled;

  /**
   * A writer without a run.
   *
   * @param buffer of {@code unitPages} pages
   */
  RunWriter(TemporarySpace space, ByteBuffer buffer, int unitPages) {
    this(space, buffer, unitPages, null);
  }

  /**
   * A writer without a run.
   *
   * @param buffer of {@code unitPages} pages
   * @param gather takes units and writes several together, flushed by its owner; or null
   */
  RunWriter(TemporarySpace space, ByteBuffer buffer, int unitPages, WriteGather gather) {
    this.space = space;
    this.gather = gather;
    this.buffer = buffer;
    this.unitPages = unitPages;
    pageSize = space.pageSize();
  }

  /** Begins a run. */
  void start(TemporaryRun newRun) {
    run = newRun;
    filled = 0;
  }

  /** Appends a whole record as it stands in memory. */
  void append(ByteBuffer from, int offset, int length) {
    put(from, offset, length);
    run.count(0, 1);
  }

  /** Appends bytes of a record whose other bytes come before or after. */
  void put(ByteBuffer from, int offset, int length) {
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

  /** Counts a record whose bytes came by {@link #put}. */
  void recordEnds() {
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

  /** Gives up the run that is being written, if one is, and its pages. */
  void abandon() {
    if (run != null) {
      run.free(space);
      run = null;
    }
  }

  /** Writes the remaining records and ends the run. */
  TemporaryRun finish() {
    if (filled > 0) {
      flush();
    }
    TemporaryRun finished = run;
    run = null;
    return finished;
  }
}
