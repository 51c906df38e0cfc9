package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.file.ChunkSpace;
import org.flashgrove.unitspace.file.PartitionCatalog;

/**
 * Files as partitions of one simulated device. A growing file allocates chunks of 64 KiB, or of one
 * page if pages are larger. Chunks of deleted and truncated files are trimmed. Each request has the
 * origin that {@link PageOrigins} returns; the file catalog and trims have origin {@code map}.
 *
 * <p><b>Durability.</b> {@link #sync()} writes the catalog. A sync of a file also writes the
 * catalog if it has changed, and otherwise only flushes the device. After a power loss a file may
 * therefore be longer than at its last sync, with zeros up to the end of its last chunk. After
 * {@link #close()} lengths are exact.
 */
public final class SimulatedDirectory implements StoreDirectory, AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int COPIES = 2;

  private final SimulatedDevice device;
  private final Function<String, PageOrigins> originsOf;
  private final int chunkPages;
  private final int catalogPages;
  private final ByteBuffer catalog;
  private final DeviceTraffic traffic;
  private final Map<String, StoredFile> files = new LinkedHashMap<>();
  private ChunkSpace space;
  private long sequence;
  private boolean exactOnDevice;
  private boolean catalogChanged;
  private boolean closed;

  private SimulatedDirectory(
      SimulatedDevice device, int depth, Function<String, PageOrigins> originsOf) {
    int pageBytes = device.pageBytes();
    if (Integer.bitCount(pageBytes) != 1) {
      throw new SpecException("device: pages of " + pageBytes + " bytes (allowed: powers of two)");
    }
    if (!device.keepsContent()) {
      throw new SpecException("device: content=off cannot hold a store (allowed: content=on)");
    }
    this.device = device;
    this.originsOf = originsOf;
    chunkPages = Math.max(1, CHUNK_BYTES / pageBytes);
    long most = PartitionCatalog.mostBytes(device.pageCount() / chunkPages);
    catalogPages = Math.toIntExact((most + pageBytes - 1) / pageBytes);
    catalog = AlignedBuffers.allocate(catalogPages * pageBytes);
    traffic = new DeviceTraffic(device, depth, chunkPages, (long) COPIES * catalogPages);
  }

  private int chunkCount() {
    long pages = device.pageCount() - (long) COPIES * catalogPages;
    long count = pages / chunkPages;
    if (count < 1) {
      throw new SpecException(
          "device: "
              + device.pageCount()
              + " pages (allowed: at least "
              + ((long) COPIES * catalogPages + chunkPages)
              + ")");
    }
    return Math.toIntExact(count);
  }

  /**
   * Creates an empty directory on a device and discards its content.
   *
   * @param isBlank whether all pages of the device read as zeros
   * @param depth queue depth of the device
   * @param originsOf returns, for the name of a file, the origins of accesses to the file
   * @throws SpecException if the device is too small for a directory
   */
  public static SimulatedDirectory format(
      SimulatedDevice device, boolean isBlank, int depth, Function<String, PageOrigins> originsOf) {
    SimulatedDirectory directory = new SimulatedDirectory(device, depth, originsOf);
    directory.space = new ChunkSpace(directory.chunkCount(), isBlank);
    if (!isBlank) {
      device.trim(0, (long) COPIES * directory.catalogPages, Origin.MAP);
    }
    directory.commit(false);
    return directory;
  }

  /**
   * Opens the directory on a device.
   *
   * @param depth queue depth of the device
   * @param originsOf returns, for the name of a file, the origins of accesses to the file
   * @throws DamagedStoreException if the device contains no valid directory
   */
  public static SimulatedDirectory mount(
      SimulatedDevice device, int depth, Function<String, PageOrigins> originsOf) {
    SimulatedDirectory directory = new SimulatedDirectory(device, depth, originsOf);
    directory.space = new ChunkSpace(directory.chunkCount(), false);
    directory.load();
    return directory;
  }

  private void load() {
    PartitionCatalog.Content newest = null;
    for (int copy = 0; copy < COPIES; copy++) {
      PartitionCatalog.Content found = read(copy);
      if (found != null && (newest == null || found.sequence() > newest.sequence())) {
        newest = found;
      }
    }
    if (newest == null) {
      throw new DamagedStoreException(name(), "catalog", "no copy has a valid checksum");
    }
    sequence = newest.sequence();
    exactOnDevice = newest.exact();
    for (PartitionCatalog.Entry entry : newest.files()) {
      long allocated = (long) entry.chunks().length * chunkPages * device.pageBytes();
      for (int chunk : entry.chunks()) {
        if (!space.take(chunk)) {
          throw new DamagedStoreException(name(), "catalog", "chunk " + chunk + " is used twice");
        }
      }
      long size = newest.exact() ? entry.sizeBytes() : allocated;
      if (size < 0 || size > allocated) {
        throw new DamagedStoreException(
            name(), "catalog", "impossible length of file " + entry.name());
      }
      files.put(entry.name(), new StoredFile(originsOf.apply(entry.name()), size, entry.chunks()));
    }
  }

  private PartitionCatalog.Content read(int copy) {
    long first = (long) copy * catalogPages;
    device.read(first, 1, Origin.MAP, catalog);
    int bytes = PartitionCatalog.bytes(catalog, catalog.capacity());
    if (bytes > device.pageBytes()) {
      device.read(first, pages(bytes), Origin.MAP, catalog);
    }
    return bytes == 0 ? null : PartitionCatalog.read(name(), catalog, bytes);
  }

  private int pages(int bytes) {
    return (bytes + device.pageBytes() - 1) / device.pageBytes();
  }

  /** Returns the device. */
  public SimulatedDevice device() {
    return device;
  }

  DeviceTraffic traffic() {
    return traffic;
  }

  /** Returns the number of bytes in chunks that belong to files. */
  public synchronized long usedBytes() {
    return (long) space.usedCount() * chunkPages * device.pageBytes();
  }

  @Override
  public String name() {
    return "simulated device";
  }

  private String path(String file) {
    return name() + "/" + file;
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException(name() + ": is closed");
    }
  }

  /**
   * Prepares for a change of the files; must be called before any change. If the catalog on the
   * device marks the lengths of all files as exact, first writes a catalog without this mark.
   */
  void change() {
    requireOpen();
    if (exactOnDevice) {
      commit(false);
    }
  }

  @Override
  public synchronized boolean exists(String file) {
    return files.containsKey(file);
  }

  @Override
  public synchronized RawFile create(String file, RawFile.Caching caching) {
    if (files.containsKey(file)) {
      throw new StoreIoException(path(file) + ": create failed: the file exists");
    }
    if (file.getBytes(StandardCharsets.UTF_8).length > PartitionCatalog.LONGEST_NAME
        || files.size() == PartitionCatalog.MOST_FILES) {
      throw new StoreIoException(
          path(file)
              + ": create failed (allowed: up to "
              + PartitionCatalog.MOST_FILES
              + " files, names of up to "
              + PartitionCatalog.LONGEST_NAME
              + " bytes)");
    }
    change();
    files.put(file, new StoredFile(originsOf.apply(file), 0, new int[0]));
    catalogChanged = true;
    return open(file, caching);
  }

  @Override
  public synchronized RawFile open(String file, RawFile.Caching caching) {
    requireOpen();
    return new SimulatedFile(path(file), this, existing(file), caching == RawFile.Caching.BUFFERED);
  }

  private StoredFile existing(String file) {
    StoredFile stored = files.get(file);
    if (stored == null) {
      throw new StoreIoException(path(file) + ": open failed: no such file");
    }
    return stored;
  }

  @Override
  public synchronized void rename(String from, String to) {
    StoredFile moved = existing(from);
    change();
    delete(to);
    files.remove(from);
    moved.cause(originsOf.apply(to).cause());
    files.put(to, moved);
    catalogChanged = true;
  }

  @Override
  public synchronized void delete(String file) {
    if (files.containsKey(file)) {
      change();
      StoredFile gone = files.remove(file);
      giveUp(gone, 0);
      gone.deleted();
      catalogChanged = true;
    }
  }

  @Override
  public synchronized void sync() {
    requireOpen();
    commit(false);
  }

  /**
   * Makes the content of a file durable. If the catalog has changed, makes the catalog durable,
   * too.
   */
  void syncContent(StoredFile file) {
    requireOpen();
    traffic.writeTail(file);
    if (catalogChanged) {
      commit(false);
    } else if (file.origins().of(0, 1) == Origin.LOG) {
      device.flushLog();
    } else {
      device.flush(file.origins().of(0, 1));
    }
  }

  /**
   * Allocates chunks to a file until it can contain {@code sizeBytes} bytes. If the device is full,
   * the file keeps the chunks that it had.
   */
  void allocate(String path, StoredFile file, long sizeBytes) {
    int before = file.chunkCount();
    boolean done = false;
    try {
      allocateChunks(path, file, sizeBytes);
      done = true;
    } finally {
      if (!done) {
        giveUp(file, (long) before * chunkPages * device.pageBytes());
      }
    }
  }

  private void allocateChunks(String path, StoredFile file, long sizeBytes) {
    long chunkBytes = (long) chunkPages * device.pageBytes();
    while (file.chunkCount() * chunkBytes < sizeBytes) {
      if (!hasRoom() && space.nextGivenUp(0) >= 0) {
        commit(false);
      }
      if (device.roomPages() < chunkPages) {
        device.flush(Origin.MAP); // afterwards, trimmed pages no longer take room
      }
      int chunk = hasRoom() ? space.allocate() : -1;
      if (chunk < 0) {
        throw new StoreIoException(
            path
                + ": ENOSPC, the simulated device is full: "
                + Math.min(space.chunkCount() * chunkPages, device.capacityPages())
                    * device.pageBytes()
                + " bytes; use a larger size in the device's spec");
      }
      if (!space.wasBlank(chunk)) {
        traffic.trimChunks(chunk, 1);
      }
      file.addChunk(chunk);
      catalogChanged = true;
    }
  }

  private boolean hasRoom() {
    return !space.isFull() && device.roomPages() >= chunkPages;
  }

  /** Releases those chunks of a file that its first {@code sizeBytes} bytes do not need. */
  void giveUp(StoredFile file, long sizeBytes) {
    long chunkBytes = (long) chunkPages * device.pageBytes();
    while ((file.chunkCount() - 1) * chunkBytes >= sizeBytes && file.chunkCount() > 0) {
      space.giveUp(file.removeLastChunk());
      catalogChanged = true;
    }
  }

  /** Makes all earlier writes durable, then writes the catalog and trims the released chunks. */
  private void commit(boolean exact) {
    List<PartitionCatalog.Entry> entries = new ArrayList<>();
    files.forEach(
        (name, file) ->
            entries.add(new PartitionCatalog.Entry(name, file.sizeBytes(), file.chunks())));
    device.flush(Origin.MAP);
    sequence++;
    int bytes =
        PartitionCatalog.write(new PartitionCatalog.Content(sequence, exact, entries), catalog);
    traffic.writeCatalog(sequence % COPIES * catalogPages, pages(bytes), catalog);
    device.flush(Origin.MAP);
    int end;
    for (int chunk = space.nextGivenUp(0); chunk >= 0; chunk = space.nextGivenUp(end)) {
      end = space.endOfGivenUp(chunk);
      traffic.trimChunks(chunk, end - chunk);
    }
    space.release();
    exactOnDevice = exact;
    catalogChanged = false;
  }

  /** Writes the exact lengths of all files. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (!exactOnDevice) {
        files.values().forEach(traffic::writeTail);
        commit(true);
      }
    }
  }
}
