package org.flashgrove.access.design;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.ProcessMemory;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/** Computes the default memory sizes of stores, and the specs that contain them. */
public final class StoreMemory {
  private static final long LEAST_OF_TABLE = 16L << 20;
  private static final long MIB = 1L << 20;

  /** Minimum memory of a buffer in bytes. */
  public static final long LEAST_BUFFER = 16 << 10;

  private static final long MOST_BUFFER = 256L << 30;

  private static final long LEAST = 16 * MIB;
  private static final long MOST = 1024 * MIB;

  /** Minimum log size of a store with a plain page pool, in bytes. */
  private static final long LEAST_LOG = 10 * MIB;

  private static final long MOST_LOG = 256 * MIB;

  /** Number of dirty pages that a plain page pool writes together when it evicts a dirty page. */
  private static final int BEHIND = 64;

  /** Maximum size in bytes of the inner nodes that opening a store reads into memory. */
  private static final long WARM = 2 * MIB;

  private static final String LOGGER = "org.flashgrove.access";

  private StoreMemory() {}

  /** Returns the default memory of a store on this machine in bytes. */
  public static long usual() {
    return usual(machine(), Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns the default memory of each index of a table in bytes: a quarter of {@link #usual()},
   * but at least 16 MiB.
   */
  public static long usualOfTable() {
    return Math.max(LEAST_OF_TABLE, usual() / 4);
  }

  /**
   * Returns the default memory of a store in bytes.
   *
   * @param machine memory of the machine in bytes, or 0 if unknown
   * @param jvm maximum heap of the JVM in bytes, which also limits memory off the heap
   */
  public static long usual(long machine, long jvm) {
    long share = machine > 0 ? Math.min(machine / 16, jvm / 4) : jvm / 4;
    return Math.max(LEAST, Math.min(MOST, share / MIB * MIB));
  }

  /** Throws a {@link SpecException} unless a store can have this memory in bytes. */
  public static void requireAllowed(long bytes) {
    if (bytes < LEAST_BUFFER || bytes > MOST_BUFFER) {
      throw new SpecException("memory of " + bytes + " bytes (allowed: 16 KiB to 256 GiB)");
    }
  }

  /**
   * Returns the memory that a page pool of a store gets in this process, in bytes.
   *
   * @param asked memory that the settings of the pool request, in bytes
   */
  public static long pool(StoreDesign design, long asked) {
    return ProcessMemory.ofThisProcess().pool(asked, design.memory(), design.pageSize());
  }

  /** Logs a warning if the pools and buffers of a store get less memory than they request. */
  private static void warnIfDivided(String store, StoreDesign design) {
    MemoryRequest all = design.memory();
    ProcessMemory process = ProcessMemory.ofThisProcess();
    long pools = process.pool(all.poolBytes(), all, design.pageSize());
    long heap = process.onHeap(all.heapBytes(), all);
    if (pools < all.poolBytes() || heap < all.heapBytes()) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              store
                  + ": pools and buffers request "
                  + (all.poolBytes() + all.heapBytes())
                  + " bytes and get "
                  + (pools + heap)
                  + "; raise -XX:MaxDirectMemorySize and -Xmx, or open the store with less memory");
    }
  }

  /**
   * Opens a store as {@link #refusing} does. Logs a warning if the structures get less memory than
   * their settings request.
   *
   * @throws StoreIoException if the memory is too small; the message names the settings
   */
  public static <R> R opened(String store, StoreDesign design, Supplier<R> opening) {
    R opened = refusing(store, requireNonNull(design, "design"), opening);
    warnIfDivided(store, design);
    return opened;
  }

  /**
   * Opens a store, or throws if its settings need more memory than the process has.
   *
   * @throws StoreIoException if the memory is too small; the message names the settings
   */
  public static <R> R refusing(String store, StoreDesign design, Supplier<R> opening) {
    try {
      return opening.get();
    } catch (DamagedStoreException e) {
      throw e.in(store);
    } catch (OutOfMemoryError e) {
      throw new StoreIoException(
          store
              + ": the settings flash="
              + design.flash()
              + " and "
              + String.join(", ", design.specs().values())
              + " need more memory than this process has ("
              + e.getMessage()
              + "); raise -Xmx and -XX:MaxDirectMemorySize, or open the store with less memory",
          e);
    }
  }

  private static long machine() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean known
        ? known.getTotalMemorySize()
        : 0;
  }

  /**
   * Returns the spec of a grove that merges in its own thread and chooses its domain from its first
   * entries.
   *
   * @param bytes total memory of the grove: write buffer, directory, merges and cached pages
   */
  public static String grove(long bytes) {
    return "grove:merges=worker,memory=" + bytes;
  }

  /**
   * Returns the memory of one buffer in bytes, according to a flash spec.
   *
   * @param usual result if the spec names no size
   */
  public static long ofBuffer(String text, long usual) {
    int plus = text.indexOf('+');
    return Spec.parse(plus < 0 ? text : text.substring(0, plus))
        .bytes("buffer", usual, 1, Long.MAX_VALUE);
  }

  /** Returns the spec of a plain page pool of the given size. */
  public static String pool(long bytes) {
    return "none:buffer="
        + bytes
        + ",log="
        + log(bytes)
        + ",logform=packed,behind="
        + BEHIND
        + ",warm="
        + WARM;
  }

  /**
   * Returns the initial memory of the records and of each index of a table, in bytes. Returns null
   * if no size was chosen.
   *
   * @param all chosen memory of the table, or null
   * @param records chosen memory of the records, or null
   */
  public static @Nullable Long part(@Nullable Long all, @Nullable Long records, int indices) {
    if (all == null || indices == 0) {
      return all;
    }
    long part = records == null ? all / (indices + 1) : Math.max(0, all - records) / indices;
    return Math.max(LEAST_BUFFER, part);
  }

  /**
   * Returns a design with another total memory. The total is divided among the structures in the
   * same proportions as before.
   *
   * @param bytes new memory of all structures and of the page pool below their buffers
   * @throws SpecException if a structure needs more memory than its part of the total; the message
   *     names the structure
   */
  public static StoreDesign resized(StoreDesign design, long bytes) {
    MemoryRequest all = design.memory();
    double part = (double) bytes / (all.onHeap() + all.poolBytes());
    Map<String, StructureConfig> structures = new LinkedHashMap<>();
    design
        .structures()
        .forEach(
            (name, config) -> {
              try {
                structures.put(name, resized(config, part, design.pageSize()));
              } catch (SpecException e) {
                String problem = " is too small for its structure '" + name + "': ";
                throw new SpecException(
                    "memory " + bytes + problem + e.getMessage() + "; open the store with more");
              }
            });
    BufferConfig flash = design.flash();
    long buffer = flash.memoryBytes(design.pageSize());
    StoreDesign resized = design.with(structures, design.numbers());
    return buffer == 0
        ? resized
        : resized.withFlash(
            flash.withMemory(Math.max(LEAST_BUFFER, (long) (buffer * part))).toString());
  }

  private static StructureConfig resized(StructureConfig config, double part, int pageSize) {
    if (config.isOfRecords()) {
      long before = config.of(RecordStructure.Settings.class).cacheBytes();
      long least = (long) RecordStructure.LEAST_CACHED_PAGES * pageSize;
      return with(config, "cache", Math.max(least, (long) (before * part)), pageSize);
    }
    return config.isOfBlocks()
        ? with(config, "memory", (long) (config.ownBufferBytes() * part), pageSize)
        : config;
  }

  /** Returns a design with another cache size of record pages. */
  public static StoreDesign withCache(StoreDesign design, long bytes) {
    Map<String, StructureConfig> structures = new LinkedHashMap<>(design.structures());
    structures.replaceAll(
        (name, config) ->
            config.isOfRecords() ? with(config, "cache", bytes, design.pageSize()) : config);
    return design.with(structures, design.numbers());
  }

  private static StructureConfig with(
      StructureConfig config, String key, long bytes, int pageSize) {
    Spec spec = Spec.parse(config.toString());
    Map<String, String> keys = new LinkedHashMap<>(spec.values());
    keys.put(key, Long.toString(bytes));
    StringJoiner joined = new StringJoiner(",", spec.name() + ":", "");
    keys.forEach((each, value) -> joined.add(each + "=" + value));
    return StructureKinds.parse(joined.toString(), pageSize);
  }

  private static long log(long bytes) {
    return Math.max(LEAST_LOG, Math.min(MOST_LOG, 2 * bytes));
  }

  /**
   * Adds a memory size to the spec of a buffer or grove, and returns the new spec.
   *
   * @param bytes memory of this buffer or grove
   * @param all total memory that was chosen, for messages
   * @throws SpecException if the spec already has another size; the message names both
   */
  public static String with(String text, long bytes, long all) {
    int plus = text.indexOf('+');
    String below = plus < 0 ? "" : text.substring(plus);
    Spec spec = Spec.parse(plus < 0 ? text : text.substring(0, plus));
    String key = StructureKinds.isOfBlocks(spec) ? "memory" : "buffer";
    boolean isSame = spec.bytes(key, bytes, 0, Long.MAX_VALUE) == bytes;
    if (!isSame || spec.values().containsKey("frames")) {
      throw new SpecException(
          "memory of "
              + all
              + " bytes with '"
              + text
              + "', which sets another memory size; leave out one of them");
    }
    Map<String, String> keys = new LinkedHashMap<>(spec.values());
    keys.put(key, Long.toString(bytes));
    if (spec.name().equals("none") && keys.containsKey("log")) {
      keys.put("log", Long.toString(log(bytes)));
    }
    StringJoiner joined = new StringJoiner(",", spec.name() + ":", below);
    keys.forEach((each, value) -> joined.add(each + "=" + value));
    return joined.toString();
  }
}
