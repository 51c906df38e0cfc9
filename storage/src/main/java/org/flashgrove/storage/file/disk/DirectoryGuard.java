package org.flashgrove.storage.file.disk;

import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.failure.StoreLockedException;

/**
 * Lock on a directory itself, by {@code flock}. It detects that the lock file of an open store was
 * removed: another opening could then create and lock a new file, but not the directory.
 *
 * <p>An opening acquires the guard after its lock in {@link LockFile} and releases it before that
 * lock. If another process has the guard while nobody has locked the lock file, then the file is
 * not the one that the process had locked.
 *
 * <p>No guard exists on systems that do not address directories by descriptors, and on file systems
 * that cannot lock a directory.
 */
final class DirectoryGuard {
  /** A killed process loses its locks one after the other. */
  private static final int MOST_PAUSES = 2_000;

  private static final long PAUSE_NANOS = 50_000;

  private final HeldDirectory directory;
  private final String store;

  DirectoryGuard(HeldDirectory directory) {
    this.directory = directory;
    store = directory.path().toString();
  }

  /**
   * Takes the guard of an opening.
   *
   * @throws StoreLockedException if the store is open elsewhere by another lock file
   */
  void take(LockFile.Use use, LockFile file) {
    for (int pauses = 0; !isTaken(use, file); pauses++) {
      if (pauses == MOST_PAUSES) {
        throw new StoreLockedException(
            new StoreLockedException(store),
            "its file " + LockFile.NAME + " was removed meanwhile; close the store there first");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean isTaken(LockFile.Use use, LockFile file) {
    if (use != LockFile.Use.READS_BESIDE) {
      return directory.tryLock(use == LockFile.Use.NOBODY_WRITES);
    }
    boolean isFree = directory.tryLock(true);
    if (isFree) {
      directory.unlock();
    }
    return isFree || file.isWritten();
  }

  /** Gives the guard back. */
  void release() {
    directory.unlock();
  }
}
