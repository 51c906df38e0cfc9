package org.flashgrove.access.design;

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
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/** Memory of a store, derived from the machine and the JVM. */
public final class StoreMemory {
  private static final long LEAST_OF_TABLE = 16L << 20;
  private static final long MIB = 1L << 20;

  /** Least memory of a buffer. */
  public static final long LEAST_BUFFER = 16 << 10;

  private static final long LEAST = 16 * MIB;
  private static final long MOST = 1024 * MIB;

  /** Log of a plain pool: one above which a restart would take long is compacted. */
  private static final long LEAST_LOG = 10 * MIB;

  private static final long MOST_LOG = 256 * MIB;

  /** Pages that are written together when a changed one has to make room. */
  private static final int BEHIND = 64;

  /** Bytes of inner nodes that are read when a store is opened. */
  private static final long WARM = 2 * MIB;

  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.access");

  private StoreMemory() {}

  /** The share of the machine that a store takes if nothing is said. */
  public static long usual() {
    return usual(machine(), Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns the memory of each index of a table if nothing is said: a quarter of {@link #usual}, at
   * least 16 MiB.
   */
  public static long usualOfTable() {
    return Math.max(LEAST_OF_TABLE, usual() / 4);
  }

  /**
   * Returns the default memory for a machine of the given size.
   *
   * @param machine bytes of its memory, or 0 if they are not known
   * @param jvm bytes that the JVM may take, which bounds memory beside the heap, too
   */
  public static long usual(long machine, long jvm) {
    long share = machine > 0 ? Math.min(machine / 16, jvm / 4) : jvm / 4;
    return Math.max(LEAST, Math.min(MOST, share / MIB * MIB));
  }

  /**
   * Returns the bytes that a pool of pages of a store gets in this process.
   *
   * @param asked bytes that its settings ask for
   */
  public static long pool(StoreDesign design, long asked) {
    return ProcessMemory.ofThisProcess().pool(asked, design.memory(), design.pageSize());
  }

  /** Logs in one line what pools and buffers of a store get, if that is less than they ask for. */
  private static void warnIfDivided(String store, StoreDesign design) {
    MemoryRequest all = design.memory();
    ProcessMemory process = ProcessMemory.ofThisProcess();
    long pools = process.pool(all.poolBytes(), all, design.pageSize());
    long heap = process.onHeap(all.heapBytes(), all);
    if (pools < all.poolBytes() || heap < all.heapBytes()) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          store
              + ": pools and buffers ask for "
              + (all.poolBytes() + all.heapBytes())
              + " bytes and share "
              + (pools + heap)
              + "; give the process more by -XX:MaxDirectMemorySize and -Xmx, or open the store"
              + " with less memory");
    }
  }

  /**
   * Opens a store as {@link #refusing} does. Logs a warning if its settings ask for more memory
   * than its structures get.
   *
   * @throws StoreIoException if the memory is too small; the message names the settings
   */
  public static <R> R opened(String store, StoreDesign design, Supplier<R> opening) {
    R opened = refusing(store, design, opening);
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
    } catch (OutOfMemoryError e) {
      throw new StoreIoException(
          store
              + ": the settings flash="
              + design.flash()
              + " and "
              + String.join(", ", design.specs().values())
              + " ask for more memory than this process has ("
              + e.getMessage()
              + "); give it more by -Xmx and -XX:MaxDirectMemorySize, or open the store with"
              + " others",
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
   * The spec of a grove of some bytes, which merges beside changes and chooses its domain.
   *
   * @param bytes all that it takes: write buffer, directory, merges, and pages that queries read
   */
  public static String grove(long bytes) {
    return "grove:merges=worker,memory=" + bytes;
  }

  /**
   * The bytes of the buffer that a flash spec gives to each tree.
   *
   * @param usual those of a spec that does not say them
   */
  public static long ofBuffer(String text, long usual) {
    int plus = text.indexOf('+');
    return Spec.parse(plus < 0 ? text : text.substring(0, plus))
        .bytes("buffer", usual, 1, Long.MAX_VALUE);
  }

  /** The spec of a plain pool of some bytes. */
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
   * Returns the memory that each index of a table begins with, and the records, or null if none was
   * chosen.
   *
   * @param all memory chosen for the table, or null
   * @param records memory chosen for the records alone, or null
   */
  public static @Nullable Long part(@Nullable Long all, @Nullable Long records, int indices) {
    if (all == null || indices == 0) {
      return all;
    }
    long part = records == null ? all / (indices + 1) : Math.max(0, all - records) / indices;
    return Math.max(LEAST_BUFFER, part);
  }

  /**
   * Returns a design whose structures have other memory together, each its part as before.
   *
   * @param bytes of all structures and of the pool below their buffers
   * @throws SpecException naming the structure that needs more
   */
  public static StoreDesign resized(StoreDesign design, long bytes) {
    MemoryRequest all = design.memory();
    double part = (double) bytes / (all.onHeap() + all.poolBytes());
    Map<String, StructureConfig> structures = new LinkedHashMap<>();
    design
        .structures()
        .forEach((name, config) -> structures.put(name, resized(config, part, design.pageSize())));
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

  /** Returns a design whose pages of records have other memory. */
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
   * Returns a spec of a buffer, or of an index that is its own, with memory.
   *
   * @param bytes its part of the memory
   * @param all the memory that was chosen, for messages
   * @throws SpecException if the spec says another memory; names both
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
              + "', which says its memory itself (allowed: one of them)");
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
