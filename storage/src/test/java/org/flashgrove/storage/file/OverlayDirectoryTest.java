package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.Test;

/** Tests reads of a view whose underlying file another process has truncated. */
class OverlayDirectoryTest {
  private static final String FILE = "nodes.pages";
  private static final int BLOCK = 4096;
  private static final int PAGE = 1024;

  private final MemoryDirectory base = new MemoryDirectory();

  private static ByteBuffer filled(int length, int value) {
    ByteBuffer bytes = AlignedBuffers.allocate(length);
    for (int i = 0; i < length; i++) {
      bytes.put(i, (byte) value);
    }
    return bytes;
  }

  @Test
  void writtenBlocksDoNotNeedTheUnderlyingFile() {
    try (RawFile file = base.create(FILE, RawFile.Caching.BUFFERED)) {
      file.write(0, filled(3 * BLOCK, 1), 0, 3 * BLOCK);
    }
    try (OverlayDirectory view = new OverlayDirectory(base);
        RawFile file = view.open(FILE, RawFile.Caching.BUFFERED)) {
      file.write(BLOCK + PAGE, filled(PAGE, 2), 0, PAGE);
      try (RawFile truncated = base.open(FILE, RawFile.Caching.BUFFERED)) {
        truncated.resize(BLOCK / 2);
      }
      ByteBuffer read = filled(2 * PAGE, 9);
      assertThat(file.read(BLOCK + PAGE, read, 0, 2 * PAGE)).isEqualTo(2 * PAGE);
      assertThat(read.get(0)).isEqualTo((byte) 2);
      assertThat(read.get(PAGE - 1)).isEqualTo((byte) 2);
      assertThat(read.get(PAGE)).as("copied before the truncation").isEqualTo((byte) 1);
      assertThat(read.get(2 * PAGE - 1)).isEqualTo((byte) 1);
      assertThat(file.read(0, read, 0, PAGE)).isEqualTo(PAGE);
      assertThatThrownBy(() -> file.read(2 * BLOCK, read, 0, PAGE))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("shrank");
      assertThatThrownBy(() -> file.read(2 * BLOCK - PAGE, read, 0, 2 * PAGE))
          .isInstanceOf(StoreIoException.class);
    }
  }
}
