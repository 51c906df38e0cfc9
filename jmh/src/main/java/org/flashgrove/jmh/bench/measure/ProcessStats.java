package org.flashgrove.jmh.bench.measure;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Statistics of this process from the operating system. */
public final class ProcessStats {
  private static final Path IO = Path.of("/proc/self/io");
  private static final Path MAPPINGS = Path.of("/proc/self/smaps");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final long KIB = 1024;

  private ProcessStats() {}

  /** Returns the CPU time of all threads in seconds. */
  public static double cpuSeconds() {
    return CpuClock.seconds();
  }

  /** Returns the time that the JIT compilers have used so far, in seconds. */
  public static double compilerSeconds() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null ? 0 : compiler.getTotalCompilationTime() / 1e3;
  }

  /** Returns the bytes read from devices, or null if unknown. */
  static Long bytesRead() {
    return number(IO, "read_bytes:", 1);
  }

  /** Returns the bytes written to devices, including pending writes, or null if unknown. */
  static Long bytesWritten() {
    return number(IO, "write_bytes:", 1);
  }

  /** Returns the maximum resident memory so far in bytes, or null if unknown. */
  public static Long peakBytes() {
    return number(STATUS, "VmHWM:", KIB);
  }

  /**
   * Returns the resident memory in bytes, or null if unknown.
   *
   * @param without memory-mapped file whose pages are not counted
   */
  public static Long residentBytes(Path without) {
    long kibibytes = 0;
    boolean counts = true;
    List<String> lines = lines(MAPPINGS);
    for (String line : lines) {
      String[] words = line.strip().split("\\s+");
      if (words[0].equals("Rss:")) {
        kibibytes += counts ? Long.parseLong(words[1]) : 0;
      } else if (!words[0].endsWith(":")) {
        counts = !line.endsWith(without.toAbsolutePath().normalize().toString());
      }
    }
    return lines.isEmpty() ? null : kibibytes * KIB;
  }

  private static Long number(Path file, String name, long unit) {
    for (String line : lines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).strip().split("\\s+")[0]) * unit;
      }
    }
    return null;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }
}
