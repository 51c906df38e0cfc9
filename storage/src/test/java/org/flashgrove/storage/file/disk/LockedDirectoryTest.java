package org.flashgrove.storage.file.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.storage.file.BuildDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.call.Posix;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The directory of a lock, whatever becomes of the path that it had. */
class LockedDirectoryTest {
  private static final List<String> FILES = List.of("a", "b");

  @TempDir(factory = BuildDirectory.class)
  Path parent;

  private Path path() {
    return parent.resolve("store");
  }

  private Path elsewhere() {
    return parent.resolve("elsewhere");
  }

  private StoreLock locked(FileAccess access) throws IOException {
    Assumptions.assumeTrue(
        access != FileAccess.CALLS || Posix.isAvailable(), "SKIPPED: no native calls");
    fill(path(), "mine");
    return StoreLock.take(path(), LockFile.Use.WRITES, access);
  }

  private static void fill(Path directory, String content) throws IOException {
    Files.createDirectories(directory);
    for (String file : FILES) {
      Files.writeString(directory.resolve(file), content + " " + file);
    }
  }

  private static void requireContent(Path directory, String content) {
    for (String file : FILES) {
      assertThat(directory.resolve(file)).hasContent(content + " " + file);
    }
  }

  private static void refuses(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("moved")
        .hasMessageNotContaining("\n");
  }

  /** Either every call reaches the directory that was locked, or it is refused. */
  @ParameterizedTest
  @EnumSource(FileAccess.class)
  void noCallReachesAnotherDirectoryAtTheSamePath(FileAccess access) throws IOException {
    try (StoreLock lock = locked(access)) {
      StoreDirectory directory = lock.directory();
      Files.move(path(), elsewhere());
      fill(path(), "other");
      try (StoreLock other = StoreLock.take(path(), LockFile.Use.WRITES, access)) {
        assertThat(other.directory().exists("a")).isTrue();
        if (access == FileAccess.CALLS) {
          directory.create("c", RawFile.Caching.BUFFERED).close();
          directory.rename("c", "a");
          directory.open("a", RawFile.Caching.BUFFERED).close();
          directory.openForReading("b", RawFile.Caching.BUFFERED).close();
          directory.delete("b");
          directory.sync();
          assertThat(elsewhere().resolve("a")).isEmptyFile();
          assertThat(elsewhere().resolve("b")).doesNotExist();
          assertThat(elsewhere().resolve("c")).doesNotExist();
        } else {
          refuses(() -> directory.create("c", RawFile.Caching.BUFFERED));
          refuses(() -> directory.rename("b", "a"));
          refuses(() -> directory.open("a", RawFile.Caching.BUFFERED));
          refuses(() -> directory.openForReading("a", RawFile.Caching.BUFFERED));
          refuses(() -> directory.delete("b"));
          requireContent(elsewhere(), "mine");
        }
      }
    }
    requireContent(path(), "other");
    assertThat(path().resolve("c")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(FileAccess.class)
  void aRemovedLockFileIsNoticedByTheNextCall(FileAccess access) throws IOException {
    try (StoreLock lock = locked(access)) {
      Files.delete(path().resolve(StoreLock.FILE));
      refuses(() -> lock.directory().rename("b", "a"));
      Files.createFile(path().resolve(StoreLock.FILE));
      refuses(() -> lock.directory().create("c", RawFile.Caching.BUFFERED));
      assertThatThrownBy(() -> StoreLock.takeWriting(path()))
          .isInstanceOf(StoreLockedException.class);
      refuses(() -> StoreLock.takeBeside(path()));
    }
    requireContent(path(), "mine");
    StoreLock.take(path()).close();
  }

  @ParameterizedTest
  @EnumSource(FileAccess.class)
  void aDirectoryIsLockedUnderEachOfItsNames(FileAccess access) throws IOException {
    try (StoreLock lock = locked(access)) {
      Files.createSymbolicLink(parent.resolve("link"), path().toAbsolutePath());
      Files.move(path(), elsewhere());
      assertThatThrownBy(() -> StoreLock.takeWriting(elsewhere()))
          .isInstanceOf(StoreLockedException.class);
      Files.move(elsewhere(), path());
      assertThatThrownBy(() -> StoreLock.take(parent.resolve("link")))
          .isInstanceOf(StoreLockedException.class);
      assertThat(lock.directory().exists("a")).isTrue();
    }
    StoreLock.take(parent.resolve("link")).close();
  }

  /** As copies by links have it: the file is one, and so is its lock. */
  @Test
  void aLockFileThatTwoDirectoriesShareLocksOneOfThem() throws IOException {
    fill(path(), "mine");
    fill(elsewhere(), "linked");
    try (StoreLock lock = StoreLock.take(path())) {
      Path file = path().resolve(StoreLock.FILE);
      Files.createLink(elsewhere().resolve(StoreLock.FILE), file);
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> StoreLock.take(elsewhere()))
            .isInstanceOf(StoreLockedException.class);
      }
      assertThat(lock.directory().exists("a")).isTrue();
    }
    StoreLock.take(elsewhere()).close();
  }

  @Test
  void aClosedLockRefusesCalls() throws IOException {
    StoreDirectory directory;
    try (StoreLock lock = locked(FileAccess.ofPlatform())) {
      directory = lock.directory();
    }
    assertThatThrownBy(() -> directory.exists("a")).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> directory.delete("a")).isInstanceOf(StoreClosedException.class);
    requireContent(path(), "mine");
  }
}
