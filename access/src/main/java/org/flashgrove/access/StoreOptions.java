package org.flashgrove.access;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
 * one more choice, and the order of the calls does not matter. A second call of the same method
 * replaces the first choice. Kinds of which modules may add more (index, buffer, device, metric)
 * are chosen by their specs, such as {@code rtree:split=quadratic}; everything else has a type.
 *
 * <p>A method refuses a value that no store can have. {@link #design} checks that the choices go
 * together, and names both choices if two contradict each other. Creating a store calls it.
 */
public final class StoreOptions {
  private static final String USUAL_DEVICE = "auto";
  private static final int USUAL_PAGE_SIZE = 4096;
  private static final SyncMode USUAL_SYNC = SyncMode.parse("group:5ms");

  /** The choices that options hold. */
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

  /** The design of an existing store, or null if the choices say everything. */
  private final @Nullable StoreDesign existing;

  private StoreOptions(Map<Part, Object> chosen, @Nullable StoreDesign existing) {
    this.chosen = Collections.unmodifiableMap(chosen);
    this.existing = existing;
  }

  /**
   * Returns the options of an application that chooses nothing: a grove of {@link #usualMemory}
   * bytes, which merges in a thread of its own and chooses its domain from its first entries; files
   * that bypass the page cache where the file system allows it ({@code auto}); pages of 4,096
   * bytes, and {@code group:5ms}. A tree chosen by {@link #withIndex}, and the rectangles by id of
   * {@link #withIds}, have a pool of pages of as many bytes.
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
    Map<Part, Object> chosen = filesOf(design);
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
   * Refuses choices of files or of a buffer that differ from those of an existing store.
   *
   * @throws SpecException naming the choice and what the store has
   */
  public void requireFilesOf(StoreDesign store) {
    filesOf(store)
        .forEach(
            (part, has) -> {
              Object choice = chosen.get(part);
              if (choice != null && !choice.equals(has)) {
                throw new SpecException(
                    part.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + " '"
                        + choice
                        + "' in a store of '"
                        + has
                        + "' (allowed: that of the store; leave the choice out)");
              }
            });
  }

  /**
   * Returns options with the files, buffer and page size of an existing store, for other structures
   * ({@link #designOf}).
   */
  public static StoreOptions filesLike(StoreDesign design) {
    return new StoreOptions(filesOf(design), null);
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
   * @throws SpecException naming what is not understood and what is allowed
   */
  public StoreOptions withIndex(String spec) {
    StructureKinds.requireSpatial(Spec.parse(spec));
    StructureKinds.readable(spec);
    return with(Part.INDEX, spec);
  }

  /**
   * Returns a copy of a store that keeps the rectangle of each id beside the index, so that entries
   * are changed by their ids alone: {@link SpatialStore#put}, {@code move}, {@code remove}. An id
   * has one rectangle then; inserting the same pair again changes nothing.
   */
  public StoreOptions withIds() {
    return withIds(Repeat.ONCE);
  }

  /**
   * Returns a copy as {@link #withIds()} does.
   *
   * @param repeat what inserting the same pair of id and rectangle again does
   */
  public StoreOptions withIds(Repeat repeat) {
    return with(Part.IDS, repeat);
  }

  /**
   * Returns a copy with other memory for the index, its write buffer and the rectangles by id
   * together. They share it by use. The log of a plain pool follows its size.
   *
   * @param bytes at least 16 KiB, of a grove about 56 KiB; twice as much with ids
   * @throws SpecException naming what is allowed
   */
  public StoreOptions withMemory(long bytes) {
    FlashKinds.parse(StoreMemory.pool(bytes));
    return with(Part.MEMORY, bytes);
  }

  /** Returns a copy that shares memory, as {@link OpenOptions#withBudget} says. */
  public StoreOptions withBudget(MemoryBudget common) {
    return with(Part.BUDGET, common);
  }

  /**
   * Returns a copy whose index measures distances by another metric: {@code planar}, the default,
   * by which coordinates and distances have whatever unit the coordinates have; or {@code
   * geodesic}, by which coordinates are degrees on WGS 84, and distances metres.
   *
   * @throws SpecException naming the metrics
   */
  public StoreOptions withMetric(String name) {
    Metrics.requireKnown(name);
    return with(Part.METRIC, name);
  }

  /**
   * Returns a copy with another buffer between index and device.
   *
   * @param spec the buffer, such as {@code efind} or {@code none}; behind a plus sign a generic
   *     pool below it, such as {@code efind+pool:buffer=1M,policy=lru}
   * @throws SpecException naming what is not understood and what is allowed
   */
  public StoreOptions withFlash(String spec) {
    FlashKinds.parse(spec);
    return with(Part.FLASH, spec);
  }

  /**
   * Returns a copy on another device.
   *
   * @param spec the device, such as {@code direct}
   * @throws SpecException naming what is not understood and what is allowed
   */
  public StoreOptions withDevice(String spec) {
    DeviceKinds.read(Spec.parse(spec));
    return with(Part.DEVICE, spec);
  }

  /**
   * Returns a copy with another page size.
   *
   * @param bytes a power of two from 512 to 65,536
   * @throws SpecException naming what is allowed
   */
  public StoreOptions withPageSize(int bytes) {
    StoreDesign.requirePageSize(bytes);
    return with(Part.PAGE_SIZE, bytes);
  }

  /** Returns a copy with another sync mode: when operations become durable. */
  public StoreOptions withSync(SyncMode mode) {
    return with(Part.SYNC, mode);
  }

  /**
   * Returns the design of the store.
   *
   * @throws SpecException if two choices contradict each other; names both
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
   * Returns the design of a store of other structures with the files and the buffer of these
   * options. Options of an index (index, ids, metric) have no effect.
   *
   * @param structures the spec of each structure by its name
   * @throws SpecException if two choices contradict each other; names both
   */
  public StoreDesign designOf(Map<String, String> structures) {
    int pageSize = pageSize();
    Map<String, StructureConfig> configs = new LinkedHashMap<>();
    structures.forEach((name, spec) -> configs.put(name, StoreDesign.ofNew(name, spec, pageSize)));
    return new StoreDesign(
            deviceConfig(), pageSize, sync(), FlashKinds.parse(resolvedFlash()), configs)
        .withBudget((MemoryBudget) chosen.get(Part.BUDGET));
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

  /** Returns a spec with the memory that was chosen, if it was. */
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
              + "': an index of blocks such as a grove is its own buffer (allowed:"
              + " none; or another index, such as rstar)");
    }
  }

  private static StructureConfig indexOf(StoreDesign design) {
    return Objects.requireNonNull(design.structures().get(StoreDesign.ONLY_INDEX), "no index");
  }

  /** Returns whether the rectangle of each id is kept beside the index. */
  public boolean hasIds() {
    return chosen.containsKey(Part.IDS);
  }

  /** Returns the index as a spec. */
  public String index() {
    return indexOf(design()).toString();
  }

  /** Returns the buffer between index and device, and the pool below it, as a spec. */
  public String flash() {
    return FlashKinds.parse(resolvedFlash()).toString();
  }

  /** Returns the device as a spec. */
  public String device() {
    return deviceConfig().toString();
  }

  /** Returns the bytes of a page. */
  public int pageSize() {
    return chosen(Part.PAGE_SIZE, USUAL_PAGE_SIZE, Integer.class);
  }

  /** Returns when operations become durable. */
  public SyncMode sync() {
    return chosen(Part.SYNC, USUAL_SYNC, SyncMode.class);
  }

  /** Returns whether the index is a tree of nodes; a grove is none. */
  public boolean isTree() {
    return indexOf(design()).isTree();
  }

  /** Returns how the index measures distances. */
  public Metric metric() {
    return Objects.requireNonNull(indexOf(design()).metric());
  }

  /**
   * Returns the memory of {@link #defaults}: a sixteenth of the machine's, or a quarter of what the
   * JVM may take if that is less, from 16 MiB to 1 GiB. A store takes it as its entries come, and
   * keeps the size that it was created with.
   */
  public static long usualMemory() {
    return StoreMemory.usual();
  }

  /** Returns the default flash spec of an index spec: a grove is its own buffer. */
  public static String usualFlash(String index) {
    return StructureKinds.isOfBlocks(Spec.parse(index)) ? "none" : "efind";
  }

  /** Returns whether a spec is of a key tree or of records by time, which are no spatial index. */
  public static boolean isOfRows(String index) {
    return StructureKinds.isOfRows(Spec.parse(index));
  }

  /** Returns whether the index of a spec chooses its domain from its first entries if need be. */
  public static boolean choosesDomain(String index) {
    return StructureKinds.isOfBlocks(Spec.parse(index));
  }

  /**
   * Returns whether an index spec says no {@code domain} although its index orders entries by one.
   * If it does not {@linkplain #choosesDomain choose} one, it needs one.
   */
  public static boolean lacksDomain(String index) {
    return StructureKinds.lacksDomain(Spec.parse(index));
  }

  /**
   * Returns an index spec that says no {@code domain}, with one.
   *
   * @param extent minX, minY, maxX, maxY
   */
  public static String withDomain(String index, double[] extent) {
    StringBuilder text = new StringBuilder(index.trim());
    text.append(Spec.parse(index).values().isEmpty() ? ":domain=" : ",domain=");
    for (int i = 0; i < extent.length; i++) {
      text.append(i == 0 ? "" : "/").append(extent[i]);
    }
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreOptions options && options.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns the resolved options, or the choices if they contradict each other. */
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
