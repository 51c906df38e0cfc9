package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.StampedLock;
import org.flashgrove.core.failure.StoreClosedException;

/**
 * Guard that ensures that a file stays open while calls use it. Refuses calls after the file is
 * closed.
 */
public final class OpenGuard {
  private final String name;
  private final StampedLock lock = new StampedLock();
  private boolean closed;

  public OpenGuard(String name) {
    this.name = name;
  }

  /**
   * Starts a call.
   *
   * @return the argument for {@link #leave}
   * @throws StoreClosedException if the file is closed
   */
  public long enter() {
    long stamp = lock.readLock();
    if (closed) {
      lock.unlockRead(stamp);
      throw StoreClosedException.of(name);
    }
    return stamp;
  }

  public void leave(long stamp) {
    lock.unlockRead(stamp);
  }

  /**
   * Waits until no call is running, and refuses calls from then on. Returns whether the file was
   * still open.
   */
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

  /**
   * Runs an action if no call is running and the file is open; otherwise does nothing. Calls that
   * begin meanwhile wait for the action.
   */
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

  /**
   * Throws an {@link IllegalArgumentException} if the buffer is on the heap or {@code offset} is
   * negative, or an {@link IndexOutOfBoundsException} if the range exceeds the buffer.
   */
  public static void requireRange(long offset, ByteBuffer buffer, int at, int length) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("buffer: is on the heap; pass a direct buffer");
    }
    Objects.checkFromIndexSize(at, length, buffer.capacity());
    if (offset < 0) {
      throw new IllegalArgumentException("offset " + offset + " (allowed: at least 0)");
    }
  }

  /**
   * Returns a view of the whole buffer, from index 0 to its capacity. Callers of {@link RawFile}
   * give absolute positions, whatever the limit of the buffer is, but the bulk methods of the JDK
   * respect the limit.
   */
  public static ByteBuffer whole(ByteBuffer buffer) {
    return buffer.limit() == buffer.capacity() ? buffer : buffer.duplicate().clear();
  }
}
