package org.flashgrove.storage.file.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.BuildDirectory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each way to make system calls promises: results, errors, effects on the file. */
abstract class SystemCallsContract {
  private static final int PAGE = 4096;

  /** Descriptor of no file. Another thread may get a descriptor again that was just closed. */
  private static final int NO_DESCRIPTOR = Integer.MAX_VALUE;

  @TempDir(factory = BuildDirectory.class)
  Path path;

  private SystemCalls calls;

  /** Returns the calls, or null where this run has none of the kind. */
  abstract SystemCalls bind();

  @BeforeEach
  void bindOrSkip() {
    calls = bind();
    Assumptions.assumeTrue(calls != null, "SKIPPED: no such calls here");
  }

  private int create(String name) {
    int flags = Posix.O_RDWR | Posix.O_CLOEXEC | Posix.O_CREAT | Posix.O_EXCL;
    int descriptor = calls.open(path.resolve(name).toString(), flags, 0600);
    assertThat(descriptor).isNotNegative();
    return descriptor;
  }

  private static void isError(long result, SystemError error) {
    assertThat(SystemError.describe(result)).startsWith(error.name() + ", ");
  }

  @Test
  void whatIsWrittenAtAnOffsetIsReadThere() {
    int descriptor = create("f");
    ByteBuffer from = AlignedBuffers.allocate(PAGE).putLong(0, 42).putLong(PAGE - 8, 43);
    long beyondInt = 5L << 30;
    assertThat(calls.pwrite(descriptor, from, 0, PAGE, beyondInt)).isEqualTo(PAGE);
    assertThat(calls.lseek(descriptor, 0, Posix.SEEK_END)).isEqualTo(beyondInt + PAGE);
    ByteBuffer into = AlignedBuffers.allocate(PAGE);
    assertThat(calls.pread(descriptor, into, 0, PAGE, beyondInt + 8)).isEqualTo(PAGE - 8);
    assertThat(into.getLong(PAGE - 16)).isEqualTo(43);
    assertThat(calls.pread(descriptor, into, 0, PAGE, beyondInt + PAGE)).isZero();
    assertThat(calls.fdatasync(descriptor)).isZero();
    assertThat(calls.fsync(descriptor)).isZero();
    assertThat(calls.close(descriptor)).isZero();
  }

  @Test
  void transfersIgnorePositionAndLimit() {
    int descriptor = create("f");
    ByteBuffer from = AlignedBuffers.allocate(PAGE).putLong(512, 42).putLong(520, 43);
    from.limit(100).position(60);
    assertThat(calls.pwrite(descriptor, from.asReadOnlyBuffer(), 512, 16, 8)).isEqualTo(16);
    ByteBuffer into = AlignedBuffers.allocate(PAGE).limit(90).position(80);
    assertThat(calls.pread(descriptor, into, 1024, 24, 0)).isEqualTo(24);
    assertThat(from.position()).isEqualTo(60);
    assertThat(from.limit()).isEqualTo(100);
    assertThat(into.position()).isEqualTo(80);
    assertThat(into.limit()).isEqualTo(90);
    into.clear();
    assertThat(new long[] {into.getLong(1024), into.getLong(1032), into.getLong(1040)})
        .containsExactly(0, 42, 43);
    assertThat(into.getLong(80)).isZero();
    calls.close(descriptor);
  }

  @Test
  void namesAreEncodedAsJavaEncodesThem() {
    String name = "gr\u00fcn \u6797";
    try {
      path.resolve(name);
    } catch (InvalidPathException e) {
      Assumptions.abort("SKIPPED: the locale has no such names");
    }
    calls.close(create(name));
    assertThat(path.resolve(name)).exists();
  }

  @Test
  void theAddressIsThatOfByteZeroWhateverThePosition() {
    ByteBuffer buffer = AlignedBuffers.allocate(PAGE);
    long address = calls.address(buffer);
    assertThat(address % 512).isZero();
    buffer.position(100);
    assertThat(calls.address(buffer)).isEqualTo(address);
    assertThat(calls.address(buffer.slice(64, 8))).isEqualTo(address + 64);
  }

  @Test
  void lengthAndSpaceAreChanged() throws IOException {
    int descriptor = create("f");
    assertThat(calls.ftruncate(descriptor, 6L << 30)).isZero();
    assertThat(Files.size(path.resolve("f"))).isEqualTo(6L << 30);
    assertThat(calls.ftruncate(descriptor, 3 * PAGE)).isZero();
    ByteBuffer from = AlignedBuffers.allocate(PAGE).putLong(0, 42);
    calls.pwrite(descriptor, from, 0, PAGE, PAGE);
    int hole = Posix.FALLOC_FL_PUNCH_HOLE | Posix.FALLOC_FL_KEEP_SIZE;
    int result = calls.fallocate(descriptor, hole, PAGE, PAGE);
    Assumptions.assumeFalse(SystemError.EOPNOTSUPP.isResult(result), "SKIPPED: no holes here");
    assertThat(result).isZero();
    assertThat(calls.pread(descriptor, from, 0, 8, PAGE)).isEqualTo(8);
    assertThat(from.getLong(0)).isZero();
    calls.close(descriptor);
  }

  @Test
  void errorsAreNegatedNumbers() {
    isError(calls.open(path.resolve("none").toString(), 0, 0), SystemError.ENOENT);
    isError(calls.open(path.toString(), Posix.O_RDWR, 0), SystemError.EISDIR);
    int descriptor = create("f");
    int again = Posix.O_RDWR | Posix.O_CREAT | Posix.O_EXCL;
    isError(calls.open(path.resolve("f").toString(), again, 0600), SystemError.EEXIST);
    ByteBuffer buffer = AlignedBuffers.allocate(PAGE);
    isError(calls.pread(descriptor, buffer, 0, PAGE, -1), SystemError.EINVAL);
    isError(calls.ftruncate(descriptor, -1), SystemError.EINVAL);
    isError(calls.lseek(descriptor, 0, 99), SystemError.EINVAL);
    isError(calls.fallocate(descriptor, 0, 0, 0), SystemError.EINVAL);
    calls.close(descriptor);
    isError(calls.close(NO_DESCRIPTOR), SystemError.EBADF);
    isError(calls.fdatasync(NO_DESCRIPTOR), SystemError.EBADF);
    isError(calls.fsync(NO_DESCRIPTOR), SystemError.EBADF);
    isError(calls.pwrite(NO_DESCRIPTOR, buffer, 0, 8, 0), SystemError.EBADF);
    int full = calls.open("/dev/full", Posix.O_RDWR, 0);
    Assumptions.assumeTrue(full >= 0, "SKIPPED: no /dev/full");
    isError(calls.pwrite(full, buffer, 0, 8, 0), SystemError.ENOSPC);
    calls.close(full);
  }

  @Test
  void everyThreadSeesItsOwnErrors() throws InterruptedException {
    Thread[] threads = new Thread[4];
    int[] wrong = new int[threads.length];
    for (int i = 0; i < threads.length; i++) {
      int self = i;
      String name = path.resolve(self % 2 == 0 ? "none" : ".").toString();
      SystemError expected = self % 2 == 0 ? SystemError.ENOENT : SystemError.EISDIR;
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 2_000; n++) {
                  wrong[self] += expected.isResult(calls.open(name, Posix.O_RDWR, 0)) ? 0 : 1;
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).containsOnly(0);
  }
}
