package org.flashgrove.unitspace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;

/** A file in units on a full disk. The failures must name the disk's problem and the file. */
class FullUnitFileTest {
  private final FaultyDisk disk = new FaultyDisk(new CrashDisk());
  private final ByteBuffer bytes = AlignedBuffers.allocate(64 * 512);

  private void write(UnitDirectory directory, String name) {
    try (RawFile file = directory.create(name, RawFile.Caching.BUFFERED)) {
      file.write(0, bytes, 0, bytes.capacity());
      file.sync();
    }
  }

  /** Closing after a failed write must not throw, because this would hide the first failure. */
  @Test
  void theFullDiskIsNamedByEachCallAndNotHiddenByClose() {
    write(TestUnits.format(disk), "first");
    for (int call = 0; call < 12; call++) {
      UnitDirectory directory = TestUnits.mount(disk);
      String name = "file" + call;
      disk.arm(FaultKind.WRITE_FULL, call % 4, true);
      boolean failed = false;
      try {
        write(directory, name);
      } catch (StoreException e) {
        failed = true;
        assertThat(e).hasMessageContaining("ENOSPC").hasMessageContaining("units");
      }
      if (failed) {
        assertThatThrownBy(directory::sync)
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("ENOSPC")
            .hasMessageContaining("open the store again");
        assertThatCode(directory::close).doesNotThrowAnyException();
      }
      disk.disarm();
      directory.close();
    }
  }
}
