package org.flashgrove.storage.file.call;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Locale;
import org.flashgrove.core.spec.SpecException;

/** Access to the system calls of this platform, if available, and their constants. */
public final class Posix {
  public static final int O_RDONLY = 0;
  public static final int O_RDWR = 2;
  public static final int O_CREAT = 0x40;
  public static final int O_EXCL = 0x80;
  public static final int O_CLOEXEC = 0x80000;
  public static final int SEEK_END = 2;
  public static final int LOCK_SH = 1;
  public static final int LOCK_EX = 2;
  public static final int LOCK_NB = 4;
  public static final int LOCK_UN = 8;
  public static final int FALLOC_FL_KEEP_SIZE = 1;
  public static final int FALLOC_FL_PUNCH_HOLE = 2;

  /** Charset in which file names are encoded. Java's own file operations use the same charset. */
  static final Charset PATHS =
      Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));

  private static final AioNumbers AIO_NUMBERS = numbersOfThisProcessor();

  private Posix() {}

  /** Library for system calls. Loading it takes time, so it is loaded at its first use. */
  private static final class Library {
    static final CallKind.Choice CHOICE = CallKind.choose(isSupported());
    static final SystemCalls CALLS = CHOICE.calls();
  }

  /** Numbers of the system calls for asynchronous I/O, for which the C library has no functions. */
  public record AioNumbers(int setup, int destroy, int getEvents, int submit) {}

  /** Returns whether the operating system is Linux. */
  public static boolean isLinux() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
  }

  /** Returns whether the operating system is 64-bit Linux. */
  private static boolean isSupported() {
    return isLinux() && System.getProperty("os.arch", "").contains("64");
  }

  /**
   * Returns whether this process can make system calls.
   *
   * @throws SpecException if the property {@value CallKind#PROPERTY} selects a library that does
   *     not work
   */
  public static boolean isAvailable() {
    if (Library.CHOICE.obstacle() != null) {
      throw new SpecException(Library.CHOICE.obstacle());
    }
    return Library.CALLS != null;
  }

  public static SystemCalls calls() {
    return Library.CALLS;
  }

  /** Returns the flag for direct I/O. Its value depends on the processor. */
  public static int directFlag() {
    String processor = System.getProperty("os.arch", "");
    if (processor.startsWith("aarch64") || processor.startsWith("arm")) {
      return 0x10000;
    }
    return processor.startsWith("ppc") ? 0x20000 : 0x4000;
  }

  /** Returns the numbers for asynchronous I/O on this processor, or null if they are unknown. */
  public static AioNumbers aioNumbers() {
    return Library.CALLS == null ? null : AIO_NUMBERS;
  }

  /** Returns the number of the call {@code flock}, or -1 if it is unknown. */
  public static int flockNumber() {
    return switch (System.getProperty("os.arch", "")) {
      case "amd64", "x86_64" -> 73;
      case "aarch64", "riscv64" -> 32;
      default -> -1;
    };
  }

  private static AioNumbers numbersOfThisProcessor() {
    return switch (System.getProperty("os.arch", "")) {
      case "amd64", "x86_64" -> new AioNumbers(206, 207, 208, 209);
      case "aarch64", "riscv64" -> new AioNumbers(0, 1, 4, 2);
      default -> null;
    };
  }

  /** Returns the address of byte 0 of a direct buffer. */
  public static long address(ByteBuffer buffer) {
    return Library.CALLS.address(buffer);
  }
}
