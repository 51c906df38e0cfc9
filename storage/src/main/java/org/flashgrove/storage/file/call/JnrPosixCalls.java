package org.flashgrove.storage.file.call;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import jnr.posix.POSIX;
import jnr.posix.POSIXFactory;

/**
 * System calls through jnr-posix. Functions that jnr-posix lacks are called through jffi, on which
 * jnr-posix is built. jnr-posix reads and writes at the position of a buffer, so each call creates
 * a view of the caller's buffer with a position of its own.
 */
final class JnrPosixCalls implements SystemCalls {
  private static final POSIX LIBRARY = loaded();

  /** True if jnr-posix encodes file names in the same charset as Java. */
  private static final boolean ENCODES_AS_JAVA = Charset.defaultCharset().equals(Posix.PATHS);

  private final SystemCalls rest = new JffiCalls();

  private static POSIX loaded() {
    POSIX library = POSIXFactory.getNativePOSIX();
    if (library == null || !library.isNative()) {
      throw new UnsatisfiedLinkError("jnr-posix");
    }
    return library;
  }

  private static int result(int returned) {
    return returned < 0 ? -LIBRARY.errno() : returned;
  }

  private static long result(long returned) {
    return returned < 0 ? -LIBRARY.errno() : returned;
  }

  /**
   * Returns a view of a buffer, with its position at {@code at}. The position of {@code buffer}
   * does not change, so that other threads can use {@code buffer} concurrently.
   */
  private static ByteBuffer view(ByteBuffer buffer, int at) {
    return buffer.duplicate().clear().position(at);
  }

  @Override
  public int open(String path, int flags, int mode) {
    return ENCODES_AS_JAVA ? result(LIBRARY.open(path, flags, mode)) : rest.open(path, flags, mode);
  }

  @Override
  public int close(int descriptor) {
    return result(LIBRARY.close(descriptor));
  }

  @Override
  public long pread(int descriptor, ByteBuffer into, int at, int length, long offset) {
    return result(LIBRARY.pread(descriptor, view(into, at), (long) length, offset));
  }

  @Override
  public long pwrite(int descriptor, ByteBuffer from, int at, int length, long offset) {
    return result(LIBRARY.pwrite(descriptor, view(from, at), (long) length, offset));
  }

  @Override
  public long lseek(int descriptor, long offset, int whence) {
    return result(LIBRARY.lseekLong(descriptor, offset, whence));
  }

  @Override
  public int ftruncate(int descriptor, long length) {
    return result(LIBRARY.ftruncate(descriptor, length));
  }

  @Override
  public int fdatasync(int descriptor) {
    return result(LIBRARY.fdatasync(descriptor));
  }

  @Override
  public int fsync(int descriptor) {
    return result(LIBRARY.fsync(descriptor));
  }

  @Override
  public int fallocate(int descriptor, int mode, long offset, long length) {
    return rest.fallocate(descriptor, mode, offset, length);
  }

  @Override
  public long syscall(long number, long first, long second, long third, long fourth) {
    return rest.syscall(number, first, second, third, fourth);
  }

  @Override
  public long address(ByteBuffer buffer) {
    return rest.address(buffer);
  }
}
