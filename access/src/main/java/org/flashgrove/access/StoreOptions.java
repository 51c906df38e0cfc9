package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;

/**
 * Options of a new store of one spatial index.
 *
 * <p>Options are immutable, so threads may share them. Each {@code with} method returns a copy with
 * one more choice. The order of the calls does not matter. A second call of a method replaces its
 * first choice. Index, buffer, device and metric are chosen by a spec such as {@code
 * rtree:split=quadratic}, because modules can add kinds of these.
 *
 * <p>Each method rejects values that no store can have. Creating a store calls {@link #design},
 * which checks that the choices fit together and names two choices that contradict each other.
 */
public final class StoreOptions {
  private static final String USUAL_DEVICE = "auto";
  private static final int USUAL_PAGE_SIZE = 4096;
  private static final SyncMode USUAL_SYNC = SyncMode.parse("group:5ms");

  private enum Part {
    INDEX,
    IDS,
    METRIC,
    MEMORY,
    BUDGET,
    FLASH,
    DEVICE,
    PAGE_SIZE,
    SYNC
  }

  private final Map<Part, Object> chosen;

  /** Design of an existing store, or null if these options describe a new store. */
  private final @Nullable StoreDesign existing;

  private StoreOptions(Map<Part, Object> chosen, @Nullable StoreDesign existing) {
    this.chosen = Collections.unmodifiableMap(chosen);
    this.existing = existing;
  }

  /**
   * Returns the default options. The index is a grove with {@link #usualMemory} bytes of memory. It
   * merges in its own thread and chooses its domain from its first entries. The device is {@code
   * auto}: files that bypass the operating system's page cache where the file system allows it.
   * Pages have 4,096 bytes, and the sync mode is {@code group:5ms}. A tree chosen by {@link
   * #withIndex} gets a page cache of {@link #usualMemory}; {@link #withIds} adds an equal cache.
   */
  public static StoreOptions defaults() {
    return new StoreOptions(new EnumMap<>(Part.class), null);
  }

  /**
   * Returns the options of an existing store.
   *
   * @throws SpecException if the design has no index
   */
  public static StoreOptions of(StoreDesign design) {
    Map<Part, Object> chosen = filesOf(requireNonNull(design, "design"));
    StructureConfig index = indexOf(design);
    requireOwnBuffer(index.isOfBlocks(), index.toString(), design.flash());
    chosen.put(Part.INDEX, index.toString());
    StructureConfig ids = design.structures().get(IdStructure.nameFor(StoreDesign.ONLY_INDEX));
    if (ids != null) {
      chosen.put(Part.IDS, ids.of(IdStructure.Settings.class).repeat());
    }
    return new StoreOptions(chosen, design);
  }

  private static Map<Part, Object> filesOf(StoreDesign design) {
    Map<Part, Object> chosen = new EnumMap<>(Part.class);
    chosen.put(Part.FLASH, design.flash().toString());
    chosen.put(Part.DEVICE, design.device().toString());
    chosen.put(Part.PAGE_SIZE, design.pageSize());
    chosen.put(Part.SYNC, design.sync());
    return chosen;
  }

  /**
   * Rejects choices of page size, sync mode, device or buffer that differ from an existing store.
   *
   * @throws SpecException if a choice differs; the message names it and the value of the store
   */
  public void requireFilesOf(StoreDesign store) {
    filesOf(requireNonNull(store, "store"))
        .forEach(
            (part, has) -> {
              Object choice = chosen.get(part);
              if (choice != null && !choice.equals(has)) {
                throw new SpecException(
                    part.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + " '"
                        + choice
                        + "' differs from '"
                        + has
                        + "' of the existing store; leave the option out");
              }
            });
  }

  /**
   * Returns options with the device, buffer, page size and sync mode of an existing store. Pass
   * other structures to {@link #designOf} to get the design of a similar store.
   */
  public static StoreOptions filesLike(StoreDesign design) {
    return new StoreOptions(filesOf(requireNonNull(design, "design")), null);
  }

  private StoreOptions with(Part part, Object value) {
    Map<Part, Object> more = new EnumMap<>(Part.class);
    more.putAll(chosen);
    more.put(part, value);
    return new StoreOptions(more, null);
  }

  private <T> T chosen(Part part, T usual, Class<T> type) {
    Object value = chosen.get(part);
    return value == null ? usual : type.cast(value);
  }

  private @Nullable String text(Part part) {
    return (String) chosen.get(part);
  }

  /**
   * Returns a copy with another index.
   *
   * @param spec the index, such as {@code rstar} or {@code rtree:split=quadratic}
   * @throws SpecException if the spec is invalid; the message lists the allowed values
   */
  public StoreOptions withIndex(String spec) {
    StructureKinds.requireSpatial(Spec.parse(requireNonNull(spec, "spec")));
    StructureKinds.readable(spec);
    return with(Part.INDEX, spec);
  }

  /**
   * Returns a copy that also stores the rectangle of each id. Entries can then be changed by their
   * ids alone: {@link SpatialStore#put}, {@code move}, {@code remove}. Each id has one rectangle,
   * and inserting the same id and rectangle again changes nothing.
   */
  public StoreOptions withIds() {
    return withIds(Repeat.ONCE);
  }

  /** Returns a copy with ids. {@code repeat} is the effect of inserting an equal entry again. */
  public StoreOptions withIds(Repeat repeat) {
    return with(Part.IDS, requireNonNull(repeat, "repeat"));
  }

  /**
   * Returns a copy with another memory size for index, write buffer and rectangles of ids together.
   * Memory moves to whichever of them needs it most. With the buffer {@code none}, the log size
   * depends on this size.
   *
   * @param bytes at least 16 KiB, or about 56 KiB for a grove; twice as much with ids
   * @throws SpecException if the size is not allowed; the message lists the allowed sizes
   */
  public StoreOptions withMemory(long bytes) {
    StoreMemory.requireAllowed(bytes);
    return with(Part.MEMORY, bytes);
  }

  /** Returns a copy that shares memory, as {@link OpenOptions#withBudget} says. */
  public StoreOptions withBudget(MemoryBudget common) {
    return with(Part.BUDGET, requireNonNull(common, "common"));
  }

  /**
   * Returns a copy whose index measures distances by another metric.
   *
   * @param name {@code planar}, the default, for coordinates and distances in any common unit; or
   *     {@code geodesic} for coordinates in degrees on WGS 84 and distances in metres
   * @throws SpecException if no such metric exists; the message lists the known metrics
   */
  public StoreOptions withMetric(String name) {
    Metrics.requireKnown(requireNonNull(name, "name"));
    return with(Part.METRIC, name);
  }

  /**
   * Returns a copy with another buffer between index and device.
   *
   * @param spec the buffer, such as {@code efind} or {@code none}. A plus sign may add a page cache
   *     below the buffer, as in {@code efind+pool:buffer=1M,policy=lru}.
   * @throws SpecException if the spec is invalid; the message lists the allowed values
   */
  public StoreOptions withFlash(String spec) {
    FlashKinds.parse(requireNonNull(spec, "spec"));
    return with(Part.FLASH, spec);
  }

  /**
   * Returns a copy with another device, such as {@code direct}.
   *
   * @throws SpecException if the spec is invalid; the message lists the allowed values
   */
  public StoreOptions withDevice(String spec) {
    DeviceKinds.read(Spec.parse(requireNonNull(spec, "spec")));
    return with(Part.DEVICE, spec);
  }

  /**
   * Returns a copy with another page size.
   *
   * @param bytes a power of two from 512 to 65,536
   * @throws SpecException if the size is not allowed; the message lists the allowed sizes
   */
  public StoreOptions withPageSize(int bytes) {
    StoreDesign.requirePageSize(bytes);
    return with(Part.PAGE_SIZE, bytes);
  }

  /** Returns a copy with another sync mode, which decides when commits become durable. */
  public StoreOptions withSync(SyncMode mode) {
    return with(Part.SYNC, requireNonNull(mode, "mode"));
  }

  /**
   * Returns the design of the store.
   *
   * @throws SpecException if two choices contradict each other; the message names both
   */
  public StoreDesign design() {
    if (existing != null) {
      return existing;
    }
    String index = resolvedIndex();
    boolean isOfBlocks = StructureKinds.isOfBlocks(Spec.parse(index));
    requireOwnBuffer(isOfBlocks, index, FlashKinds.parse(resolvedFlash()));
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put(StoreDesign.ONLY_INDEX, index);
    Repeat repeat = (Repeat) chosen.get(Part.IDS);
    if (repeat != null) {
      structures.put(
          IdStructure.nameFor(StoreDesign.ONLY_INDEX),
          IdStructure.KIND + (repeat == Repeat.ONCE ? "" : ":repeat=" + repeat));
    }
    return designOf(structures);
  }

  /**
   * Returns the design of a store with other structures, but with the device, buffer, page size and
   * sync mode of these options. Their choices of index, ids and metric have no effect.
   *
   * @param structures the spec of each structure by its name
   * @throws SpecException if two choices contradict each other; the message names both
   */
  public StoreDesign designOf(Map<String, String> structures) {
    int pageSize = pageSize();
    Map<String, StructureConfig> configs = new LinkedHashMap<>();
    requireNonNull(structures, "structures");
    structures.forEach((name, spec) -> configs.put(name, StoreDesign.ofNew(name, spec, pageSize)));
    return new StoreDesign(
            deviceConfig(), pageSize, sync(), FlashKinds.parse(resolvedFlash()), configs)
        .withBudget((MemoryBudget) chosen.get(Part.BUDGET));
  }

  private static Spec parsed(String index) {
    return Spec.parse(requireNonNull(index, "index"));
  }

  private DeviceConfig deviceConfig() {
    return DeviceKinds.read(Spec.parse(chosen(Part.DEVICE, USUAL_DEVICE, String.class)));
  }

  private String resolvedIndex() {
    String spec = text(Part.INDEX);
    String sized =
        spec == null
            ? StoreMemory.grove(memory())
            : StructureKinds.isOfBlocks(Spec.parse(spec)) ? sized(spec) : spec;
    String metric = text(Part.METRIC);
    return metric == null ? sized : Metrics.with(sized, metric);
  }

  private String resolvedFlash() {
    String spec = text(Part.FLASH);
    return spec == null ? StoreMemory.pool(memory()) : sized(spec);
  }

  /** Returns {@code spec} with the chosen memory size, or unchanged if no size was chosen. */
  private String sized(String spec) {
    Long all = (Long) chosen.get(Part.MEMORY);
    return all == null ? spec : StoreMemory.with(spec, memory(), all);
  }

  private long memory() {
    Long all = (Long) chosen.get(Part.MEMORY);
    return all == null ? usualMemory() : all / (hasIds() ? 2 : 1);
  }

  private static void requireOwnBuffer(boolean isOfBlocks, String index, BufferConfig flash) {
    if (isOfBlocks && flash.isFlashAware()) {
      throw new SpecException(
          "index '"
              + index
              + "' with flash spec '"
              + flash
              + "': the index is its own buffer; use flash none, or another index, such as"
              + " rstar");
    }
  }

  private static StructureConfig indexOf(StoreDesign design) {
    return requireNonNull(design.structures().get(StoreDesign.ONLY_INDEX), "no index");
  }

  /** Returns whether the store also keeps the rectangle of each id. */
  public boolean hasIds() {
    return chosen.containsKey(Part.IDS);
  }

  /** Returns the index as a spec. */
  public String index() {
    return indexOf(design()).toString();
  }

  /** Returns the spec of the buffer between index and device, including the page cache below it. */
  public String flash() {
    return FlashKinds.parse(resolvedFlash()).toString();
  }

  /** Returns the device as a spec. */
  public String device() {
    return deviceConfig().toString();
  }

  /** Returns the page size in bytes. */
  public int pageSize() {
    return chosen(Part.PAGE_SIZE, USUAL_PAGE_SIZE, Integer.class);
  }

  /** Returns the sync mode, which decides when commits become durable. */
  public SyncMode sync() {
    return chosen(Part.SYNC, USUAL_SYNC, SyncMode.class);
  }

  /** Returns whether the index is a tree of nodes. A grove is not. */
  public boolean isTree() {
    return indexOf(design()).isTree();
  }

  /** Returns how the index measures distances. */
  public Metric metric() {
    return requireNonNull(indexOf(design()).metric());
  }

  /**
   * Returns the memory size of {@link #defaults} in bytes, from 16 MiB to 1 GiB. It is a sixteenth
   * of the machine's memory, or a quarter of the maximum JVM heap if that is less. A store
   * allocates it gradually and keeps the size that it was created with.
   */
  public static long usualMemory() {
    return StoreMemory.usual();
  }

  /** Returns the default buffer of an index: {@code none} for a grove, which has its own buffer. */
  public static String usualFlash(String index) {
    return StructureKinds.isOfBlocks(parsed(index)) ? "none" : "efind";
  }

  /** Returns whether a spec names a key tree or records in time order, not a spatial index. */
  public static boolean isOfRows(String index) {
    return StructureKinds.isOfRows(parsed(index));
  }

  /** Returns whether the index chooses its domain from its first entries if the spec names none. */
  public static boolean choosesDomain(String index) {
    return StructureKinds.isOfBlocks(parsed(index));
  }

  /**
   * Returns whether an index needs a {@code domain} to order its entries but its spec names none.
   * Creating such an index fails, unless it {@linkplain #choosesDomain chooses} a domain itself.
   */
  public static boolean lacksDomain(String index) {
    return StructureKinds.lacksDomain(parsed(index));
  }

  /**
   * Adds a {@code domain} to an index spec that names none, and returns the new spec.
   *
   * @param extent minX, minY, maxX, maxY
   */
  public static String withDomain(String index, double[] extent) {
    Rectangles.requireSides("extent", extent);
    String domain = parsed(index).values().isEmpty() ? ":domain=" : ",domain=";
    return index.trim()
        + (domain + extent[0] + "/" + extent[1] + "/" + extent[2] + "/" + extent[3]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreOptions options && options.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns the options including defaults, or only the choices if they contradict each other. */
  @Override
  public String toString() {
    try {
      StoreDesign design = design();
      StructureConfig ids = design.structures().get(IdStructure.nameFor(StoreDesign.ONLY_INDEX));
      return "StoreOptions[index="
          + indexOf(design)
          + ", flash="
          + design.flash()
          + ", device="
          + design.device()
          + ", pageSize="
          + pageSize()
          + ", sync="
          + sync()
          + (ids == null ? "" : ", ids=" + ids)
          + "]";
    } catch (SpecException e) {
      return "StoreOptions" + chosen;
    }
  }
}
