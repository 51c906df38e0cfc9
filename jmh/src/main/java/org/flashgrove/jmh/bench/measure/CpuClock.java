package org.flashgrove.jmh.bench.measure;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Clock of the CPU time that all threads of this process have used. On Linux, this class reads the
 * process's POSIX clock, which counts nanoseconds. The JDK's clock, used elsewhere, advances in
 * steps of 10 ms in Java 17, which is longer than some measurements.
 */
final class CpuClock {
  /** Number of {@code CLOCK_PROCESS_CPUTIME_ID} on Linux. */
  private static final int PROCESS = 2;

  private static final CpuClock CLOCK = new CpuClock();

  private final ByteBuffer time =
      ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());
  private final CallContext form;
  private final long function;

  private CpuClock() {
    boolean isLinux = System.getProperty("os.name").equals("Linux");
    form =
        isLinux
            ? CallContext.getCallContext(
                Type.SINT, new Type[] {Type.SINT, Type.POINTER}, CallingConvention.DEFAULT, false)
            : null;
    function = isLinux ? Library.getDefault().getSymbolAddress("clock_gettime") : 0;
  }

  /** Returns the CPU time of all threads in seconds. */
  static double seconds() {
    return CLOCK.read();
  }

  private synchronized double read() {
    if (function == 0) {
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      return system.getProcessCpuTime() / 1e9;
    }
    long address = MemoryIO.getInstance().getDirectBufferAddress(time);
    if ((int) Invoker.getInstance().invokeN2(form, function, PROCESS, address) != 0) {
      throw new IllegalStateException("clock of the process: cannot be read");
    }
    return time.getLong(0) + time.getLong(Long.BYTES) / 1e9;
  }
}
