package org.flashgrove.storage.file.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.call.Posix;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PosixFileTest {
  private static final ByteBuffer PAGE = AlignedBuffers.allocate(4096);

  @TempDir Path path;

  @BeforeEach
  void skipElsewhere() {
    Assumptions.assumeTrue(Posix.isAvailable(), "SKIPPED: no native calls on this platform");
  }

  @Test
  void aFullDeviceIsReportedInOneLine() {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "SKIPPED: no /dev/full");
    try (RawFile file = PosixFile.open("/dev/full", "/dev/full", false, RawFile.Caching.BUFFERED)) {
      assertThatThrownBy(() -> file.write(0, PAGE, 0, 4096))
          .isInstanceOf(StoreIoException.class)
          .hasMessage(
              "/dev/full: write of 4096 bytes at 0 failed: ENOSPC, No space left on device");
    }
  }

  @Test
  void aMissingFileIsReportedInOneLine() {
    String name = path.resolve("none").toString();
    assertThatThrownBy(() -> PosixFile.open(name, name, false, RawFile.Caching.BUFFERED))
        .isInstanceOf(StoreIoException.class)
        .hasMessage(name + ": open failed: ENOENT, No such file or directory");
  }

  @Test
  void readsEndWhereTheFileEnds() {
    try (RawFile file =
        PosixFile.open(path.resolve("f").toString(), "f", true, RawFile.Caching.BUFFERED)) {
      file.resize(100);
      assertThat(file.sizeBytes()).isEqualTo(100);
      assertThat(file.read(60, PAGE, 8, 1000)).isEqualTo(40);
      assertThat(file.read(100, PAGE, 0, 1)).isZero();
      assertThatThrownBy(() -> file.read(0, PAGE, 4000, 97))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(8), 0, 8))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aClosedFileIsNotReached() {
    RawFile file =
        PosixFile.open(path.resolve("f").toString(), "f", true, RawFile.Caching.BUFFERED);
    file.close();
    file.close();
    assertThatThrownBy(() -> file.read(0, PAGE, 0, 1)).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(file::sizeBytes).isInstanceOf(StoreClosedException.class);
  }

  /** A file of one page, reached by a directory that is held open. */
  private static PosixFile idle(HeldDirectory held, String name) {
    String place = held.place().resolve(name).toString();
    PosixFile file = PosixFile.open(place, name, true, RawFile.Caching.BUFFERED);
    file.write(0, AlignedBuffers.allocate(4096).putLong(0, 42), 0, 4096);
    file.closeHandleWhenIdle();
    return file;
  }

  private long handles(String name) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(each -> leadsTo(each, path.resolve(name))).count();
    }
  }

  private static boolean leadsTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException e) {
      return false; // closed since
    }
  }

  private static void closeIdle() {
    IdleFiles.closeIdle(); // notes that they were used
    IdleFiles.closeIdle();
  }

  @Test
  void anUnusedHandleIsClosedAndOpensAgain() throws IOException {
    try (HeldDirectory held = HeldDirectory.open(path, FileAccess.CALLS);
        PosixFile file = idle(held, "f")) {
      Assumptions.assumeTrue(held.isHeld(), "SKIPPED: no paths through descriptors");
      closeIdle();
      assertThat(handles("f")).as("not synced").isOne();
      file.sync();
      IdleFiles.closeIdle();
      assertThat(handles("f")).as("used since the last look").isOne();
      IdleFiles.closeIdle();
      assertThat(handles("f")).isZero();
      Path moved = path.resolveSibling(path.getFileName() + "-moved");
      Files.move(path, moved);
      assertThat(file.read(0, PAGE, 0, 4096)).isEqualTo(4096);
      assertThat(PAGE.getLong(0)).isEqualTo(42);
      Files.move(moved, path);
      assertThat(handles("f")).isOne();
      closeIdle();
      file.sync();
      assertThat(handles("f")).as("nothing to sync").isZero();
      file.resize(8192);
      closeIdle();
      assertThat(handles("f")).as("resized").isOne();
    }
    assertThat(handles("f")).isZero();
  }

  @Test
  void aFileThatWasReplacedIsNotOpenedAgain() throws IOException {
    try (HeldDirectory held = HeldDirectory.open(path, FileAccess.CALLS);
        PosixFile file = idle(held, "f")) {
      Assumptions.assumeTrue(held.isHeld(), "SKIPPED: no paths through descriptors");
      file.sync();
      closeIdle();
      Files.move(path.resolve("f"), path.resolve("old"));
      Files.write(path.resolve("f"), new byte[4096]);
      assertThatThrownBy(() -> file.read(0, PAGE, 0, 4096))
          .isInstanceOf(StoreIoException.class)
          .hasMessage(
              "f: reopen failed: the file was removed or replaced while the store was open");
      assertThat(handles("f")).isZero();
    }
  }

  @Test
  void handlesAreClosedBesideThreadsThatRead() throws Exception {
    try (HeldDirectory held = HeldDirectory.open(path, FileAccess.CALLS);
        PosixFile file = idle(held, "f")) {
      file.sync();
      ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        ByteBuffer page = AlignedBuffers.allocate(4096);
        readers.add(
            new Thread(
                () -> {
                  try {
                    for (int read = 0; read < 5_000; read++) {
                      assertThat(file.read(0, page, 0, 4096)).isEqualTo(4096);
                      assertThat(page.getLong(0)).isEqualTo(42);
                    }
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                }));
      }
      readers.forEach(Thread::start);
      while (readers.stream().anyMatch(Thread::isAlive)) {
        IdleFiles.closeIdle();
      }
      assertThat(failures).isEmpty();
    }
    assertThat(handles("f")).isZero();
  }
}
