package org.flashgrove.storage.file.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.storage.file.ReaderPositions;

/**
 * Lock file of a store. A process has one such object for all of its handles of the store.
 * Otherwise, closing one handle would unlock the others. POSIX systems release all locks of a
 * process on a file when the process closes any descriptor of that file.
 *
 * <p>Nothing is written to the file. The meaning of a locked byte depends on its offset:
 *
 * <ul>
 *   <li>Byte 0: a process writes the store. A shared lock on it excludes writers.
 *   <li>Byte 1, shared: processes read the store while another may write it.
 *   <li>Byte {@link #SETTLED} + n, shared: a reader has position n.
 *   <li>Byte {@link #ENTERING} + n, shared: a reader will have a position of at least n.
 * </ul>
 *
 * <p>A process that excludes all others locks all bytes. Older versions of this library did not
 * support concurrent readers and always locked all bytes. Old and new versions therefore exclude
 * each other correctly. The system releases the locks when a process ends in any way.
 *
 * <p>The locked channels are not used for I/O after they were opened, because an interrupt during
 * I/O would close them.
 */
final class LockFile {
  /** Name of the lock file. */
  static final String NAME = "store.lock";

  /** Offset of the byte that a reader with position 0 locks. */
  static final long SETTLED = 2;

  /** Offset of the byte that a reader locks while its position is unknown but at least 0. */
  static final long ENTERING = 1L << 61;

  private static final long PAUSE_NANOS = 20_000;
  private static final int MOST_PAUSES = 100_000;

  /** Open lock files by the identities of their directories. */
  private static final Map<Object, LockFile> OPEN = new HashMap<>();

  /** Way of using a store. It determines which uses by other handles and processes are excluded. */
  enum Use {
    /** Excludes all other uses. */
    ALONE(0, Long.MAX_VALUE, false),
    /** Reads the store. Excludes all writers. */
    NOBODY_WRITES(0, 1, true),
    /**
     * Writes the store. Excludes other writers, and excludes readers with {@link #NOBODY_WRITES}.
     */
    WRITES(0, 1, false),
    /** Reads the store while another process may write it. */
    READS_BESIDE(1, 1, true);

    private final long offset;
    private final long length;
    private final boolean shared;

    Use(long offset, long length, boolean shared) {
      this.offset = offset;
      this.length = length;
      this.shared = shared;
    }

    private boolean goesWith(Use other) {
      if (this == ALONE || other == ALONE) {
        return false;
      }
      return this == READS_BESIDE || other == READS_BESIDE || shared && other.shared;
    }
  }

  /**
   * A lock of this process and the number of handles that rely on it. The lock is null in a
   * read-only directory without a lock file.
   */
  private static final class Held {
    private final FileLock lock;
    private int holders = 1;

    Held(FileLock lock) {
      this.lock = lock;
    }

    void release() throws IOException {
      if (lock != null) {
        lock.release();
      }
    }
  }

  private final Object directory;
  private final String store;
  private final List<FileChannel> channels = new ArrayList<>();
  private final Map<Use, Held> uses = new EnumMap<>(Use.class);
  private final TreeMap<Long, Held> marks = new TreeMap<>();
  private FileChannel channel;
  private boolean isWritable;

  /** Identity of the lock file, or null if the platform does not support it. */
  private Object identity;

  /** True if code in this process has locked the file by other means than this object. */
  private boolean isLockedUnseen;

  private LockFile(Object directory, String store) {
    this.directory = directory;
    this.store = store;
  }

  /**
   * Work with file locks. Interrupts of the thread are held back during the work, because an
   * interrupt would close a channel.
   */
  private interface Action<R> {
    R run() throws IOException;
  }

  private static <R> R uninterrupted(String store, Action<R> action) {
    boolean interrupted = Thread.interrupted();
    try {
      synchronized (OPEN) {
        return action.run();
      }
    } catch (IOException e) {
      throw StoreIoException.of(store + ": locking the store failed", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Acquires the locks for a use of a store.
   *
   * @throws StoreLockedException if another handle or process has locked the store
   */
  static LockFile take(HeldDirectory held, Use use) {
    String store = held.path().toString();
    return uninterrupted(
        store,
        () -> {
          Object directory = held.identity();
          LockFile known = OPEN.get(directory);
          if (known != null && known.uses.isEmpty() && !known.isAt(held.place())) {
            known.closeChannels();
            known = null;
          }
          LockFile file = known == null ? new LockFile(directory, store) : known;
          boolean taken = false;
          try {
            file.take(use, held);
            taken = true;
          } finally {
            if (taken || file.isLockedUnseen) {
              // closing the channel would release the locks of the other code
              OPEN.put(directory, file);
            } else if (file.uses.isEmpty()) {
              OPEN.remove(directory);
              file.closeChannels();
            }
          }
          return file;
        });
  }

  private void take(Use use, HeldDirectory held) throws IOException {
    for (Use present : uses.keySet()) {
      if (!use.goesWith(present)) {
        throw new StoreLockedException(store);
      }
    }
    if (!uses.isEmpty()) {
      requireAt(held.place());
    }
    Held before = uses.get(use);
    if (before != null) {
      before.holders++;
      return;
    }
    open(!use.shared, held.place());
    FileLock lock = channel == null ? null : tryLock(use);
    if (lock == null && channel != null) {
      throw new StoreLockedException(store);
    }
    uses.put(use, new Held(lock));
  }

  private FileLock tryLock(Use use) throws IOException {
    try {
      isLockedUnseen = false;
      return channel.tryLock(use.offset, use.length, use.shared);
    } catch (OverlappingFileLockException e) {
      isLockedUnseen = true;
      return null;
    }
  }

  /**
   * Opens the lock file, and creates it if it does not exist. A reader in a read-only directory
   * without a lock file opens no channel, because it needs no lock.
   */
  private void open(boolean forWriting, Path place) throws IOException {
    if (isWritable || channel != null && !forWriting) {
      return;
    }
    Path file = place.resolve(NAME);
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      isWritable = true;
    } catch (FileSystemException e) {
      boolean isRefused = e instanceof AccessDeniedException || !Files.isWritable(place);
      if (forWriting || !isRefused) {
        throw e;
      }
      if (!Files.exists(file)) {
        return;
      }
      channel = FileChannel.open(file, StandardOpenOption.READ);
    }
    channels.add(channel);
    if (identity == null) {
      identity = HeldDirectory.identity(file);
    } else {
      requireAt(place);
    }
  }

  /**
   * Checks that a directory contains this lock file.
   *
   * @throws StoreIoException if the path leads to another directory, or the lock file was removed
   */
  void requireAt(Path place) {
    if (!isAt(place)) {
      throw new StoreIoException(
          store
              + ": the directory was moved, or its file "
              + NAME
              + " removed, while the store is open; close it and open it at its current path");
    }
  }

  private boolean isAt(Path place) {
    try {
      return identity == null || identity.equals(HeldDirectory.identity(place.resolve(NAME)));
    } catch (IOException e) {
      return false;
    }
  }

  /** Releases the locks for a use. The lock file stays. */
  void release(Use use) {
    uninterrupted(
        store,
        () -> {
          Held held = uses.get(use);
          if (--held.holders == 0) {
            uses.remove(use);
            held.release();
            if (uses.isEmpty()) {
              OPEN.remove(directory);
              closeChannels();
            }
          }
          return null;
        });
  }

  /** Returns whether this or another process has the store open for writing. */
  boolean isWritten() {
    return uninterrupted(
        store,
        () -> uses.containsKey(Use.WRITES) || channel == null || isLocked(Use.NOBODY_WRITES));
  }

  /** Returns whether another process has a lock that excludes {@code use}. */
  private boolean isLocked(Use use) throws IOException {
    if (uses.containsKey(use)) {
      return false;
    }
    FileLock lock = channel.tryLock(use.offset, use.length, use.shared);
    if (lock == null) {
      return true;
    }
    lock.release();
    return false;
  }

  private void closeChannels() throws IOException {
    for (FileChannel each : channels) {
      each.close();
    }
  }

  /**
   * Locks the byte at {@code offset}. The locked byte tells other processes that a reader exists.
   */
  void mark(long offset) {
    uninterrupted(
        store,
        () -> {
          Held held = marks.get(offset);
          if (held == null) {
            marks.put(offset, new Held(channel == null ? null : lockShared(offset)));
          } else {
            held.holders++;
          }
          return null;
        });
  }

  /**
   * Locks a byte in shared mode. A writer that looks for readers locks bytes for a moment. If a
   * writer has locked this byte, the method waits and tries again.
   */
  private FileLock lockShared(long offset) throws IOException {
    for (int pauses = 0; pauses < MOST_PAUSES; pauses++) {
      FileLock lock = channel.tryLock(offset, 1, true);
      if (lock != null) {
        return lock;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new StoreLockedException(store);
  }

  /** Unlocks a byte that {@link #mark} has locked. */
  void unmark(long offset) {
    uninterrupted(
        store,
        () -> {
          Held held = marks.get(offset);
          if (--held.holders == 0) {
            marks.remove(offset);
            held.release();
          }
          return null;
        });
  }

  /**
   * Returns the positions of the readers in this and other processes. Looks first for readers
   * without a position (entering readers), and then for positions. A reader that publishes its
   * position between the two searches is found by the second search. In the opposite order, both
   * searches could miss this reader.
   */
  ReaderPositions positions(long newestFrame) {
    return uninterrupted(
        store,
        () -> {
          if (isFree(SETTLED, Long.MAX_VALUE - 1)) {
            return ReaderPositions.NONE;
          }
          List<Long> settled = new ArrayList<>();
          List<Long> entering = new ArrayList<>();
          collect(ENTERING, 0, newestFrame, entering);
          collect(SETTLED, 0, newestFrame, settled);
          return ReaderPositions.of(settled, entering);
        });
  }

  /**
   * Finds the numbers from {@code from} to {@code to} whose bytes are locked, by bisection, and
   * adds these numbers to {@code into}. The byte of number n has the offset {@code base + n}.
   */
  private void collect(long base, long from, long to, List<Long> into) throws IOException {
    if (isFree(base + from, base + to)) {
      return;
    }
    if (from == to) {
      into.add(from);
      return;
    }
    long middle = from + (to - from) / 2;
    collect(base, from, middle, into);
    collect(base, middle + 1, to, into);
  }

  /**
   * Returns whether no byte from {@code first} to {@code last} is locked, by trying to lock them.
   */
  private boolean isFree(long first, long last) throws IOException {
    if (!marks.subMap(first, true, last, true).isEmpty()) {
      return false;
    }
    FileLock lock = channel.tryLock(first, last - first + 1, false);
    if (lock == null) {
      return false;
    }
    lock.release();
    return true;
  }
}
