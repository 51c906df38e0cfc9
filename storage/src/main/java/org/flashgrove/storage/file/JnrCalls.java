package org.flashgrove.storage.file;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.types.off_t;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;
import jnr.ffi.types.uintptr_t;

/** System calls by jnr-ffi: for Java before 22, and only where an application has the library. */
final class JnrCalls implements SystemCalls {
  private static final Calls CALLS = LibraryLoader.create(Calls.class).failImmediately().load("c");
  private static final Runtime RUNTIME = Runtime.getRuntime(CALLS);

  /** C functions; public because the binding is generated outside this package. */
  public interface Calls {
    /** Opens a file. */
    int open(CharSequence path, int flags, int mode);

    /** Closes a descriptor. */
    int close(int descriptor);

    /** Reads at an offset. */
    @ssize_t
    long pread(int descriptor, @uintptr_t long address, @size_t long length, @off_t long offset);

    /** Writes at an offset. */
    @ssize_t
    long pwrite(int descriptor, @uintptr_t long address, @size_t long length, @off_t long offset);

    /** Moves the file position. */
    @off_t
    long lseek(int descriptor, @off_t long offset, int whence);

    /** Sets the length. */
    int ftruncate(int descriptor, @off_t long length);

    /** Makes content and length durable. */
    int fdatasync(int descriptor);

    /** Makes everything durable. */
    int fsync(int descriptor);

    /** Reserves space. */
    int fallocate(int descriptor, int mode, @off_t long offset, @off_t long length);

    /** Makes any system call, by its number. */
    long syscall(long number, long first, long second, long third, long fourth, long fifth);
  }

  private static int result(int returned) {
    return returned < 0 ? -RUNTIME.getLastError() : returned;
  }

  private static long result(long returned) {
    return returned < 0 ? -RUNTIME.getLastError() : returned;
  }

  @Override
  public int open(String path, int flags, int mode) {
    return result(CALLS.open(path, flags, mode));
  }

  @Override
  public int close(int descriptor) {
    return result(CALLS.close(descriptor));
  }

  @Override
  public long pread(int descriptor, long address, long length, long offset) {
    return result(CALLS.pread(descriptor, address, length, offset));
  }

  @Override
  public long pwrite(int descriptor, long address, long length, long offset) {
    return result(CALLS.pwrite(descriptor, address, length, offset));
  }

  @Override
  public long lseek(int descriptor, long offset, int whence) {
    return result(CALLS.lseek(descriptor, offset, whence));
  }

  @Override
  public int ftruncate(int descriptor, long length) {
    return result(CALLS.ftruncate(descriptor, length));
  }

  @Override
  public int fdatasync(int descriptor) {
    return result(CALLS.fdatasync(descriptor));
  }

  @Override
  public int fsync(int descriptor) {
    return result(CALLS.fsync(descriptor));
  }

  @Override
  public int fallocate(int descriptor, int mode, long offset, long length) {
    return result(CALLS.fallocate(descriptor, mode, offset, length));
  }

  @Override
  public long syscall(long number, long first, long second, long third, long fourth) {
    return result(CALLS.syscall(number, first, second, third, fourth, 0));
  }

  @Override
  public long address(ByteBuffer buffer) {
    return MemoryIO.getInstance().getDirectBufferAddress(buffer);
  }
}
