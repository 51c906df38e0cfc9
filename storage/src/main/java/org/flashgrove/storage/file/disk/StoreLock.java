package org.flashgrove.storage.file.disk;

import java.nio.file.Path;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;

/**
 * The lock of a store's directory: it says what this opening of the store does, against other
 * processes and other openings in this one. The system gives the lock back when the process ends,
 * however it ends.
 */
public final class StoreLock implements AutoCloseable {
  /** Name of the locked file. */
  public static final String FILE = LockFile.NAME;

  private final LockFile file;
  private final DirectoryGuard guard;
  private final LockFile.Use use;
  private final LockedDirectory directory;
  private boolean released;

  private StoreLock(Path path, LockFile.Use use, FileAccess access) {
    HeldDirectory held = HeldDirectory.open(path, access);
    boolean taken = false;
    try {
      file = LockFile.take(held, use);
      guard = new DirectoryGuard(held);
      takeGuard(use);
      taken = true;
    } finally {
      if (!taken) {
        held.close();
      }
    }
    this.use = use;
    directory = new LockedDirectory(held, file, access);
  }

  private void takeGuard(LockFile.Use use) {
    boolean taken = false;
    try {
      guard.take(use, file);
      taken = true;
    } finally {
      if (!taken) {
        file.release(use);
      }
    }
  }

  private static StoreLock take(Path path, LockFile.Use use) {
    return take(path, use, FileAccess.ofPlatform());
  }

  /** Takes a lock of a directory whose files are reached in a certain way. */
  static StoreLock take(Path path, LockFile.Use use, FileAccess access) {
    return new StoreLock(path, use, access);
  }

  /**
   * Takes the lock of an existing directory that excludes everything else.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if any lock is taken
   */
  public static StoreLock take(Path directory) {
    return take(directory, LockFile.Use.ALONE);
  }

  /**
   * Takes a lock of an existing directory that excludes those that write. Nothing is written,
   * unless the directory was copied without the file that is locked: that is made anew, empty,
   * where that is possible; where it is not possible, because nothing can be written there, no lock
   * is needed.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if the store is open for changes
   */
  public static StoreLock takeShared(Path directory) {
    return take(directory, LockFile.Use.NOBODY_WRITES);
  }

  /**
   * Takes the lock of an existing directory for the one that writes, beside those that {@link
   * #takeBeside} lets read.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if another one writes, or reads what
   *     nobody may change
   */
  public static StoreLock takeWriting(Path directory) {
    return take(directory, LockFile.Use.WRITES);
  }

  /**
   * Takes a lock of an existing directory for reading, beside the one that {@link #takeWriting}
   * lets write: what is read is safe from changes once it is registered with {@link #readers}.
   * Nothing is written but the file, as by {@link #takeShared}.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if another one excludes everything
   */
  public static StoreLock takeBeside(Path directory) {
    return take(directory, LockFile.Use.READS_BESIDE);
  }

  /**
   * Returns the locked directory, which is usable while the lock is held. It follows the directory
   * when that is moved. On platforms where it cannot, calls fail once the directory has been moved
   * or the lock file has been removed.
   */
  public StoreDirectory directory() {
    return directory;
  }

  /**
   * Returns a path by which files in the locked directory are reached, for as long as the lock is
   * held; it is not for messages.
   *
   * @throws org.flashgrove.core.failure.StoreIoException if the directory has been moved and the
   *     platform has no path that follows it, or the lock file has been removed
   */
  public Path place() {
    return directory.place();
  }

  /** Returns the readers beside the writer, if the lock is of one or the other; else none. */
  public StoreReaders readers() {
    boolean isBeside = use == LockFile.Use.WRITES || use == LockFile.Use.READS_BESIDE;
    return isBeside ? new LockedReaders(file) : StoreReaders.NONE;
  }

  /** Gives the lock back; a second call does nothing. The file stays. */
  @Override
  public synchronized void close() {
    if (!released) {
      released = true;
      try {
        guard.release();
        file.release(use);
      } finally {
        directory.close();
      }
    }
  }
}
