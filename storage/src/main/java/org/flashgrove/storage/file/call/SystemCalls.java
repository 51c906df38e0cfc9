package org.flashgrove.storage.file.call;

import java.nio.ByteBuffer;

/**
 * File system calls of 64-bit Linux. Each method returns the result of the C function with the same
 * name, or the negated error number ({@link SystemError}). Thread-safe, even if several threads use
 * the same buffer.
 *
 * <p>The caller must keep buffers and addressed memory alive until the call returns. Addresses and
 * ranges are not checked.
 */
public interface SystemCalls {
  /** Opens a file and returns its descriptor. {@code mode} is used only if the file is created. */
  int open(String path, int flags, int mode);

  /** Closes a descriptor. */
  int close(int descriptor);

  /**
   * Reads from position {@code offset} of the file into a direct buffer, starting at byte {@code
   * at}. Ignores the buffer's position and limit. Returns the number of bytes read, 0 at the end of
   * the file.
   */
  long pread(int descriptor, ByteBuffer into, int at, int length, long offset);

  /**
   * Writes bytes of a direct buffer, starting at byte {@code at}, to position {@code offset} of the
   * file. Ignores the buffer's position and limit. Returns the number of bytes written.
   */
  long pwrite(int descriptor, ByteBuffer from, int at, int length, long offset);

  /** Moves the file position and returns it. Used to find the length of a file. */
  long lseek(int descriptor, long offset, int whence);

  /** Sets the length of a file. */
  int ftruncate(int descriptor, long length);

  /** Makes content and length durable. */
  int fdatasync(int descriptor);

  /** Makes content and all metadata durable. */
  int fsync(int descriptor);

  /** Reserves or releases disk space. */
  int fallocate(int descriptor, int mode, long offset, long length);

  /** Makes a system call by its number, with at most four arguments. */
  long syscall(long number, long first, long second, long third, long fourth);

  /** Returns the address of byte 0 of a direct buffer. */
  long address(ByteBuffer buffer);
}
