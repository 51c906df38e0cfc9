package org.flashgrove.storage.file.disk;

import java.nio.file.Path;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;

/**
 * Lock of a store's directory. It tells other processes, and other handles in this process, how
 * this handle uses the store. The system releases the lock when the process ends in any way.
 */
public final class StoreLock implements AutoCloseable {
  /** Name of the lock file. */
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

  /**
   * Acquires a lock on the directory {@code path}. Its files are accessed through {@code access}.
   */
  static StoreLock take(Path path, LockFile.Use use, FileAccess access) {
    return new StoreLock(path, use, access);
  }

  /**
   * Acquires a lock on an existing directory. The lock excludes all other uses of the store.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if the directory is locked
   */
  public static StoreLock take(Path directory) {
    return take(directory, LockFile.Use.ALONE);
  }

  /**
   * Acquires a lock on an existing directory. The lock excludes writers. This method usually writes
   * nothing. If the directory was copied without its lock file, this method creates an empty lock
   * file. If the directory is read-only and has no lock file, no lock is needed.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if the store is open for writing
   */
  public static StoreLock takeShared(Path directory) {
    return take(directory, LockFile.Use.NOBODY_WRITES);
  }

  /**
   * Acquires a writer's lock on an existing directory. The lock allows readers that use {@link
   * #takeBeside}.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if another writer, or a reader that
   *     excludes writers, has locked the directory
   */
  public static StoreLock takeWriting(Path directory) {
    return take(directory, LockFile.Use.WRITES);
  }

  /**
   * Acquires a reader's lock on an existing directory. The lock allows one writer that uses {@link
   * #takeWriting}. Once the reader is registered with {@link #readers}, the content that it sees
   * does not change. Writes nothing except perhaps the lock file, like {@link #takeShared}.
   *
   * @throws org.flashgrove.core.failure.StoreLockedException if another handle or process has
   *     locked the directory exclusively
   */
  public static StoreLock takeBeside(Path directory) {
    return take(directory, LockFile.Use.READS_BESIDE);
  }

  /**
   * Returns the locked directory, which is usable while the lock is held. It remains usable when
   * the directory is moved, if the platform supports that. Otherwise calls fail once the directory
   * was moved or the lock file was removed.
   */
  public StoreDirectory directory() {
    return directory;
  }

  /**
   * Returns a path to the locked directory for file access, valid while the lock is held. The path
   * is not suited for messages.
   *
   * @throws org.flashgrove.core.failure.StoreIoException if the directory was moved and the
   *     platform has no path that follows it, or the lock file was removed
   */
  public Path place() {
    return directory.place();
  }

  /**
   * Returns the registry of readers that read the store while another process may write it. Without
   * a lock from {@link #takeWriting} or {@link #takeBeside} there are no such readers.
   */
  public StoreReaders readers() {
    boolean isBeside = use == LockFile.Use.WRITES || use == LockFile.Use.READS_BESIDE;
    return isBeside ? new LockedReaders(file) : StoreReaders.NONE;
  }

  /** Releases the lock. The lock file stays. A second call does nothing. */
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
