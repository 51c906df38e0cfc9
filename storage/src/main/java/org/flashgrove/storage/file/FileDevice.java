package org.flashgrove.storage.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.placement.Placement;

/**
 * A device of the kinds that exist: {@code direct} (files past the page cache), {@code buffered}
 * (files through it), {@code memory}. It holds the lock of its directory until it is closed, and
 * creates and opens page stores and logs there, which their callers close.
 *
 * <p>Keys: {@code preallocate} (bytes set aside for a page store when it is created; default 0),
 * {@code placement} ({@code free}, the default: pages are never written over; {@code home}: a
 * node's slot is its id), and of {@code direct} and {@code buffered} {@code depth} (how many reads
 * of a batch of pages are with the device at a time; default {@value #DIRECT_DEPTH} and 1: pages in
 * the page cache gain nothing), and {@code trim} ({@code on}: free slots are discarded on devices
 * that support it; the default, except that it is {@code off} with {@code preallocate}, which
 * requests that the space is kept).
 */
public final class FileDevice implements AutoCloseable {
  private static final Map<String, RawFile.Caching> FILE_KINDS = new LinkedHashMap<>();
  private static final String MEMORY = "memory";
  private static final int DIRECT_DEPTH = 16;

  static {
    FILE_KINDS.put("direct", RawFile.Caching.DIRECT);
    FILE_KINDS.put("buffered", RawFile.Caching.BUFFERED);
  }

  private final StoreDirectory directory;
  private final RawFile.Caching caching;
  private final long preallocatedBytes;
  private final boolean discards;
  private final int depth;
  private final StoreLock lock;

  private FileDevice(
      StoreDirectory directory,
      RawFile.Caching caching,
      long preallocatedBytes,
      boolean discards,
      int depth,
      StoreLock lock) {
    this.directory = directory;
    this.caching = caching;
    this.preallocatedBytes = preallocatedBytes;
    this.discards = discards;
    this.depth = depth;
    this.lock = lock;
  }

  /** Returns the names of the kinds of device. */
  public static List<String> kinds() {
    List<String> kinds = new ArrayList<>(FILE_KINDS.keySet());
    kinds.add(MEMORY);
    return kinds;
  }

  /**
   * Refuses a spec that {@link #open} would refuse.
   *
   * @throws SpecException whose message lists what is allowed
   */
  public static void requireValid(Spec spec) {
    preallocatedBytes(spec);
  }

  /** Returns where pages go when they are written, as a valid spec says. */
  public static Placement placement(Spec spec) {
    return Placement.valueOf(
        spec.choice("placement", "free", "free", "home").toUpperCase(Locale.ROOT));
  }

  private static long preallocatedBytes(Spec spec) {
    if (!kinds().contains(spec.name())) {
      throw new SpecException(
          "unknown device '" + spec.name() + "' (allowed: " + String.join(", ", kinds()) + ")");
    }
    requireKeys(spec);
    depth(spec);
    spec.requireAllUsed();
    return preallocation(spec);
  }

  /** Returns the queue depth of page stores; memory has none, so the key is not known there. */
  private static int depth(Spec spec) {
    if (spec.name().equals(MEMORY)) {
      return 1;
    }
    int usual = FILE_KINDS.get(spec.name()) == RawFile.Caching.DIRECT ? DIRECT_DEPTH : 1;
    return spec.integer("depth", usual, 1, ParallelPageStore.MOST_DEPTH);
  }

  private static boolean discards(Spec spec) {
    return spec.flag("trim", preallocation(spec) == 0);
  }

  private static long preallocation(Spec spec) {
    return spec.bytes("preallocate", 0, 0, 1L << 50);
  }

  /**
   * Reads the keys that all devices have, so that the spec does not refuse them as unknown.
   *
   * @throws SpecException if one has a value it cannot have
   */
  public static void requireKeys(Spec spec) {
    preallocation(spec);
    placement(spec);
    if (!spec.name().equals(MEMORY)) {
      discards(spec);
    }
  }

  /**
   * Opens the device that a spec describes.
   *
   * @param spec kind and keys
   * @param path the store's directory, created if it is not there; {@code memory} ignores it and
   *     starts empty
   * @throws SpecException if the spec is not understood
   * @throws org.flashgrove.core.failure.StoreLockedException if the directory is in use
   */
  public static FileDevice open(Spec spec, Path path) {
    long bytes = preallocatedBytes(spec);
    if (spec.name().equals(MEMORY)) {
      return new FileDevice(new MemoryDirectory(), RawFile.Caching.BUFFERED, bytes, false, 1, null);
    }
    StoreDirectory directory = new DiskDirectory(path);
    RawFile.Caching caching = FILE_KINDS.get(spec.name());
    boolean trim = discards(spec);
    return new FileDevice(directory, caching, bytes, trim, depth(spec), StoreLock.take(path));
  }

  /**
   * Opens the files of a directory for reading: beside others that read, never beside one that
   * writes. What is written to them stays in memory and is forgotten.
   *
   * @param spec kind and keys of a kind that has files
   * @param path the store's directory
   * @throws org.flashgrove.core.failure.StoreLockedException if the directory is open for writing
   */
  public static FileDevice openReadOnly(Spec spec, Path path) {
    preallocatedBytes(spec);
    StoreLock lock = StoreLock.takeShared(path);
    try {
      StoreDirectory directory = new OverlayDirectory(new DiskDirectory(path));
      RawFile.Caching caching = FILE_KINDS.get(spec.name());
      return new FileDevice(directory, caching, 0, false, depth(spec), lock);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Returns a device over a directory that its caller manages; it takes no lock. */
  public static FileDevice over(StoreDirectory directory, RawFile.Caching caching) {
    return new FileDevice(directory, caching, 0, true, 1, null);
  }

  /**
   * Returns a device over a directory that its caller manages; it takes no lock. Of the spec it
   * reads {@code preallocate} and {@code trim} only.
   *
   * @param depth reads of a batch of pages that are with the device at a time, at least 1
   */
  public static FileDevice over(
      StoreDirectory directory, RawFile.Caching caching, Spec spec, int depth) {
    int most = Math.min(depth, ParallelPageStore.MOST_DEPTH);
    return new FileDevice(directory, caching, preallocation(spec), discards(spec), most, null);
  }

  /** Returns where the files are. */
  public StoreDirectory directory() {
    return directory;
  }

  /** Creates a page store without slots. */
  public PageStore createPages(String name, int pageSize) {
    FilePageStore pages = FilePageStore.create(directory, name, caching, pageSize);
    if (preallocatedBytes > 0) {
      reserve(pages, name);
    }
    return parallel(pages);
  }

  private void reserve(FilePageStore pages, String name) {
    try {
      pages.reserve(preallocatedBytes);
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
    if (!discards) {
      pages.keepSpace();
    }
    return depth == 1 ? pages : new ParallelPageStore(pages, depth);
  }

  /** Creates an empty log without packed frames; see {@link FrameLog#create}. */
  public FrameLog createLog(String name, long storeTag, int pageSize) {
    return createLog(name, storeTag, pageSize, false);
  }

  /** Creates an empty log; see {@link FrameLog#create}. */
  public FrameLog createLog(String name, long storeTag, int pageSize, boolean packs) {
    return FrameLog.create(directory, name, storeTag, pageSize, packs);
  }

  /** Opens an existing log without packing frames; see {@link FrameLog#open}. */
  public FrameLog openLog(String name, long storeTag, int pageSize) {
    return openLog(name, storeTag, pageSize, false);
  }

  /** Opens an existing log; see {@link FrameLog#open}. */
  public FrameLog openLog(String name, long storeTag, int pageSize, boolean packs) {
    return FrameLog.open(directory, name, storeTag, pageSize, packs);
  }

  /** Gives the directory's lock back; a second call does nothing. */
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
