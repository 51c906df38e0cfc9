package org.flashgrove.storage.file.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files by channels report, and that interrupts leave them open. */
class ChannelFileTest {
  private static final ByteBuffer PAGE = AlignedBuffers.allocate(4096);

  @TempDir Path path;

  private RawFile create() {
    return ChannelFile.open(path.resolve("f").toString(), "f", true, RawFile.Caching.BUFFERED);
  }

  @Test
  void aFullDeviceIsReportedInOneLine() {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "SKIPPED: no /dev/full");
    try (RawFile file =
        ChannelFile.open("/dev/full", "/dev/full", false, RawFile.Caching.BUFFERED)) {
      assertThatThrownBy(() -> file.write(0, PAGE, 0, 4096))
          .isInstanceOf(StoreIoException.class)
          .hasMessage("/dev/full: write of 4096 bytes at 0 failed: No space left on device");
    }
  }

  @Test
  void aMissingFileIsReportedInOneLine() {
    String name = path.resolve("none").toString();
    assertThatThrownBy(() -> ChannelFile.open(name, name, false, RawFile.Caching.BUFFERED))
        .isInstanceOf(StoreIoException.class)
        .hasMessage(name + ": open failed: no such file");
  }

  @Test
  void anInterruptedThreadReadsAndWritesOnAndIsInterruptedStill() {
    try (RawFile file = create()) {
      Thread.currentThread().interrupt();
      file.write(4096, AlignedBuffers.allocate(4096).putInt(8, 77), 0, 4096);
      file.resize(3 * 4096);
      file.sync();
      assertThat(file.read(4096, PAGE, 0, 4096)).isEqualTo(4096);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(PAGE.getInt(8)).isEqualTo(77);
      assertThat(file.read(2 * 4096 + 96, PAGE, 0, 4096)).isEqualTo(4000);
      assertThat(file.sizeBytes()).isEqualTo(3 * 4096);
    }
  }

  @Test
  void aFileIsReadByItsHandleHoweverItIsNamed() throws IOException {
    try (RawFile file = create()) {
      Files.move(path.resolve("f"), path.resolve("g"));
      file.resize(4096);
      file.write(0, AlignedBuffers.allocate(512).putInt(0, 5), 0, 512);
      assertThat(file.sizeBytes()).isEqualTo(4096);
      assertThat(Files.size(path.resolve("g"))).isEqualTo(4096);
    }
  }

  @Test
  void aDirectoryForReadingUsesNoSystemCalls() throws IOException {
    Files.write(path.resolve("f"), new byte[] {1, 2, 3, 4});
    DiskDirectory directory = DiskDirectory.forReading(path);
    try (RawFile file = directory.openForReading("f", RawFile.Caching.BUFFERED)) {
      assertThat(file).isNotInstanceOf(PosixFile.class);
      assertThat(file.read(1, PAGE, 0, 3)).isEqualTo(3);
      assertThat(PAGE.get(0)).isEqualTo((byte) 2);
      assertThatThrownBy(() -> file.resize(4096)).isInstanceOf(StoreIoException.class);
    }
  }

  @Test
  void aClosedFileIsNotReached() {
    RawFile file = create();
    file.close();
    file.close();
    assertThatThrownBy(() -> file.read(0, PAGE, 0, 1)).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(file::sizeBytes).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> file.reserve(4096)).isInstanceOf(StoreClosedException.class);
  }
}
