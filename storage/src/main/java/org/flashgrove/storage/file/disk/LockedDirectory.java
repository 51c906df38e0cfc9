package org.flashgrove.storage.file.disk;

import java.nio.file.Path;
import java.util.function.Supplier;
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
    return inPlace(held::place);
  }

  private <R> R inPlace(Supplier<R> action) {
    long stamp = guard.enter();
    try {
      lock.requireAt(held.place());
      return action.get();
    } finally {
      guard.leave(stamp);
    }
  }

  private void inPlace(Runnable action) {
    inPlace(
        () -> {
          action.run();
          if (!held.isHeld()) {
            lock.requireAt(held.place());
          }
          return null;
        });
  }

  private RawFile opened(Supplier<RawFile> opening) {
    return inPlace(
        () -> {
          RawFile file = opening.get();
          boolean isOurs = held.isHeld();
          try {
            if (!isOurs) {
              lock.requireAt(held.place());
              isOurs = true;
            }
          } finally {
            if (!isOurs) {
              file.close();
            }
          }
          return file;
        });
  }

  @Override
  public String name() {
    return files.name();
  }

  @Override
  public boolean exists(String file) {
    return inPlace(() -> files.exists(file));
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return opened(() -> files.create(file, caching));
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return opened(() -> files.open(file, caching));
  }

  @Override
  public RawFile openForReading(String file, RawFile.Caching caching) {
    return opened(() -> files.openForReading(file, caching));
  }

  @Override
  public void rename(String from, String to) {
    inPlace(() -> files.rename(from, to));
  }

  @Override
  public void delete(String file) {
    inPlace(() -> files.delete(file));
  }

  @Override
  public void sync() {
    inPlace(files::sync);
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
