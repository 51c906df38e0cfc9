package org.flashgrove.storage.file.call;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * System calls through the foreign function API, for Java 22 and later. Native access must be
 * enabled for this module, because the first call would print a warning otherwise.
 */
final class ForeignCalls implements SystemCalls {
  /** Finds and links C functions. The first argument of each method handle receives errno. */
  private static final class Functions {
    private static final List<String> NAMES =
        List.of(
            "open",
            "close",
            "fdatasync",
            "fsync",
            "pread",
            "pwrite",
            "lseek",
            "ftruncate",
            "fallocate",
            "syscall");

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final long ERRNO_AT =
        Linker.Option.captureStateLayout()
            .byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private static final ThreadLocal<MemorySegment> STATE =
        ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

    private Functions() {}

    private static MemorySegment address(String name) {
      return LINKER.defaultLookup().find(name).orElseThrow();
    }

    private static MethodHandle handle(String name, FunctionDescriptor signature) {
      return LINKER.downcallHandle(address(name), signature, ERRNO);
    }

    private static MethodHandle variadic(String name, FunctionDescriptor signature, int fixed) {
      return LINKER.downcallHandle(
          address(name), signature, ERRNO, Linker.Option.firstVariadicArg(fixed));
    }

    private static int error(MemorySegment state) {
      return state.get(JAVA_INT, ERRNO_AT);
    }
  }

  /** Function {@code open}. Each signature has a class, so that its first call links it. */
  private static final class Open {
    static final MethodHandle OPEN =
        Functions.variadic("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), 2);
  }

  /** Functions that take only a descriptor. */
  private static final class OfDescriptor {
    static final FunctionDescriptor SIGNATURE = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    static final MethodHandle CLOSE = Functions.handle("close", SIGNATURE);
    static final MethodHandle FDATASYNC = Functions.handle("fdatasync", SIGNATURE);
    static final MethodHandle FSYNC = Functions.handle("fsync", SIGNATURE);
  }

  /** Functions that read or write bytes. */
  private static final class Transfer {
    static final FunctionDescriptor SIGNATURE =
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle PREAD = Functions.handle("pread", SIGNATURE);
    static final MethodHandle PWRITE = Functions.handle("pwrite", SIGNATURE);
  }

  /** Function {@code lseek}. */
  private static final class Seek {
    static final MethodHandle LSEEK =
        Functions.handle("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
  }

  /** Function {@code ftruncate}. */
  private static final class Truncate {
    static final MethodHandle FTRUNCATE =
        Functions.handle("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
  }

  /** Function {@code fallocate}. */
  private static final class Allocate {
    static final MethodHandle FALLOCATE =
        Functions.handle(
            "fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
  }

  /** Function {@code syscall}. */
  private static final class Syscall {
    static final MethodHandle SYSCALL =
        Functions.variadic(
            "syscall",
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            1);
  }

  /**
   * Checks that native access is enabled, that all functions exist, and that Java can link them.
   *
   * @throws IllegalCallerException if native access is not enabled
   * @throws java.util.NoSuchElementException if a function is missing
   * @throws LinkageError if Java cannot link the functions on this platform
   */
  ForeignCalls() {
    if (!ForeignCalls.class.getModule().isNativeAccessEnabled()) {
      throw new IllegalCallerException("native access is not enabled");
    }
    Functions.NAMES.forEach(Functions::address);
    Objects.requireNonNull(Open.OPEN); // links the function with the most demanding signature
  }

  private static int result(int returned, MemorySegment state) {
    return returned < 0 ? -Functions.error(state) : returned;
  }

  private static long result(long returned, MemorySegment state) {
    return returned < 0 ? -Functions.error(state) : returned;
  }

  /** Wraps an exception from a method handle. The C functions throw none. */
  private static IllegalStateException unexpected(Throwable thrown) {
    return new IllegalStateException("a system call threw an exception", thrown);
  }

  @Override
  public int open(String path, int flags, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Functions.STATE.get();
      MemorySegment name = arena.allocateFrom(path, Posix.PATHS);
      return result((int) Open.OPEN.invokeExact(state, name, flags, mode), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static int call(MethodHandle function, int descriptor) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result((int) function.invokeExact(state, descriptor), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int close(int descriptor) {
    return call(OfDescriptor.CLOSE, descriptor);
  }

  @Override
  public int fdatasync(int descriptor) {
    return call(OfDescriptor.FDATASYNC, descriptor);
  }

  @Override
  public int fsync(int descriptor) {
    return call(OfDescriptor.FSYNC, descriptor);
  }

  @Override
  public long pread(int descriptor, ByteBuffer into, int at, int length, long offset) {
    return transfer(Transfer.PREAD, descriptor, address(into) + at, length, offset);
  }

  @Override
  public long pwrite(int descriptor, ByteBuffer from, int at, int length, long offset) {
    return transfer(Transfer.PWRITE, descriptor, address(from) + at, length, offset);
  }

  private static long transfer(
      MethodHandle function, int descriptor, long address, long length, long offset) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result((long) function.invokeExact(state, descriptor, address, length, offset), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long lseek(int descriptor, long offset, int whence) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result((long) Seek.LSEEK.invokeExact(state, descriptor, offset, whence), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int ftruncate(int descriptor, long length) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result((int) Truncate.FTRUNCATE.invokeExact(state, descriptor, length), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fallocate(int descriptor, int mode, long offset, long length) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result(
          (int) Allocate.FALLOCATE.invokeExact(state, descriptor, mode, offset, length), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long syscall(long number, long first, long second, long third, long fourth) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result(
          (long) Syscall.SYSCALL.invokeExact(state, number, first, second, third, fourth, 0L),
          state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long address(ByteBuffer buffer) {
    return MemorySegment.ofBuffer(buffer).address() - buffer.position();
  }
}
