package org.flashgrove.storage.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.StoreLockedException;

/**
 * The lock of a store's directory: exclusive for one that writes, shared among those that only
 * read; against other processes and other openings in this one. The system gives the lock back when
 * the process ends, however it ends.
 *
 * <p>There is no I/O on the locked channel after it was opened: interrupting a thread in a call
 * would close it. A second opening in this process must not even open the file, because POSIX
 * systems drop a process's locks when it closes any descriptor of the file: readers of one process
 * share a channel.
 */
public final class StoreLock implements AutoCloseable {
  /** Name of the locked file. */
  public static final String FILE = "store.lock";

  private static final Map<Path, Holding> HELD = new HashMap<>();

  /** What this process has locked. */
  private static final class Holding {
    private final FileChannel channel;
    private final boolean shared;
    private int holders = 1;

    /** Holds a channel, or null where nothing is locked because nothing can be written. */
    Holding(FileChannel channel, boolean shared) {
      this.channel = channel;
      this.shared = shared;
    }
  }

  private final Path place;
  private boolean released;

  private StoreLock(Path place) {
    this.place = place;
  }

  /**
   * Takes the exclusive lock of an existing directory.
   *
   * @throws StoreLockedException if the lock is taken, exclusively or shared
   */
  public static StoreLock take(Path directory) {
    return take(directory, false);
  }

  /**
   * Takes a shared lock of an existing directory. Nothing is written, unless the directory was
   * copied without the file that is locked: that is made anew, empty, where that is possible; where
   * it is not possible, because nothing can be written there, no lock is needed.
   *
   * @throws StoreLockedException if the exclusive lock is taken
   */
  public static StoreLock takeShared(Path directory) {
    return take(directory, true);
  }

  private static StoreLock take(Path directory, boolean shared) {
    boolean interrupted = Thread.interrupted();
    try {
      Path place = directory.toRealPath();
      synchronized (HELD) {
        Holding held = HELD.get(place);
        if (held == null) {
          HELD.put(place, lock(directory, place.resolve(FILE), shared));
        } else if (shared && held.shared) {
          held.holders++;
        } else {
          throw new StoreLockedException(directory.toString());
        }
        return new StoreLock(place);
      }
    } catch (IOException e) {
      throw StoreIoException.of(directory + ": locking the store failed", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Holding lock(Path directory, Path file, boolean shared) throws IOException {
    FileChannel channel = shared ? readChannel(file) : writeChannel(file);
    if (channel == null) {
      return new Holding(null, true);
    }
    FileLock lock = null;
    try {
      lock = channel.tryLock(0, Long.MAX_VALUE, shared);
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    if (lock == null) {
      throw new StoreLockedException(directory.toString());
    }
    return new Holding(channel, shared);
  }

  private static FileChannel writeChannel(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Returns a channel to be locked by a reader, or null if there is no file and none can be made.
   */
  private static FileChannel readChannel(Path file) throws IOException {
    if (!Files.exists(file)) {
      try {
        writeChannel(file).close();
      } catch (AccessDeniedException e) {
        return null;
      } catch (FileSystemException e) {
        if (Files.isWritable(file.getParent())) {
          throw e;
        }
        return null; // a medium that is mounted read-only
      }
    }
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /** Gives the lock back; a second call does nothing. The file stays. */
  @Override
  public void close() {
    synchronized (HELD) {
      if (released) {
        return;
      }
      released = true;
      Holding held = HELD.get(place);
      if (--held.holders > 0) {
        return;
      }
      HELD.remove(place);
      try {
        if (held.channel != null) {
          held.channel.close();
        }
      } catch (IOException e) {
        throw StoreIoException.of(place + ": unlocking the store failed", e);
      }
    }
  }
}
