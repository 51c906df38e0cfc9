package org.flashgrove.storage.file.disk;

import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.failure.StoreLockedException;

/**
 * Lock on a store's directory itself, by {@code flock}. It protects an open store whose lock file
 * was removed. Without it, another process could create and lock a new lock file, and open the
 * store too.
 *
 * <p>A process first locks the lock file ({@link LockFile}) and then the directory. It releases the
 * two locks in the opposite order. If another process holds this lock although nobody has locked
 * the lock file, that process has locked an earlier lock file, which was removed.
 *
 * <p>The class does nothing on systems without directory descriptors, and on file systems that
 * cannot lock a directory.
 */
final class DirectoryGuard {
  /**
   * Maximum number of retries. A killed process loses its two locks one after the other, so another
   * process may briefly see only one of them.
   */
  private static final int MOST_PAUSES = 2_000;

  private static final long PAUSE_NANOS = 50_000;

  private final HeldDirectory directory;
  private final String store;

  DirectoryGuard(HeldDirectory directory) {
    this.directory = directory;
    store = directory.path().toString();
  }

  /**
   * Acquires the lock.
   *
   * @throws StoreLockedException if another process has the store open through another lock file
   */
  void take(LockFile.Use use, LockFile file) {
    for (int pauses = 0; !isTaken(use, file); pauses++) {
      if (pauses == MOST_PAUSES) {
        throw new StoreLockedException(
            new StoreLockedException(store),
            "its file "
                + LockFile.NAME
                + " was removed while the store was open; close the store there first");
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

  /** Releases the lock. */
  void release() {
    directory.unlock();
  }
}
