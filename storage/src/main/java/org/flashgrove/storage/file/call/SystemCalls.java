package org.flashgrove.storage.file.call;

import java.nio.ByteBuffer;

/**
 * The system calls of 64-bit Linux for files. Each method returns the result of the C function of
 * the same name, or the negated error number ({@link SystemError}). Several threads may call
 * concurrently, even with the same buffer.
 *
 * <p>The caller keeps buffers and addressed memory alive until the call returns. Addresses and
 * ranges are not checked.
 */
public interface SystemCalls {
  /** Opens a file and returns its descriptor; {@code mode} counts if the file is created. */
  int open(String path, int flags, int mode);

  /** Closes a descriptor. */
  int close(int descriptor);

  /**
   * Reads at an offset of the file into a direct buffer from byte {@code at} on, ignoring its
   * position and limit. Returns the number of bytes read, 0 at the end of the file.
   */
  long pread(int descriptor, ByteBuffer into, int at, int length, long offset);

  /**
   * Writes at an offset of the file from byte {@code at} of a direct buffer on, ignoring its
   * position and limit. Returns the number of bytes written.
   */
  long pwrite(int descriptor, ByteBuffer from, int at, int length, long offset);

  /** Moves the file position and returns it, here to learn the length. */
  long lseek(int descriptor, long offset, int whence);

  /** Sets the length. */
  int ftruncate(int descriptor, long length);

  /** Makes content and length durable. */
  int fdatasync(int descriptor);

  /** Makes everything durable. */
  int fsync(int descriptor);

  /** Reserves space, or gives it back. */
  int fallocate(int descriptor, int mode, long offset, long length);

  /** Makes any system call of at most four arguments, by its number. */
  long syscall(long number, long first, long second, long third, long fourth);

  /** Returns the address of byte 0 of a direct buffer. */
  long address(ByteBuffer buffer);
}
