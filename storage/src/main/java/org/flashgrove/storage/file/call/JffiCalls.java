package org.flashgrove.storage.file.call;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.LastError;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * System calls through jffi. This is the default before Java 22 if the library is on the class
 * path. All parameters are passed as 64-bit words, which is correct on 64-bit Linux because ints
 * use the same registers.
 *
 * <p>jnr-ffi and jnr-posix are layers on top of jffi ({@link JnrPosixCalls}). They generate classes
 * when they are loaded, which would delay the first store that a process opens.
 */
final class JffiCalls implements SystemCalls {
  private static final Invoker INVOKER = Invoker.getInstance();
  private static final MemoryIO MEMORY = MemoryIO.getInstance();

  private static final CallContext ONE = words(1);
  private static final CallContext TWO = words(2);
  private static final CallContext THREE = words(3);
  private static final CallContext FOUR = words(4);
  private static final CallContext SIX = words(6);

  private static final long OPEN = address("open");
  private static final long CLOSE = address("close");
  private static final long PREAD = address("pread");
  private static final long PWRITE = address("pwrite");
  private static final long LSEEK = address("lseek");
  private static final long FTRUNCATE = address("ftruncate");
  private static final long FDATASYNC = address("fdatasync");
  private static final long FSYNC = address("fsync");
  private static final long FALLOCATE = address("fallocate");
  private static final long SYSCALL = address("syscall");

  private static CallContext words(int parameters) {
    Type[] types = new Type[parameters];
    Arrays.fill(types, Type.SINT64);
    return CallContext.getCallContext(Type.SINT64, types, CallingConvention.DEFAULT, true);
  }

  private static long address(String function) {
    long address = Library.getDefault().getSymbolAddress(function);
    if (address == 0) {
      throw new UnsatisfiedLinkError(function);
    }
    return address;
  }

  /**
   * Returns the result of a C function that returns an int. If the function failed, returns the
   * negated error number.
   */
  private static int result(long returned) {
    return (int) returned < 0 ? -LastError.getInstance().get() : (int) returned;
  }

  private static long wideResult(long returned) {
    return returned < 0 ? -LastError.getInstance().get() : returned;
  }

  @Override
  public int open(String path, int flags, int mode) {
    byte[] name = path.getBytes(Posix.PATHS);
    ByteBuffer ended = ByteBuffer.allocateDirect(name.length + 1).put(name);
    try {
      return result(INVOKER.invokeL3(THREE, OPEN, address(ended), flags, mode));
    } finally {
      Reference.reachabilityFence(ended);
    }
  }

  @Override
  public int close(int descriptor) {
    return result(INVOKER.invokeL1(ONE, CLOSE, descriptor));
  }

  @Override
  public long pread(int descriptor, ByteBuffer into, int at, int length, long offset) {
    long address = address(into) + at;
    return wideResult(INVOKER.invokeL4(FOUR, PREAD, descriptor, address, length, offset));
  }

  @Override
  public long pwrite(int descriptor, ByteBuffer from, int at, int length, long offset) {
    long address = address(from) + at;
    return wideResult(INVOKER.invokeL4(FOUR, PWRITE, descriptor, address, length, offset));
  }

  @Override
  public long lseek(int descriptor, long offset, int whence) {
    return wideResult(INVOKER.invokeL3(THREE, LSEEK, descriptor, offset, whence));
  }

  @Override
  public int ftruncate(int descriptor, long length) {
    return result(INVOKER.invokeL2(TWO, FTRUNCATE, descriptor, length));
  }

  @Override
  public int fdatasync(int descriptor) {
    return result(INVOKER.invokeL1(ONE, FDATASYNC, descriptor));
  }

  @Override
  public int fsync(int descriptor) {
    return result(INVOKER.invokeL1(ONE, FSYNC, descriptor));
  }

  @Override
  public int fallocate(int descriptor, int mode, long offset, long length) {
    return result(INVOKER.invokeL4(FOUR, FALLOCATE, descriptor, mode, offset, length));
  }

  @Override
  public long syscall(long number, long first, long second, long third, long fourth) {
    return wideResult(INVOKER.invokeL6(SIX, SYSCALL, number, first, second, third, fourth, 0));
  }

  @Override
  public long address(ByteBuffer buffer) {
    return MEMORY.getDirectBufferAddress(buffer);
  }
}
