package org.flashgrove.storage.file.disk;

import java.io.File;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.GuardedFile;
import org.flashgrove.storage.file.call.Posix;
import org.flashgrove.storage.file.call.SystemError;

/**
 * File accessed through system calls. It uses no channel, so interrupting a thread does not close
 * the file.
 */
final class PosixFile extends GuardedFile {
  private static final int MODE = 0644;

  /**
   * Minimum size in bytes of a hole, which is a range whose disk space is released. Creating a hole
   * costs a transaction of the file system, and so does writing into it later.
   */
  private static final long LEAST_HOLE_BYTES = 1 << 18;

  private static final int NONE = -1;

  private final String place;
  private final int flags;
  private final Caching caching;

  /** File descriptor, or {@link #NONE} while it is closed because the file is not used. */
  private volatile int descriptor;

  /**
   * Identity of the file, if its descriptor may be closed while the file is not used; otherwise
   * null. Reopening checks that the path still leads to this file.
   */
  private volatile Object identity;

  /** True if the descriptor was used since the last check by {@link IdleFiles}. */
  private volatile boolean used;

  /**
   * True if written content is not synced yet. The descriptor must stay open then, because only
   * this descriptor would report a failed write-back.
   */
  private volatile boolean unsynced;

  /** Asynchronous read queues of this file that no thread is using now. */
  private final ConcurrentLinkedQueue<AioQueue> queues = new ConcurrentLinkedQueue<>();

  private PosixFile(String name, String place, int flags, int descriptor, Caching caching) {
    super(name);
    this.place = place;
    this.flags = flags & ~(Posix.O_CREAT | Posix.O_EXCL);
    this.descriptor = descriptor;
    this.caching = caching;
  }

  static PosixFile open(String place, String name, boolean create, Caching caching) {
    int flags = Posix.O_RDWR | Posix.O_CLOEXEC;
    if (create) {
      flags |= Posix.O_CREAT | Posix.O_EXCL;
    }
    return open(place, name, create, flags, caching);
  }

  static PosixFile openForReading(String place, String name, Caching caching) {
    return open(place, name, false, Posix.O_RDONLY | Posix.O_CLOEXEC, caching);
  }

  private static PosixFile open(
      String place, String name, boolean create, int access, Caching caching) {
    int flags = access;
    if (caching == Caching.DIRECT) {
      flags |= Posix.directFlag();
    }
    int descriptor = openRetrying(place, flags);
    if (descriptor < 0) {
      if (caching == Caching.DIRECT && SystemError.EINVAL.isResult(descriptor)) {
        if (create) {
          // a file system that refuses direct I/O has created the file anyway
          new File(place).delete();
        }
        throw new StoreIoException(
            name
                + ": open failed: the file system refuses direct I/O here; use the device"
                + " 'buffered'");
      }
      throw failed(name, create ? "create" : "open", descriptor);
    }
    return new PosixFile(name, place, flags, descriptor, caching);
  }

  /** Makes the entries of a directory durable. */
  static void syncDirectory(String place, String name) {
    int descriptor = openDirectory(place);
    if (descriptor < 0) {
      throw failed(name, "open directory", descriptor);
    }
    try {
      int result;
      do {
        result = Posix.calls().fsync(descriptor);
      } while (isToRepeat(result, name, "sync directory"));
    } finally {
      Posix.calls().close(descriptor);
    }
  }

  /** Opens a directory. Returns its descriptor, or a negated error number. */
  static int openDirectory(String place) {
    return openRetrying(place, Posix.O_RDONLY | Posix.O_CLOEXEC);
  }

  private static int openRetrying(String path, int flags) {
    int descriptor;
    do {
      descriptor = Posix.calls().open(path, flags, MODE);
    } while (SystemError.EINTR.isResult(descriptor));
    return descriptor;
  }

  private static StoreIoException failed(String path, String operation, long result) {
    return new StoreIoException(
        path + ": " + operation + " failed: " + SystemError.describe(result));
  }

  /**
   * Returns whether a signal interrupted a call, so that it must be repeated.
   *
   * @param result the result of the call
   * @throws StoreIoException if the call failed for another reason
   */
  private static boolean isToRepeat(long result, String path, String operation) {
    if (result < 0 && !SystemError.EINTR.isResult(result)) {
      throw failed(path, operation, result);
    }
    return result < 0;
  }

  @Override
  protected long length() {
    long size = Posix.calls().lseek(descriptor(), 0, Posix.SEEK_END);
    if (size < 0) {
      throw failed(name(), "length", size);
    }
    return size;
  }

  /**
   * Reads bytes at a position of the file into a buffer. The caller has entered {@link #guard}.
   * Returns the number of bytes read.
   */
  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) {
    int done = 0;
    while (done < length) {
      long count = Posix.calls().pread(descriptor(), into, at + done, length - done, offset + done);
      if (count == 0) {
        break;
      }
      if (count > 0) {
        done += (int) count;
      } else if (!SystemError.EINTR.isResult(count)) {
        throw readFailed(length, offset, count);
      }
    }
    return done;
  }

  StoreIoException readFailed(int length, long offset, long result) {
    return failed(name(), "read of " + length + " bytes at " + offset, result);
  }

  /**
   * Returns the file descriptor, after reopening the file if necessary. The caller has entered
   * {@link #guard}.
   */
  int descriptor() {
    if (!used) {
      used = true;
    }
    int open = descriptor;
    return open == NONE ? reopened() : open;
  }

  private synchronized int reopened() {
    if (descriptor == NONE) {
      int opened = openRetrying(place, flags);
      if (opened < 0) {
        throw failed(name(), "reopen", opened);
      }
      if (!identity.equals(identityOf(place))) {
        Posix.calls().close(opened);
        throw new StoreIoException(
            name() + ": reopen failed: the file was removed or replaced while the store was open");
      }
      descriptor = opened;
      IdleFiles.opened(this);
    }
    return descriptor;
  }

  private static Object identityOf(String place) {
    try {
      return HeldDirectory.identity(Path.of(place));
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public void closeHandleWhenIdle() {
    if (HeldDirectory.isThroughDescriptor(place)) {
      identity = identityOf(place);
      if (identity != null) {
        IdleFiles.opened(this);
      }
    }
  }

  /**
   * Closes the descriptor if it was not used since the last call of this method. Keeps the
   * descriptor open if a call is running, content is not synced, or the path no longer leads to the
   * file. Returns whether the descriptor is closed.
   */
  boolean closeHandleIfIdle() {
    if (used) {
      used = false;
    } else {
      guard.runAlone(this::closeHandle);
    }
    return descriptor == NONE;
  }

  /** Closes the descriptor. The caller ensures that no call is using it. */
  private void closeHandle() {
    if (!unsynced && descriptor != NONE && identity.equals(identityOf(place))) {
      closeQueues();
      Posix.calls().close(descriptor);
      descriptor = NONE;
    }
  }

  private void closeQueues() {
    for (AioQueue queue = queues.poll(); queue != null; queue = queues.poll()) {
      queue.close();
    }
  }

  @Override
  public boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    for (int range = 0; range < ranges.count(); range++) {
      requireReadable(ranges.offset(range), into, ranges.at(range), ranges.length(range));
    }
    return readBy(depth, ranges, into, null);
  }

  @Override
  public boolean readEach(
      FileRanges ranges, ByteBuffer into, int depth, FileRanges.Visitor visitor) {
    for (int range = 0; range < ranges.count(); range++) {
      requireReadable(ranges.offset(range), into, 0, depth * ranges.length(range));
    }
    return readBy(depth, ranges, into, visitor);
  }

  private boolean readBy(
      int depth, FileRanges ranges, ByteBuffer into, FileRanges.Visitor visitor) {
    if (caching != Caching.DIRECT) {
      return false;
    }
    long stamp = guard.enter();
    try {
      AioQueue queue = takeQueue(depth);
      if (queue == null) {
        return false;
      }
      readBy(queue, ranges, into, visitor);
      return true;
    } finally {
      guard.leave(stamp);
      Reference.reachabilityFence(into);
    }
  }

  private AioQueue takeQueue(int depth) {
    AioQueue idle = queues.poll();
    if (idle != null && idle.depth() != depth) {
      idle.close();
      idle = null;
    }
    return idle != null ? idle : AioQueue.open(depth);
  }

  private void readBy(
      AioQueue queue, FileRanges ranges, ByteBuffer into, FileRanges.Visitor visitor) {
    try {
      if (visitor == null) {
        queue.read(this, ranges, into);
      } else {
        queue.readEach(this, ranges, into, visitor);
      }
    } finally {
      if (queue.isOpen()) {
        queues.add(queue);
      }
    }
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) {
    int done = 0;
    while (done < length) {
      long count =
          Posix.calls().pwrite(descriptor(), from, at + done, length - done, offset + done);
      if (count > 0) {
        done += (int) count;
      } else if (count == 0) {
        throw new StoreIoException(name() + ": write at " + offset + " failed: nothing written");
      } else if (!SystemError.EINTR.isResult(count)) {
        throw failed(name(), "write of " + length + " bytes at " + offset, count);
      }
      unsynced = true;
    }
  }

  @Override
  protected void setLength(long sizeBytes) {
    int result;
    do {
      result = Posix.calls().ftruncate(descriptor(), sizeBytes);
    } while (isToRepeat(result, name(), "resize to " + sizeBytes + " bytes"));
    unsynced = true;
  }

  @Override
  public void reserve(long sizeBytes) {
    long stamp = guard.enter();
    try {
      int result;
      do {
        result = Posix.calls().fallocate(descriptor(), Posix.FALLOC_FL_KEEP_SIZE, 0, sizeBytes);
        if (SystemError.EOPNOTSUPP.isResult(result) || SystemError.ENOSYS.isResult(result)) {
          return;
        }
      } while (isToRepeat(result, name(), "reservation of " + sizeBytes + " bytes"));
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public long leastDiscardBytes() {
    return LEAST_HOLE_BYTES;
  }

  @Override
  public int roomBytes() {
    return USUAL_ROOM_BYTES;
  }

  @Override
  public boolean discard(long offset, long length) {
    long stamp = guard.enter();
    try {
      int mode = Posix.FALLOC_FL_PUNCH_HOLE | Posix.FALLOC_FL_KEEP_SIZE;
      int result;
      do {
        result = Posix.calls().fallocate(descriptor(), mode, offset, length);
      } while (SystemError.EINTR.isResult(result));
      return result == 0;
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  protected void force() {
    if (descriptor == NONE) {
      return; // all content was synced before the descriptor was closed
    }
    unsynced = false; // reset before the sync, because the sync may not cover later writes
    boolean synced = false;
    try {
      int result;
      do {
        result = Posix.calls().fdatasync(descriptor());
      } while (isToRepeat(result, name(), "sync"));
      synced = true;
    } finally {
      unsynced |= !synced;
    }
  }

  @Override
  protected void release() {
    IdleFiles.closed(this);
    closeQueues();
    if (descriptor != NONE) {
      Posix.calls().close(descriptor);
    }
  }
}
