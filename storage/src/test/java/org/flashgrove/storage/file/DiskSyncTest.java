package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.call.Posix;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.FileAccess;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * A sync reaches the operating system: asked to sync what cannot be synced, it refuses. No test
 * without a power cut could notice that it does not.
 */
class DiskSyncTest {
  /** A directory of a file system without syncs, and a file in it that can be written. */
  private static final Path UNSYNCABLE = Path.of("/proc/self");

  private static final String FILE = "comm";

  private static DiskDirectory directory(FileAccess access) {
    Assumptions.assumeTrue(Files.isWritable(UNSYNCABLE.resolve(FILE)), "SKIPPED: no " + UNSYNCABLE);
    Assumptions.assumeTrue(
        access != FileAccess.CALLS || Posix.isAvailable(), "SKIPPED: no native calls");
    return new DiskDirectory(UNSYNCABLE, access);
  }

  private static void fileSyncFails(FileAccess access) {
    try (RawFile file = directory(access).open(FILE, RawFile.Caching.BUFFERED)) {
      assertThatThrownBy(file::sync)
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("sync failed");
    }
  }

  private static void directorySyncFails(FileAccess access) {
    assertThatThrownBy(directory(access)::sync)
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("sync directory failed");
  }

  @Test
  void ofANativeFile() {
    fileSyncFails(FileAccess.CALLS);
  }

  @Test
  void ofANativeDirectory() {
    directorySyncFails(FileAccess.CALLS);
  }

  @Test
  void ofAFileByChannels() {
    fileSyncFails(FileAccess.CHANNELS);
  }

  @Test
  void ofAPortableFile() {
    fileSyncFails(FileAccess.PORTABLE);
  }

  @Test
  void ofAPortableDirectory() {
    directorySyncFails(FileAccess.PORTABLE);
  }
}
