package org.flashgrove.storage.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.StoreLockedException;

/**
 * The exclusive lock of a store's directory, against other processes and a second opening in this
 * one. The system gives the lock back when the process ends, however it ends.
 *
 * <p>There is no I/O on the locked channel after it was opened: interrupting a thread in a call
 * would close it. A second opening in this process must not even open the file, because POSIX
 * systems drop a process's locks when it closes any descriptor of the file.
 */
public final class StoreLock implements AutoCloseable {
  /** Name of the locked file. */
  public static final String FILE = "store.lock";

  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path place;
  private final FileChannel channel;
  private boolean released;

  private StoreLock(Path place, FileChannel channel) {
    this.place = place;
    this.channel = channel;
  }

  /**
   * Takes the lock of an existing directory.
   *
   * @throws StoreLockedException if somebody has it
   */
  public static StoreLock take(Path directory) {
    boolean interrupted = Thread.interrupted();
    Path place = null;
    boolean taken = false;
    try {
      Path real = directory.toRealPath();
      if (!HELD.add(real)) {
        throw new StoreLockedException(directory.toString());
      }
      place = real;
      FileChannel channel = lockedChannel(real.resolve(FILE));
      if (channel == null) {
        throw new StoreLockedException(directory.toString());
      }
      taken = true;
      return new StoreLock(place, channel);
    } catch (IOException e) {
      throw new StoreIoException(directory + ": locking the store failed: " + e, e);
    } finally {
      if (place != null && !taken) {
        HELD.remove(place);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static FileChannel lockedChannel(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      locked = channel.tryLock() != null;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    return locked ? channel : null;
  }

  /** Gives the lock back; a second call does nothing. The file stays. */
  @Override
  public synchronized void close() {
    if (!released) {
      released = true;
      try {
        channel.close();
      } catch (IOException e) {
        throw new StoreIoException(place + ": unlocking the store failed: " + e, e);
      } finally {
        HELD.remove(place);
      }
    }
  }
}
