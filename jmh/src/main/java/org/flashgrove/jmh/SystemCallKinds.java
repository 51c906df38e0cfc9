package org.flashgrove.jmh;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares the libraries through which Java makes system calls. One benchmark measures the first
 * file access of a process, which loads the library. The others measure single calls on a file in
 * the page cache. For single calls, use the medians, because other programs disturb medians least.
 * {@code foreign} needs Java 22 or later, and a jar built with such a JDK.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Threads(1)
public class SystemCallKinds {
  private static final String FILE = "calls";
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
  private static final int PAGE = 4096;
  private static final int PAGES = 256;

  /** Library that makes the system calls. */
  @Param({"jffi", "jnr-posix", "foreign"})
  private String calls;

  private Path directory;
  private ByteBuffer page;
  private int next;
  private RawFile file;

  /** Counter through which JMH reports the CPU time that the process needs to load the library. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class ProcessorTime {
    /** CPU time in milliseconds. */
    public double processorMillis;
  }

  /** Selects the library before a file class is loaded. */
  @Setup(Level.Trial)
  public void choose() throws Exception {
    System.setProperty("flashgrove.calls", calls);
    directory = Files.createTempDirectory(FILE);
    page = AlignedBuffers.allocate(PAGE);
  }

  /** Deletes the file. */
  @TearDown(Level.Trial)
  public void remove() throws Exception {
    if (file != null) {
      file.close();
    }
    Files.deleteIfExists(directory.resolve(FILE));
    Files.delete(directory);
  }

  private RawFile file() {
    if (file == null) {
      RawFile created = new DiskDirectory(directory).create(FILE, RawFile.Caching.BUFFERED);
      for (int i = 0; i < PAGES; i++) {
        created.write((long) i * PAGE, page, 0, PAGE);
      }
      file = created;
    }
    return file;
  }

  private long nextOffset() {
    next = (next + 1) % PAGES;
    return (long) next * PAGE;
  }

  /**
   * Loads the library: creates the first file of a process and reads from it. Each measurement runs
   * in a new process.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Fork(value = 10, jvmArgsAppend = NATIVE_ACCESS)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public int load(ProcessorTime time) {
    double before = processorMillis();
    int read = file().read(nextOffset(), page, 0, PAGE);
    time.processorMillis += processorMillis() - before;
    return read;
  }

  private static double processorMillis() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
            .getProcessCpuTime()
        / 1e6;
  }

  /** Reads a page from the page cache. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @Fork(value = 3, jvmArgsAppend = NATIVE_ACCESS)
  @Warmup(iterations = 3, time = 1)
  @Measurement(iterations = 5, time = 1)
  public int read() {
    return file().read(nextOffset(), page, 0, PAGE);
  }

  /** Writes a page to the page cache. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @Fork(value = 3, jvmArgsAppend = NATIVE_ACCESS)
  @Warmup(iterations = 3, time = 1)
  @Measurement(iterations = 5, time = 1)
  public void write() {
    file().write(nextOffset(), page, 0, PAGE);
  }

  /** Gets the length of the file, a call that transfers no data. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @Fork(value = 3, jvmArgsAppend = NATIVE_ACCESS)
  @Warmup(iterations = 3, time = 1)
  @Measurement(iterations = 5, time = 1)
  public long length() {
    return file().sizeBytes();
  }
}
