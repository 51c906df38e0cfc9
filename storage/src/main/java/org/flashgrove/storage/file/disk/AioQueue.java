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
 * Asynchronous reads through the kernel queue of Linux ({@code io_submit(2)}). One thread keeps
 * several requests in flight, without waking other threads. Useful only for direct I/O, because
 * {@code io_submit} blocks until the read is done if the file uses the page cache.
 *
 * <p>The kernel may write to the caller's buffer as long as a request is in flight. Therefore
 * {@link #read} neither returns nor throws before all of its requests have ended. Not thread-safe.
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

  /**
   * Offset of the request structures (iocbs) in {@link #control}. Before them, {@link #control}
   * holds the handle of the kernel's queue. After them, it holds pointers to the requests to be
   * submitted together, and the completion events.
   */
  private static final int IOCBS = 64;

  /**
   * Minimum number of ranges whose requests are submitted together. Fewer ranges are submitted one
   * by one: if a device gets sixteen requests in one call, it tends to report their completion with
   * one interrupt, and is idle until it gets the next requests. A call for each request costs more
   * processor time.
   */
  private static final int MANY = 32;

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

  /** Memory address of the buffer into which the current call reads ranges. */
  private long memory;

  /**
   * Receives each range that was read, before its part of the buffer is reused. It is null if each
   * range has a part of the buffer of its own.
   */
  private FileRanges.Visitor visitor;

  private AioQueue(int depth, ByteBuffer control, long context) {
    numbers = Posix.aioNumbers();
    this.depth = depth;
    this.control = control;
    this.context = context;
    address = Posix.address(control);
    pointer = IOCBS + depth * IOCB_BYTES;
    events = pointer + depth * Long.BYTES;
    freeCells = new int[depth];
    rangeOf = new int[depth];
    for (int cell = 0; cell < depth; cell++) {
      freeCells[freeCount++] = cell;
    }
  }

  /**
   * Opens a queue for {@code depth} requests. Returns null if the platform has no such queues or
   * refuses to open another one.
   */
  static AioQueue open(int depth) {
    if (Posix.aioNumbers() == null) {
      return null;
    }
    int bytes = IOCBS + depth * (IOCB_BYTES + Long.BYTES + EVENT_BYTES);
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

  /** Returns the maximum number of requests in flight. */
  int depth() {
    return depth;
  }

  /** Returns whether the queue is usable. */
  boolean isOpen() {
    return open;
  }

  /**
   * Reads ranges of equal length. The buffer has {@code depth} parts, one for each request in
   * flight. The visitor receives a range before its part of the buffer is reused. If the visitor
   * throws, reading ends.
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
   * Reads ranges, with as many requests in flight as the queue allows. Sets the number of bytes
   * read in each range.
   *
   * @param into buffer to which the buffer indices of the ranges refer
   */
  void read(PosixFile file, FileRanges ranges, ByteBuffer into) {
    failure = null;
    memory = Posix.address(into);
    boolean isMany = visitor == null && ranges.count() >= MANY;
    int next = 0;
    boolean ended = false;
    try {
      while (inFlight > 0 || isLeft(ranges, next)) {
        int submitted = 1;
        while (submitted > 0 && isLeft(ranges, next)) {
          submitted = submit(file, ranges, next, isMany ? depth : 1);
          next += submitted;
        }
        if (inFlight == 0) {
          readSingly(file, ranges, into, next++);
        } else {
          int least = isMany ? Math.min(inFlight, (depth + 1) / 2) : 1;
          long done = call(numbers.getEvents(), context, least, depth, address + events);
          if (done < 0 && !SystemError.EINTR.isResult(done)) {
            throw new StoreIoException(
                file.name() + ": wait for reads failed: " + SystemError.describe(done));
          }
          for (int i = 0; i < done; i++) {
            int event = events + i * EVENT_BYTES;
            int cell = (int) control.getLong(event + EVENT_TAG);
            freeCells[freeCount++] = cell;
            inFlight--;
            finish(file, ranges, into, rangeOf[cell], control.getLong(event + EVENT_RESULT));
          }
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

  private boolean isLeft(FileRanges ranges, int next) {
    return failure == null && next < ranges.count();
  }

  /** Reads a range that the kernel refuses to queue. A plain read succeeds or reports the error. */
  private void readSingly(PosixFile file, FileRanges ranges, ByteBuffer into, int range) {
    if (visitor != null) {
      ranges.setAt(range, 0);
    }
    finish(file, ranges, into, range, 0);
  }

  /**
   * Submits ranges in one system call, starting with range {@code from}. Returns the number of
   * ranges that the kernel accepted.
   *
   * @param most maximum number of ranges
   */
  private int submit(PosixFile file, FileRanges ranges, int from, int most) {
    int count = Math.min(Math.min(most, freeCount), ranges.count() - from);
    for (int i = 0; i < count; i++) {
      int range = from + i;
      int cell = freeCells[freeCount - 1 - i];
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
      control.putLong(pointer + i * Long.BYTES, address + iocb);
    }
    if (count == 0) {
      return 0;
    }
    int accepted = (int) Math.max(0, call(numbers.submit(), context, count, address + pointer, 0));
    freeCount -= accepted;
    inFlight += accepted;
    return accepted;
  }

  /**
   * Stores how many bytes of a range the kernel has read. If bytes are missing, reads them with a
   * normal call.
   */
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
