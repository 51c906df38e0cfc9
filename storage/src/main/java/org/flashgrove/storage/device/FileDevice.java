package org.flashgrove.storage.device;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.OverlayDirectory;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.StoreLock;
import org.flashgrove.storage.framelog.FrameLog;

/**
 * Device of files in a directory or in memory. It creates and opens page stores and logs, which the
 * callers close. It holds the lock of its directory until it is closed.
 */
public final class FileDevice implements AutoCloseable {
  private final StoreDirectory directory;
  private final RawFile.Caching caching;
  private final FileSettings settings;
  private final StoreLock lock;
  private final UnaryOperator<PageStore> decorator;

  private FileDevice(
      StoreDirectory directory, RawFile.Caching caching, FileSettings settings, StoreLock lock) {
    this(directory, caching, settings, lock, UnaryOperator.identity());
  }

  private FileDevice(
      StoreDirectory directory,
      RawFile.Caching caching,
      FileSettings settings,
      StoreLock lock,
      UnaryOperator<PageStore> decorator) {
    this.directory = directory;
    this.caching = caching;
    this.settings = settings;
    this.lock = lock;
    this.decorator = decorator;
  }

  /**
   * Returns a view of this device that wraps each page store with {@code pages}. Close either this
   * device or the view.
   */
  public FileDevice decorating(UnaryOperator<PageStore> pages) {
    return new FileDevice(directory, caching, settings, lock, pages);
  }

  /**
   * Returns a view of this device whose files are in another directory. The caller manages that
   * directory, which usually stores its files in a file of this device. Close either this device or
   * the view.
   */
  public FileDevice within(
      StoreDirectory inner, RawFile.Caching ofFiles, FileSettings ofDirectory) {
    return new FileDevice(inner, ofFiles, ofDirectory, lock);
  }

  /** Creates an empty device in memory. */
  public static FileDevice inMemory(FileSettings settings) {
    return over(new MemoryDirectory(), RawFile.Caching.BUFFERED, settings);
  }

  /**
   * Opens the files of a directory and excludes all other processes.
   *
   * @param path the store's directory; created if it does not exist
   * @throws org.flashgrove.core.failure.StoreLockedException if the directory is in use
   */
  public static FileDevice open(Path path, RawFile.Caching caching, FileSettings settings) {
    DiskDirectory.create(path);
    StoreLock lock = StoreLock.take(path);
    return new FileDevice(lock.directory(), caching, settings, lock);
  }

  /**
   * Opens the files of a directory for writing, and allows other processes to read them. Such
   * processes register with {@link #readers}.
   *
   * @param path the store's directory; created if it does not exist
   * @throws org.flashgrove.core.failure.StoreLockedException if another process has opened the
   *     directory for writing
   */
  public static FileDevice openBeside(Path path, RawFile.Caching caching, FileSettings settings) {
    DiskDirectory.create(path);
    StoreLock lock = StoreLock.takeWriting(path);
    return new FileDevice(lock.directory(), caching, settings, lock);
  }

  /**
   * Opens the files of a directory for reading. Writes stay in memory and are discarded on close.
   *
   * @param path the store's directory
   * @param beside whether another process may write meanwhile; the caller must then register with
   *     {@link #readers()}
   * @throws org.flashgrove.core.failure.StoreLockedException if the directory is open for writing
   *     and its writer does not allow readers
   */
  public static FileDevice openReadOnly(
      Path path, RawFile.Caching caching, int depth, boolean beside) {
    StoreLock lock = beside ? StoreLock.takeBeside(path) : StoreLock.takeShared(path);
    StoreDirectory directory = new OverlayDirectory(lock.directory());
    return new FileDevice(directory, caching, new FileSettings(0, false, depth), lock);
  }

  /** Creates a device over a directory that the caller manages. Acquires no lock. */
  public static FileDevice over(StoreDirectory directory, RawFile.Caching caching) {
    return over(directory, caching, new FileSettings(0, true, directory.depth()));
  }

  /** Creates a device over a directory that the caller manages. Acquires no lock. */
  public static FileDevice over(
      StoreDirectory directory, RawFile.Caching caching, FileSettings settings) {
    return new FileDevice(directory, caching, settings, null);
  }

  /** Returns whether the device holds the lock of its directory. */
  public boolean isLocked() {
    return lock != null;
  }

  /** Returns the directory of the files. */
  public StoreDirectory directory() {
    return directory;
  }

  /** Returns the caching mode of page files. */
  public RawFile.Caching caching() {
    return caching;
  }

  /** Returns the registry of the processes that read the store while it is written. */
  public StoreReaders readers() {
    return lock == null ? directory.readers() : lock.readers();
  }

  /**
   * Opens a page file of the directory for a short read. This device must have been opened for
   * reading. The read sees the file's current state, including changes that another process made
   * after this device was opened. Files that this device opened earlier keep their state.
   *
   * @param reader called with the pages, which are closed afterwards
   */
  public <R> R peek(String name, int pageSize, Function<PageStore, R> reader) {
    try (OverlayDirectory now = new OverlayDirectory(below());
        FilePageStore pages = FilePageStore.open(now, name, caching, pageSize)) {
      return reader.apply(pages);
    }
  }

  /**
   * Returns the directory that contains the files on disk. If the device was opened for reading,
   * changes exist only in memory, and the returned directory does not show them.
   */
  public StoreDirectory below() {
    return directory instanceof OverlayDirectory overlay ? overlay.base() : directory;
  }

  /** Creates a page store without slots. */
  public PageStore createPages(String name, int pageSize) {
    FilePageStore pages = FilePageStore.create(directory, name, caching, pageSize);
    if (settings.preallocatedBytes() > 0) {
      reserve(pages, name);
    }
    return parallel(pages);
  }

  private void reserve(FilePageStore pages, String name) {
    try {
      pages.reserve(settings.preallocatedBytes());
    } catch (StoreIoException e) {
      pages.close();
      directory.delete(name);
      throw e;
    }
  }

  /** Opens an existing page store. */
  public PageStore openPages(String name, int pageSize) {
    return parallel(FilePageStore.open(directory, name, caching, pageSize));
  }

  private PageStore parallel(FilePageStore pages) {
    if (!settings.discards()) {
      pages.keepSpace();
    }
    if (lock != null) {
      pages.closeHandleWhenIdle();
    }
    int depth = Math.min(settings.depth(), ParallelPageStore.MOST_DEPTH);
    return decorator.apply(depth == 1 ? pages : new ParallelPageStore(pages, depth));
  }

  /** Creates an empty log that does not compress frames; see {@link FrameLog#create}. */
  public FrameLog createLog(String name, long storeTag, int pageSize) {
    return createLog(name, storeTag, pageSize, false);
  }

  /** Creates an empty log; see {@link FrameLog#create}. */
  public FrameLog createLog(String name, long storeTag, int pageSize, boolean packs) {
    return FrameLog.create(directory, name, storeTag, pageSize, packs);
  }

  /** Opens an existing log and compresses no new frames; see {@link FrameLog#open}. */
  public FrameLog openLog(String name, long storeTag, int pageSize) {
    return openLog(name, storeTag, pageSize, false, null);
  }

  /** Opens an existing log; see {@link FrameLog#open}. */
  public FrameLog openLog(
      String name, long storeTag, int pageSize, boolean packs, FrameLog before) {
    return FrameLog.open(directory, name, storeTag, pageSize, packs, before);
  }

  /** Releases the lock of the directory. A second call does nothing. */
  @Override
  public void close() {
    if (directory instanceof OverlayDirectory overlay) {
      overlay.close();
    }
    if (lock != null) {
      lock.close();
    }
  }
}
