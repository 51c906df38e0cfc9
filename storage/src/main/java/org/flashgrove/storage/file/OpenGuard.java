package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.StampedLock;
import org.flashgrove.core.failure.StoreClosedException;

/** Keeps a file open while calls are in it, and refuses calls once it is closed. */
public final class OpenGuard {
  private final String name;
  private final StampedLock lock = new StampedLock();
  private boolean closed;

  public OpenGuard(String name) {
    this.name = name;
  }

  /** Enters a call; the stamp goes to {@link #leave}. */
  public long enter() {
    long stamp = lock.readLock();
    if (closed) {
      lock.unlockRead(stamp);
      throw new StoreClosedException(name + ": the file is closed");
    }
    return stamp;
  }

  public void leave(long stamp) {
    lock.unlockRead(stamp);
  }

  /** Waits for calls to leave and closes; returns whether it was open. */
  public boolean close() {
    long stamp = lock.writeLock();
    try {
      boolean wasOpen = !closed;
      closed = true;
      return wasOpen;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Runs an action while no call is inside, unless there is one or the file is closed. */
  public void runAlone(Runnable action) {
    long stamp = lock.tryWriteLock();
    if (stamp != 0) {
      try {
        if (!closed) {
          action.run();
        }
      } finally {
        lock.unlockWrite(stamp);
      }
    }
  }

  /** Refuses ranges that are no part of a direct buffer or of a file. */
  public static void requireRange(long offset, ByteBuffer buffer, int at, int length) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("buffer on the heap (allowed: direct buffers)");
    }
    Objects.checkFromIndexSize(at, length, buffer.capacity());
    if (offset < 0) {
      throw new IllegalArgumentException("offset " + offset + " (allowed: at least 0)");
    }
  }

  /**
   * Returns a view of all of a buffer: Java's absolute bulk methods mind the limit, ours do not.
   */
  public static ByteBuffer whole(ByteBuffer buffer) {
    return buffer.limit() == buffer.capacity() ? buffer : buffer.duplicate().clear();
  }
}
