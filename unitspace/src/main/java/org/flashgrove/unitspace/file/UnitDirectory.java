package org.flashgrove.unitspace.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitSpace;
import org.flashgrove.unitspace.UnitStats;

/**
 * Files in the pages of a {@link UnitSpace}. A growing file allocates chunks of consecutive page
 * numbers. A chunk takes no space on the device until its pages are written. Two alternating copies
 * of a catalog at the front of the space list the chunks of all files.
 *
 * <p><b>Durability.</b> {@link #sync()} writes the catalog. A sync of a file also writes the
 * catalog if it has changed, and otherwise only flushes the space. After a power loss a file may
 * therefore be longer than at its last sync, with zeros up to the end of its last chunk. After
 * {@link #close()} lengths are exact.
 *
 * <p><b>Full space.</b> A file that would grow beyond the capacity of the space fails with {@code
 * ENOSPC} before anything is written. The log fails earlier than other files, so that a full store
 * has room to write a checkpoint, to close, and to open again.
 *
 * <p>Thread-safe. Reads run concurrently with each other and while the device syncs. Changes and
 * syncs run one at a time.
 */
final class UnitDirectory implements StoreDirectory, AutoCloseable {
  private static final int COPIES = 2;
  private static final int MOST_CHUNK_BYTES = 1 << 20;

  /** The log leaves 1 / {@value} of the capacity to other files. */
  private static final int RESERVE_PART = 32;

  private final String name;
  private final String log;
  private final UnitSpace space;
  private final int pageBytes;
  private final int chunkPages;
  private final int catalogPages;
  private final ByteBuffer catalog;
  private final ChunkSpace chunks;
  private final Map<String, FileState> files = new LinkedHashMap<>();
  private final DirectoryLock lock = new DirectoryLock();
  private long sequence;
  private boolean exactOnDevice;
  private boolean catalogChanged;
  private boolean closed;

  private UnitDirectory(String name, UnitFile medium, UnitSpace space, String log, boolean isNew) {
    this.name = name;
    this.log = log;
    this.space = space;
    pageBytes = medium.pageBytes();
    chunkPages = Math.max(1, Math.min(MOST_CHUNK_BYTES / pageBytes, medium.unitPages() / 4));
    long most = PartitionCatalog.mostBytes(space.pageCount() / chunkPages);
    catalogPages = Math.toIntExact((most + pageBytes - 1) / pageBytes);
    catalog = AlignedBuffers.allocate(catalogPages * pageBytes);
    long count = ((long) space.pageCount() - (long) COPIES * catalogPages) / chunkPages;
    if (count < 1 || space.capacity() <= COPIES * catalogPages + chunkPages) {
      throw new SpecException(
          "units: " + space.capacity() + " pages are too few for a store; use a larger size");
    }
    chunks = new ChunkSpace((int) count, isNew);
  }

  /**
   * Creates an empty directory in an empty space.
   *
   * @param name name of the directory in messages
   * @param log prefix of the names of log files
   * @throws SpecException if the space is too small
   */
  static UnitDirectory format(String name, UnitFile medium, UnitSpace space, String log) {
    UnitDirectory directory = new UnitDirectory(name, medium, space, log, true);
    directory.commit(false);
    return directory;
  }

  /**
   * Opens the directory in a space.
   *
   * @param name name of the directory in messages
   * @param log prefix of the names of log files
   * @throws DamagedStoreException if the space contains no valid catalog
   */
  static UnitDirectory mount(String name, UnitFile medium, UnitSpace space, String log) {
    UnitDirectory directory = new UnitDirectory(name, medium, space, log, false);
    directory.load();
    return directory;
  }

  private void load() {
    PartitionCatalog.Content newest = null;
    for (int copy = 0; copy < COPIES; copy++) {
      space.read(copy * catalogPages, catalogPages, 0, catalog, 0);
      int bytes = PartitionCatalog.bytes(catalog, catalog.capacity());
      PartitionCatalog.Content found =
          bytes == 0 ? null : PartitionCatalog.read(name, catalog, bytes);
      if (found != null && (newest == null || found.sequence() > newest.sequence())) {
        newest = found;
      }
    }
    if (newest == null) {
      throw new DamagedStoreException(name, "catalog", "no copy has a valid checksum");
    }
    sequence = newest.sequence();
    exactOnDevice = newest.exact();
    for (PartitionCatalog.Entry entry : newest.files()) {
      for (int chunk : entry.chunks()) {
        if (!chunks.take(chunk)) {
          throw new DamagedStoreException(name, "catalog", "chunk " + chunk + " is used twice");
        }
      }
      long allocated = (long) entry.chunks().length * chunkPages * pageBytes;
      long size = newest.exact() ? entry.sizeBytes() : allocated;
      if (size < 0 || size > allocated) {
        throw new DamagedStoreException(
            name, "catalog", "impossible length of file " + entry.name());
      }
      files.put(entry.name(), new FileState(entry.name(), size, entry.chunks()));
    }
  }

  /** Runs an action that changes files or their content. */
  void change(Runnable action) {
    run(() -> lock.alone(action));
  }

  /** Runs an action that changes or syncs files, concurrently with reads. */
  private void run(Runnable action) {
    lock.changing(
        () -> {
          requireOpen();
          action.run();
          return null;
        });
  }

  /** Runs an action that reads files or their content, concurrently with other reads. */
  <T> T see(Supplier<T> action) {
    return lock.reading(
        () -> {
          requireOpen();
          return action.get();
        });
  }

  /** Runs an action that reads counts, which a sync changes. */
  <T> T count(Supplier<T> action) {
    return lock.changing(() -> see(action));
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException(name + ": is closed");
    }
  }

  UnitSpace space() {
    return space;
  }

  int pageBytes() {
    return pageBytes;
  }

  /** Returns the counters of the space. */
  UnitStats stats() {
    return count(space::stats);
  }

  /** Returns the number of pages of the file for which chunks are allocated. */
  long pagesOf(FileState file) {
    return (long) file.chunkCount() * chunkPages;
  }

  /** Returns the number in the space of a page of a file. */
  int numberOf(FileState file, long page) {
    int chunk = file.chunk((int) (page / chunkPages));
    return COPIES * catalogPages + chunk * chunkPages + (int) (page % chunkPages);
  }

  /**
   * Returns how many pages of a file, from {@code page} to at most {@code end}, have consecutive
   * numbers in the space.
   */
  int run(FileState file, long page, long end) {
    long count = Math.min(end - page, chunkPages - page % chunkPages);
    int first = numberOf(file, page);
    while (page + count < end && numberOf(file, page + count) == first + count) {
      count += Math.min(end - page - count, chunkPages);
    }
    return (int) count;
  }

  /**
   * Returns the class of the pages of a file. Pages of the same class are expected to be replaced
   * at about the same time. The last class is for the log.
   *
   * @param level level of the pages in an index of blocks, or -1 if it is not known
   */
  int classOf(FileState file, int level) {
    int last = space.config().survivors() - 1;
    int deepest = Math.max(0, last - 1);
    return isLog(file) ? last : level < 0 ? deepest : Math.min(level, deepest);
  }

  private boolean isLog(FileState file) {
    return file.name().startsWith(log);
  }

  @Override
  public String name() {
    return name;
  }

  private String path(String file) {
    return name + "/" + file;
  }

  /**
   * Prepares for a change of the files; must be called before any change. If the catalog on the
   * device marks the lengths of all files as exact, first writes a catalog without this mark.
   */
  private void prepare() {
    if (exactOnDevice) {
      commit(false);
    }
  }

  @Override
  public boolean exists(String file) {
    return see(() -> files.containsKey(file));
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    change(
        () -> {
          if (files.containsKey(file)) {
            throw new StoreIoException(path(file) + ": create failed: the file exists");
          }
          if (file.getBytes(StandardCharsets.UTF_8).length > PartitionCatalog.LONGEST_NAME
              || files.size() == PartitionCatalog.MOST_FILES) {
            throw new StoreIoException(
                String.format(
                    "%s: create failed (allowed: up to %d files, names of up to %d bytes)",
                    path(file), PartitionCatalog.MOST_FILES, PartitionCatalog.LONGEST_NAME));
          }
          prepare();
          files.put(file, new FileState(file, 0, new int[0]));
          catalogChanged = true;
        });
    return open(file, caching);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    FileState state = see(() -> existing(file));
    return new FileInUnits(path(file), this, state, caching == RawFile.Caching.DIRECT);
  }

  private FileState existing(String file) {
    FileState state = files.get(file);
    if (state == null) {
      throw new StoreIoException(path(file) + ": open failed: no such file");
    }
    return state;
  }

  @Override
  public void rename(String from, String to) {
    change(
        () -> {
          FileState moved = existing(from);
          prepare();
          remove(to);
          files.remove(from);
          moved.name(to);
          files.put(to, moved);
          catalogChanged = true;
        });
  }

  @Override
  public void delete(String file) {
    change(
        () -> {
          if (files.containsKey(file)) {
            prepare();
            remove(file);
          }
        });
  }

  private void remove(String file) {
    FileState gone = files.remove(file);
    if (gone != null) {
      giveUp(gone, 0);
      gone.deleted();
      catalogChanged = true;
    }
  }

  @Override
  public void sync() {
    run(() -> commit(false));
  }

  /** Makes the content of a file durable, and the catalog if it has changed. */
  void sync(FileState file) {
    run(
        () -> {
          if (catalogChanged) {
            commit(false);
          } else {
            lock.alone(isLog(file) ? () -> space.write(classOf(file, -1)) : space::write);
            space.flushMedium();
          }
        });
  }

  /**
   * Allocates chunks to a file until it can contain {@code sizeBytes} bytes.
   *
   * @throws StoreIoException if the space is full; nothing was changed then
   */
  void allocate(FileState file, long sizeBytes) {
    prepare();
    long chunkBytes = (long) chunkPages * pageBytes;
    long more = (sizeBytes + chunkBytes - 1) / chunkBytes - file.chunkCount();
    if (more <= 0) {
      return;
    }
    boolean isReserved = file.name().equals(log);
    long least = more * chunkPages + (isReserved ? space.capacity() / RESERVE_PART : 0);
    if (space.room() < least || chunks.chunkCount() - chunks.usedCount() < more) {
      commit(false);
      space.flush(); // afterwards, deleted and trimmed pages no longer take room
    }
    if (space.room() < least || chunks.chunkCount() - chunks.usedCount() < more) {
      throw new StoreIoException(
          String.format(
              "%s: ENOSPC, the store is full: %d of %d KiB are free, and the file needs %d KiB;"
                  + " create a larger store and copy the entries",
              path(file.name()), kib(space.room()), kib(space.capacity()), kib(least)));
    }
    for (int i = 0; i < more; i++) {
      int chunk = chunks.allocate();
      if (!chunks.wasBlank(chunk)) {
        space.trim(COPIES * catalogPages + chunk * chunkPages, chunkPages);
      }
      file.addChunk(chunk);
    }
    catalogChanged = true;
  }

  private long kib(long pages) {
    return pages * pageBytes >> 10;
  }

  /** Releases those chunks of a file that its first {@code sizeBytes} bytes do not need. */
  void giveUp(FileState file, long sizeBytes) {
    prepare();
    long chunkBytes = (long) chunkPages * pageBytes;
    while (file.chunkCount() > 0 && (file.chunkCount() - 1) * chunkBytes >= sizeBytes) {
      chunks.giveUp(file.removeLastChunk());
      catalogChanged = true;
    }
  }

  /** Makes all earlier writes durable, then writes the catalog and trims the released chunks. */
  private void commit(boolean exact) {
    List<PartitionCatalog.Entry> entries = new ArrayList<>();
    files.forEach(
        (file, state) ->
            entries.add(new PartitionCatalog.Entry(file, state.sizeBytes(), state.chunks())));
    lock.alone(space::write);
    space.flushMedium();
    lock.alone(() -> writeCatalog(new PartitionCatalog.Content(++sequence, exact, entries)));
    space.flushMedium();
    lock.alone(this::trimGivenUp);
    exactOnDevice = exact;
    catalogChanged = false;
  }

  private void writeCatalog(PartitionCatalog.Content content) {
    int bytes = PartitionCatalog.write(content, catalog);
    int first = (int) (sequence % COPIES) * catalogPages;
    int pages = (bytes + pageBytes - 1) / pageBytes;
    space.requireRoom(first, pages);
    for (int i = 0; i < pages; i++) {
      space.write(first + i, 0, 0, catalog, i * pageBytes);
    }
    space.write();
  }

  private void trimGivenUp() {
    int end;
    for (int chunk = chunks.nextGivenUp(0); chunk >= 0; chunk = chunks.nextGivenUp(end)) {
      end = chunks.endOfGivenUp(chunk);
      space.trim(COPIES * catalogPages + chunk * chunkPages, (end - chunk) * chunkPages);
    }
    chunks.release();
  }

  /**
   * Writes the exact lengths of all files. Writes nothing if an earlier write failed; the call that
   * failed has reported the cause. A second call does nothing.
   */
  @Override
  public void close() {
    lock.changing(
        () -> {
          boolean wasOpen = !closed;
          lock.alone(() -> closed = true);
          if (wasOpen && !exactOnDevice && space.isWorking()) {
            commit(true);
          }
          return null;
        });
  }
}
