package org.flashgrove.storage.file.disk;

import java.nio.file.Path;
import org.flashgrove.storage.file.OpenGuard;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Directory of a locked store. Before each operation on a file, it checks that the directory still
 * contains the lock file of this store. If files are accessed through the directory's own path, it
 * also checks after the operation, because the path may lead elsewhere once the directory was
 * moved.
 */
final class LockedDirectory implements StoreDirectory, AutoCloseable {
  private final HeldDirectory held;
  private final LockFile lock;
  private final DiskDirectory files;
  private final OpenGuard guard;

  LockedDirectory(HeldDirectory held, LockFile lock, FileAccess access) {
    this.held = held;
    this.lock = lock;
    files = new DiskDirectory(held.path(), held.place(), access);
    guard = new OpenGuard(held.path().toString());
  }

  /**
   * Returns the path used to access files. It is valid while the directory is locked.
   *
   * @throws org.flashgrove.core.failure.StoreIoException if the directory was moved and the path
   *     does not follow it
   */
  Path place() {
    long stamp = enter();
    try {
      return held.place();
    } finally {
      guard.leave(stamp);
    }
  }

  /** Enters the guard. The caller passes the result to {@code guard.leave}. */
  private long enter() {
    long stamp = guard.enter();
    boolean isOurs = false;
    try {
      lock.requireAt(held.place());
      isOurs = true;
    } finally {
      if (!isOurs) {
        guard.leave(stamp);
      }
    }
    return stamp;
  }

  private void requireStillOurs() {
    if (!held.isHeld()) {
      lock.requireAt(held.place());
    }
  }

  private RawFile requireStillOurs(RawFile file) {
    boolean isOurs = false;
    try {
      requireStillOurs();
      isOurs = true;
    } finally {
      if (!isOurs) {
        file.close();
      }
    }
    return file;
  }

  @Override
  public String name() {
    return files.name();
  }

  @Override
  public boolean exists(String file) {
    long stamp = enter();
    try {
      return files.exists(file);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    long stamp = enter();
    try {
      return requireStillOurs(files.create(file, caching));
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    long stamp = enter();
    try {
      return requireStillOurs(files.open(file, caching));
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public RawFile openForReading(String file, RawFile.Caching caching) {
    long stamp = enter();
    try {
      return requireStillOurs(files.openForReading(file, caching));
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void rename(String from, String to) {
    long stamp = enter();
    try {
      files.rename(from, to);
      requireStillOurs();
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void delete(String file) {
    long stamp = enter();
    try {
      files.delete(file);
      requireStillOurs();
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void sync() {
    long stamp = enter();
    try {
      files.sync();
      requireStillOurs();
    } finally {
      guard.leave(stamp);
    }
  }

  /**
   * Refuses further calls, waits for running calls, and closes the directory. A second call does
   * nothing.
   */
  @Override
  public void close() {
    if (guard.close()) {
      held.close();
    }
  }
}
