package org.flashgrove.storage.file;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;

/**
 * Base class of open files. It checks ranges, refuses calls after the file is closed, and names
 * file and operation in exceptions. Subclasses implement the operations.
 */
public abstract class GuardedFile implements RawFile {
  /** Keeps the file open during a call. Each call that uses the file enters this guard. */
  protected final OpenGuard guard;

  private final String name;

  /**
   * Creates a file.
   *
   * @param name name of the file in messages
   */
  protected GuardedFile(String name) {
    this.name = name;
    guard = new OpenGuard(name);
  }

  /** Returns the length of the file in bytes. */
  protected abstract long length() throws IOException;

  /**
   * Reads up to {@code length} bytes from file position {@code offset} into a direct buffer,
   * beginning at index {@code at}. Returns the number of bytes read.
   */
  protected abstract int readRest(long offset, ByteBuffer into, int at, int length)
      throws IOException;

  /**
   * Writes {@code length} bytes of a direct buffer, beginning at index {@code at}, to file position
   * {@code offset}. The file grows if necessary.
   */
  protected abstract void writeAll(long offset, ByteBuffer from, int at, int length)
      throws IOException;

  /** Sets the length of the file in bytes. */
  protected abstract void setLength(long sizeBytes) throws IOException;

  /** Makes the file's content and length durable. */
  protected abstract void force() throws IOException;

  /** Closes the resource through which the file is accessed, such as a descriptor. Called once. */
  protected abstract void release() throws IOException;

  private StoreIoException failed(String operation, IOException cause) {
    return StoreIoException.of(name + ": " + operation + " failed", cause);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final long sizeBytes() {
    long stamp = guard.enter();
    try {
      return length();
    } catch (IOException e) {
      throw failed("length", e);
    } finally {
      guard.leave(stamp);
    }
  }

  /**
   * Checks the arguments of a read like {@link OpenGuard#requireRange}, and throws the same
   * exceptions.
   *
   * @throws IllegalArgumentException also if the buffer is read-only
   */
  protected static void requireReadable(long offset, ByteBuffer into, int at, int length) {
    OpenGuard.requireRange(offset, into, at, length);
    if (into.isReadOnly()) {
      throw new IllegalArgumentException("buffer: is read-only; pass a writable buffer");
    }
  }

  @Override
  public final int read(long offset, ByteBuffer into, int at, int length) {
    requireReadable(offset, into, at, length);
    long stamp = guard.enter();
    try {
      return readRest(offset, into, at, length);
    } catch (IOException e) {
      throw failed("read of " + length + " bytes at " + offset, e);
    } finally {
      guard.leave(stamp);
      Reference.reachabilityFence(into);
    }
  }

  @Override
  public final void write(long offset, ByteBuffer from, int at, int length) {
    OpenGuard.requireRange(offset, from, at, length);
    long stamp = guard.enter();
    try {
      writeAll(offset, from, at, length);
    } catch (IOException e) {
      throw failed("write of " + length + " bytes at " + offset, e);
    } finally {
      guard.leave(stamp);
      Reference.reachabilityFence(from);
    }
  }

  @Override
  public final void resize(long sizeBytes) {
    long stamp = guard.enter();
    try {
      setLength(sizeBytes);
    } catch (IOException e) {
      throw failed("resize to " + sizeBytes + " bytes", e);
    } finally {
      guard.leave(stamp);
    }
  }

  /** Does nothing. Subclasses may override this method to reserve disk space. */
  @Override
  public void reserve(long sizeBytes) {
    guard.leave(guard.enter());
  }

  @Override
  public final void sync() {
    long stamp = guard.enter();
    try {
      force();
    } catch (IOException e) {
      throw failed("sync", e);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public final void close() {
    if (guard.close()) {
      try {
        release();
      } catch (IOException e) {
        throw failed("close", e);
      }
    }
  }
}
