package org.flashgrove.storage.file.disk;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.call.Posix;
import org.flashgrove.storage.file.call.SystemError;

/**
 * Asynchronous reads by the native queue of Linux ({@code io_submit(2)}), with system calls only.
 * One thread keeps up to the depth's number of requests in flight; no other thread is woken. Suited
 * to files opened for direct I/O, because reads through the page cache block in {@code io_submit}.
 *
 * <p>The kernel writes to the caller's buffer until a request ends, so {@link #read} never returns
 * or fails before all of its requests have ended. One thread at a time.
 */
final class AioQueue implements AutoCloseable {
  private static final int IOCB_BYTES = 64;
  private static final int AT_TAG = 0;
  private static final int AT_OPERATION = 16;
  private static final int AT_DESCRIPTOR = 20;
  private static final int AT_ADDRESS = 24;
  private static final int AT_LENGTH = 32;
  private static final int AT_OFFSET = 40;
  private static final short PREAD = 0;

  private static final int EVENT_BYTES = 32;
  private static final int EVENT_TAG = 0;
  private static final int EVENT_RESULT = 16;

  /** The control memory begins with the context's handle, then come iocbs, a pointer and events. */
  private static final int IOCBS = 64;

  private final Posix.AioNumbers numbers;
  private final int depth;
  private final ByteBuffer control;
  private final long address;
  private final int pointer;
  private final int events;
  private final long context;
  private final int[] freeCells;
  private final int[] rangeOf;
  private int freeCount;
  private int inFlight;
  private boolean open = true;
  private StoreIoException failure;

  /** Address of the buffer that is read to. */
  private long memory;

  /** Receives each range that was read; null if each range has its own part of the buffer. */
  private FileRanges.Visitor visitor;

  private AioQueue(int depth, ByteBuffer control, long context) {
    numbers = Posix.aioNumbers();
    this.depth = depth;
    this.control = control;
    this.context = context;
    address = Posix.address(control);
    pointer = IOCBS + depth * IOCB_BYTES;
    events = pointer + Long.BYTES;
    freeCells = new int[depth];
    rangeOf = new int[depth];
    for (int cell = 0; cell < depth; cell++) {
      freeCells[freeCount++] = cell;
    }
  }

  /**
   * Returns a queue of {@code depth} requests, or null if the platform has no such queues or grants
   * no further one.
   */
  static AioQueue open(int depth) {
    if (Posix.aioNumbers() == null) {
      return null;
    }
    int bytes = IOCBS + depth * (IOCB_BYTES + EVENT_BYTES) + Long.BYTES;
    ByteBuffer control = AlignedBuffers.allocate(bytes).order(ByteOrder.nativeOrder());
    long handle = Posix.address(control);
    if (call(Posix.aioNumbers().setup(), depth, handle, 0, 0) != 0) {
      return null;
    }
    return new AioQueue(depth, control, control.getLong(0));
  }

  private static long call(int number, long first, long second, long third, long fourth) {
    return Posix.calls().syscall(number, first, second, third, fourth);
  }

  /** Returns the most requests at a time. */
  int depth() {
    return depth;
  }

  /** Returns whether the queue can be read by again. */
  boolean isOpen() {
    return open;
  }

  /**
   * Reads ranges of one length, each to the place of its request: {@code depth} places follow each
   * other in the buffer. The visitor receives each range before its part of the buffer is used
   * again; an exception that it throws ends the reading.
   */
  void readEach(PosixFile file, FileRanges ranges, ByteBuffer into, FileRanges.Visitor each) {
    visitor = each;
    try {
      read(file, ranges, into);
    } finally {
      visitor = null;
    }
  }

  /**
   * Reads ranges, as many at a time as the queue is deep, and records the bytes that were read of
   * each.
   *
   * @param into the buffer that the ranges' places count from
   */
  void read(PosixFile file, FileRanges ranges, ByteBuffer into) {
    failure = null;
    memory = Posix.address(into);
    int next = 0;
    boolean ended = false;
    try {
      while (inFlight > 0 || next < ranges.count() && failure == null) {
        next = fill(file, ranges, into, next);
        if (inFlight > 0) {
          reap(file, ranges, into);
        }
      }
      ended = true;
    } finally {
      if (!ended) {
        close(); // waits for the requests that still write to the caller's buffer
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Fills the queue; returns the first range that was not submitted. */
  private int fill(PosixFile file, FileRanges ranges, ByteBuffer into, int from) {
    int next = from;
    while (freeCount > 0
        && next < ranges.count()
        && failure == null
        && submit(file, ranges, into, next)) {
      next++;
    }
    return next;
  }

  /**
   * Submits one range. Each range needs its own call, because a device that receives sixteen
   * requests in one call tends to report them with one interrupt and is idle until the next sixteen
   * arrive.
   *
   * @return whether the range is submitted or read; if not, there is room when others have ended
   */
  private boolean submit(PosixFile file, FileRanges ranges, ByteBuffer into, int range) {
    int cell = freeCells[freeCount - 1];
    int iocb = IOCBS + cell * IOCB_BYTES;
    rangeOf[cell] = range;
    if (visitor != null) {
      ranges.setAt(range, cell * ranges.length(range));
    }
    control.putLong(iocb + AT_TAG, cell);
    control.putShort(iocb + AT_OPERATION, PREAD);
    control.putInt(iocb + AT_DESCRIPTOR, file.descriptor());
    control.putLong(iocb + AT_ADDRESS, memory + ranges.at(range));
    control.putLong(iocb + AT_LENGTH, ranges.length(range));
    control.putLong(iocb + AT_OFFSET, ranges.offset(range));
    control.putLong(pointer, address + iocb);
    if (call(numbers.submit(), context, 1, address + pointer, 0) == 1) {
      freeCount--;
      inFlight++;
      return true;
    }
    if (inFlight > 0) {
      return false;
    }
    if (visitor != null) {
      ranges.setAt(range, 0);
    }
    finish(file, ranges, into, range, 0); // the plain call works, or reports the error
    return true;
  }

  private void reap(PosixFile file, FileRanges ranges, ByteBuffer into) {
    long ended = call(numbers.getEvents(), context, 1, depth, address + events);
    if (ended < 0 && !SystemError.EINTR.isResult(ended)) {
      throw new StoreIoException(
          file.name() + ": wait for reads failed: " + SystemError.describe(ended));
    }
    for (int i = 0; i < ended; i++) {
      int event = events + i * EVENT_BYTES;
      int cell = (int) control.getLong(event + EVENT_TAG);
      freeCells[freeCount++] = cell;
      inFlight--;
      finish(file, ranges, into, rangeOf[cell], control.getLong(event + EVENT_RESULT));
    }
  }

  /** Records the bytes that the kernel read of a range, and reads the missing ones. */
  private void finish(PosixFile file, FileRanges ranges, ByteBuffer into, int range, long result) {
    int length = ranges.length(range);
    try {
      if (result < 0) {
        throw file.readFailed(length, ranges.offset(range), result);
      }
      int done = (int) result;
      if (done < length) {
        done +=
            file.readRest(
                ranges.offset(range) + done, into, ranges.at(range) + done, length - done);
      }
      ranges.setRead(range, done);
      if (visitor != null && failure == null) {
        visitor.range(range);
      }
    } catch (StoreIoException e) {
      failure = failure == null ? e : failure;
    }
  }

  /** Waits for requests in flight and frees the queue. */
  @Override
  public void close() {
    open = false;
    call(numbers.destroy(), context, 0, 0, 0);
    Reference.reachabilityFence(control);
  }
}
