package org.flashgrove.storage.file.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
