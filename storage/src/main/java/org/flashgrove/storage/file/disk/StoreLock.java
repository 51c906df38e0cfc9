package org.flashgrove.storage.file.disk;

import java.nio.file.Path;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;

/**
 * Lock of a store's directory. It tells other processes, and other openings in this process, how
 * this opening uses the store. The system releases the lock when the process ends, however it ends.
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
   * Acquires a lock of an existing directory that excludes writers. Nothing is written unless the
   * directory was copied without its lock file: then an empty one is created if possible. If the
   * directory is read-only, no lock is needed.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if the store is open for changes
   */
  public static StoreLock takeShared(Path directory) {
    return take(directory, LockFile.Use.NOBODY_WRITES);
  }

  /**
   * Acquires the writer's lock of an existing directory. Readers with a lock from {@link
   * #takeBeside} are admitted.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if another one writes, or reads what
   *     nobody may change
   */
  public static StoreLock takeWriting(Path directory) {
    return take(directory, LockFile.Use.WRITES);
  }

  /**
   * Acquires a reader's lock of an existing directory that admits one writer with a lock from
   * {@link #takeWriting}. Data that the reader sees do not change once it is registered with {@link
   * #readers}. Nothing is written except the lock file, as in {@link #takeShared}.
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
