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

/**
 * System calls through the foreign function API, for Java 22 and later. Native access must be
 * enabled for this module, because the first call would print a warning otherwise.
 */
final class ForeignCalls implements SystemCalls {
  /** The C functions. The first argument of each method handle receives {@code errno}. */
  private static final class Functions {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final long ERRNO_AT =
        Linker.Option.captureStateLayout()
            .byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private static final ThreadLocal<MemorySegment> STATE =
        ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

    private static final MethodHandle OPEN =
        LINKER.downcallHandle(
            address("open"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            ERRNO,
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = ofInt("close");
    private static final MethodHandle PREAD = transfer("pread");
    private static final MethodHandle PWRITE = transfer("pwrite");
    private static final MethodHandle LSEEK =
        handle("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle FTRUNCATE =
        handle("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle FDATASYNC = ofInt("fdatasync");
    private static final MethodHandle FSYNC = ofInt("fsync");
    private static final MethodHandle FALLOCATE =
        handle(
            "fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle SYSCALL =
        LINKER.downcallHandle(
            address("syscall"),
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            ERRNO,
            Linker.Option.firstVariadicArg(1));

    private Functions() {}

    private static MemorySegment address(String name) {
      return LINKER.defaultLookup().find(name).orElseThrow();
    }

    private static MethodHandle handle(String name, FunctionDescriptor signature) {
      return LINKER.downcallHandle(address(name), signature, ERRNO);
    }

    private static MethodHandle ofInt(String name) {
      return handle(name, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    }

    private static MethodHandle transfer(String name) {
      return handle(
          name, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }

    private static int error(MemorySegment state) {
      return state.get(JAVA_INT, ERRNO_AT);
    }
  }

  /**
   * Checks that native access is enabled and loads the functions.
   *
   * @throws IllegalCallerException if native access is not enabled
   */
  ForeignCalls() {
    if (!ForeignCalls.class.getModule().isNativeAccessEnabled()) {
      throw new IllegalCallerException("native access is not enabled");
    }
    Functions.error(Functions.STATE.get());
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
      return result((int) Functions.OPEN.invokeExact(state, name, flags, mode), state);
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
    return call(Functions.CLOSE, descriptor);
  }

  @Override
  public int fdatasync(int descriptor) {
    return call(Functions.FDATASYNC, descriptor);
  }

  @Override
  public int fsync(int descriptor) {
    return call(Functions.FSYNC, descriptor);
  }

  @Override
  public long pread(int descriptor, ByteBuffer into, int at, int length, long offset) {
    return transfer(Functions.PREAD, descriptor, address(into) + at, length, offset);
  }

  @Override
  public long pwrite(int descriptor, ByteBuffer from, int at, int length, long offset) {
    return transfer(Functions.PWRITE, descriptor, address(from) + at, length, offset);
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
      return result((long) Functions.LSEEK.invokeExact(state, descriptor, offset, whence), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int ftruncate(int descriptor, long length) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result((int) Functions.FTRUNCATE.invokeExact(state, descriptor, length), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fallocate(int descriptor, int mode, long offset, long length) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result(
          (int) Functions.FALLOCATE.invokeExact(state, descriptor, mode, offset, length), state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long syscall(long number, long first, long second, long third, long fourth) {
    try {
      MemorySegment state = Functions.STATE.get();
      return result(
          (long) Functions.SYSCALL.invokeExact(state, number, first, second, third, fourth, 0L),
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
