package org.flashgrove.storage.file;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.util.Locale;
import jnr.constants.platform.Errno;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.types.off_t;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;
import jnr.ffi.types.uintptr_t;

/**
 * The system calls of 64-bit Linux that files are made of, bound so that a call allocates nothing.
 */
final class Posix {
  static final int O_RDONLY = 0;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0x40;
  static final int O_EXCL = 0x80;
  static final int O_CLOEXEC = 0x80000;
  static final int SEEK_END = 2;
  static final int FALLOC_FL_KEEP_SIZE = 1;
  static final int FALLOC_FL_PUNCH_HOLE = 2;

  private static final Calls CALLS = load();
  private static final AioNumbers AIO_NUMBERS = numbersOfThisProcessor();
  private static final Runtime RUNTIME = CALLS == null ? null : Runtime.getRuntime(CALLS);

  private Posix() {}

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

    /** Moves the file position, here to learn the length. */
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

  /** Numbers of the system calls of asynchronous I/O, which the C library does not wrap. */
  record AioNumbers(int setup, int destroy, int getEvents, int submit) {}

  private static Calls load() {
    boolean linux = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    if (!linux || !System.getProperty("os.arch", "").contains("64")) {
      return null;
    }
    try {
      return LibraryLoader.create(Calls.class).failImmediately().load("c");
    } catch (RuntimeException | LinkageError e) {
      return null; // the portable file serves platforms without native calls
    }
  }

  /** Returns whether the calls can be made on this platform. */
  static boolean isAvailable() {
    return CALLS != null;
  }

  static Calls calls() {
    return CALLS;
  }

  /** Returns the flag that asks for direct I/O; its value depends on the processor. */
  static int directFlag() {
    String processor = System.getProperty("os.arch", "");
    if (processor.startsWith("aarch64") || processor.startsWith("arm")) {
      return 0x10000;
    }
    return processor.startsWith("ppc") ? 0x20000 : 0x4000;
  }

  /** Numbers that depend on the processor; returns null where they are not known. */
  static AioNumbers aioNumbers() {
    return CALLS == null ? null : AIO_NUMBERS;
  }

  private static AioNumbers numbersOfThisProcessor() {
    return switch (System.getProperty("os.arch", "")) {
      case "amd64", "x86_64" -> new AioNumbers(206, 207, 208, 209);
      case "aarch64", "riscv64" -> new AioNumbers(0, 1, 4, 2);
      default -> null;
    };
  }

  /** Returns the error number of this thread's last call. */
  static int lastError() {
    return RUNTIME.getLastError();
  }

  static boolean wasInterrupted(int error) {
    return error == Errno.EINTR.intValue();
  }

  static boolean isInvalidArgument(int error) {
    return error == Errno.EINVAL.intValue();
  }

  static boolean isUnsupported(int error) {
    return error == Errno.EOPNOTSUPP.intValue() || error == Errno.ENOSYS.intValue();
  }

  /**
   * Returns the name and text of an error number, such as {@code ENOSPC, No space left on device}.
   */
  static String describe(int error) {
    Errno known = Errno.valueOf(error);
    return known.name() + ", " + known.description();
  }

  /** Returns the address of byte 0 of a direct buffer. */
  static long address(ByteBuffer buffer) {
    return MemoryIO.getInstance().getDirectBufferAddress(buffer);
  }
}
