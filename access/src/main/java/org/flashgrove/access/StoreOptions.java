package org.flashgrove.access;

import java.util.Map;
import java.util.Objects;
import org.flashgrove.access.design.DesignText;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/** What a store of one index is made of, with its parts as spec strings. */
public final class StoreOptions implements DesignText {
  private final StoreDesign design;

  private StoreOptions(StoreDesign design) {
    this.design = design;
  }

  /**
   * Reads all parts.
   *
   * @param index the index, such as {@code rstar} or {@code rtree:split=quadratic}
   * @param flash the buffer between index and device, such as {@code efind} or {@code none}; behind
   *     a plus sign a generic pool below it, such as {@code efind+pool:buffer=1M,policy=lru}
   * @param device the device, such as {@code direct}
   * @param pageSize bytes of a page: a power of two from 512 to 65,536
   * @param sync when operations become durable: {@code op}, {@code group:5ms}, {@code close}
   * @throws SpecException naming what is not understood and what is allowed
   */
  public StoreOptions(String index, String flash, String device, int pageSize, String sync) {
    this(design(index, FlashSpec.parse(flash), StoreForm.of(device, pageSize, sync)));
  }

  private static StoreDesign design(String index, FlashSpec flash, StoreForm form) {
    Spec spec = Spec.parse(index);
    StructureKinds.requireSpatial(spec);
    requireOwnBuffer(StructureKinds.isOfBlocks(spec), index, flash);
    StructureConfig config = StructureKinds.read(spec, form.pageSize());
    return new StoreDesign(form, flash, Map.of(StoreDesign.ONLY_INDEX, config));
  }

  /**
   * Returns a copy of a store that keeps the rectangle of each id beside the index, so that entries
   * are changed by their ids alone: {@link org.flashgrove.access.SpatialStore#put}, {@code move},
   * {@code remove}. An id has one rectangle then; inserting the same pair again changes nothing. It
   * takes about as many pages as the index again, and a buffer of the same size.
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
    String spec = IdStructure.KIND + (repeat == Repeat.ONCE ? "" : ":repeat=" + repeat);
    return of(design.with(IdStructure.nameFor(StoreDesign.ONLY_INDEX), spec));
  }

  /** Returns whether the rectangle of each id is kept beside the index. */
  public boolean hasIds() {
    return design.hasIds();
  }

  private static StructureConfig indexOf(StoreDesign design) {
    return Objects.requireNonNull(design.structures().get(StoreDesign.ONLY_INDEX), "no index");
  }

  private @Nullable StructureConfig ids() {
    return design.structures().get(IdStructure.nameFor(StoreDesign.ONLY_INDEX));
  }

  private static void requireOwnBuffer(boolean isOfBlocks, String index, FlashSpec flash) {
    if (isOfBlocks && flash.isFlashAware()) {
      throw new SpecException(
          "index '"
              + index
              + "' with flash spec '"
              + flash
              + "': an index of blocks such as a grove is its own buffer (allowed:"
              + " none; first another index, such as rstar)");
    }
  }

  /** What a store of one index is made of. */
  public static StoreOptions of(StoreDesign design) {
    StructureConfig index = indexOf(design);
    requireOwnBuffer(index.isOfBlocks(), index.toString(), design.flash());
    return new StoreOptions(design);
  }

  /** What the store is made of, as a store of any structures has it. */
  @Override
  public StoreDesign design() {
    return design;
  }

  /** Returns the index as a spec. */
  public String index() {
    return indexOf(design).toString();
  }

  /**
   * What an application gets that says nothing: a grove of {@link #usualMemory} bytes, which merges
   * in a thread of its own and chooses its domain from its first entries; files past the page cache
   * where the file system allows it ({@code auto}); pages of 4,096 bytes, {@code group:5ms}. What
   * is no index of blocks, such as the rectangles by id of {@link #withIds}, or the tree of {@code
   * withIndex("rstar")}, has a pool of pages of as many bytes, which warms with the first read of
   * each page; a grove alone takes nothing of it.
   */
  public static StoreOptions defaults() {
    long memory = usualMemory();
    return new StoreOptions(
        usualIndex(memory), StoreMemory.pool(memory), "auto", 4096, "group:5ms");
  }

  /**
   * Returns the memory of {@link #defaults}: a sixteenth of the machine's, or a quarter of what the
   * JVM may take if that is less, from 16 MiB to 1 GiB. A store takes it as its entries come, and
   * keeps the size that it was created with.
   */
  public static long usualMemory() {
    return StoreMemory.usual();
  }

  /**
   * Returns the spec of the index of {@link #defaults}, a grove.
   *
   * @param memoryBytes all that it takes
   */
  public static String usualIndex(long memoryBytes) {
    return StoreMemory.grove(memoryBytes);
  }

  /**
   * Returns a copy with other memory: that of the index, and of the rectangles by id if there are
   * some, which have a buffer of as many bytes. The other keys stay as they are; the log of a plain
   * pool follows its size.
   *
   * @param bytes at least 16 KiB; of a grove with the usual pages and blocks about 56 KiB, or
   *     creating the store is refused
   * @throws SpecException naming what is allowed
   */
  public StoreOptions withMemory(long bytes) {
    StoreOptions sized = isTree() ? this : withIndex(StoreMemory.with(index(), bytes));
    return sized.withFlash(StoreMemory.with(design.flash().toString(), bytes));
  }

  /**
   * Returns the bytes of the buffer that a flash spec gives to each tree.
   *
   * @param usual those of a spec that does not say them
   */
  public static long bufferBytes(String flash, long usual) {
    return StoreMemory.ofBuffer(flash, usual);
  }

  /** The flash spec that goes with an index spec if nothing is said: a grove is its own buffer. */
  public static String usualFlash(String index) {
    return StructureKinds.isOfBlocks(Spec.parse(index)) ? "none" : "efind";
  }

  /** Whether a spec is of a key tree or of records by time, which are no spatial index. */
  public static boolean isOfRows(String index) {
    return StructureKinds.isOfRows(Spec.parse(index));
  }

  /** Returns whether the index is a tree of nodes; a grove is none. */
  public boolean isTree() {
    return indexOf(design).isTree();
  }

  /** Whether the index of a spec chooses its domain from its first entries if it is given none. */
  public static boolean choosesDomain(String index) {
    return StructureKinds.isOfBlocks(Spec.parse(index));
  }

  /**
   * Whether an index spec says no {@code domain} although its index orders entries by one. If it
   * does not {@linkplain #choosesDomain choose} one, it needs one.
   */
  public static boolean lacksDomain(String index) {
    return StructureKinds.lacksDomain(Spec.parse(index));
  }

  /**
   * An index spec that says no {@code domain}, with one.
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

  /** Returns a copy with another index. */
  public StoreOptions withIndex(String spec) {
    StoreDesign other = design(spec, design.flash(), design.form());
    StructureConfig ids = ids();
    return of(
        ids == null
            ? other
            : other.with(IdStructure.nameFor(StoreDesign.ONLY_INDEX), ids.toString()));
  }

  /**
   * Returns a copy whose index measures distances by another metric: {@code planar}, the usual one,
   * by which coordinates and distances have whatever unit the coordinates have; or {@code
   * geodesic}, by which coordinates are longitude and latitude in degrees on WGS 84, and distances
   * metres. It is a key of the index's spec, and so part of what the store was created with.
   *
   * @throws SpecException naming the metrics
   */
  public StoreOptions withMetric(String name) {
    return withIndex(Metrics.with(index(), name));
  }

  /** Returns how the index measures distances. */
  public Metric metric() {
    return Objects.requireNonNull(indexOf(design).metric());
  }

  /** Returns a copy with another flash-aware buffer. */
  public StoreOptions withFlash(String spec) {
    return of(design.withFlash(spec));
  }

  /** Returns a copy on another device. */
  public StoreOptions withDevice(String spec) {
    return of(design.withDevice(spec));
  }

  /** Returns a copy with another page size. */
  public StoreOptions withPageSize(int bytes) {
    return of(design.withPageSize(bytes));
  }

  /** Returns a copy with another sync mode. */
  public StoreOptions withSync(String mode) {
    return of(design.withSync(mode));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreOptions options && options.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return "StoreOptions[index="
        + index()
        + ", flash="
        + flash()
        + ", device="
        + device()
        + ", pageSize="
        + pageSize()
        + ", sync="
        + sync()
        + (hasIds() ? ", ids=" + ids() : "")
        + "]";
  }
}
