package org.flashgrove.access;

import java.util.Map;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * What a store is made of, as spec strings.
 *
 * @param index the index, such as {@code rstar} or {@code rtree:split=quadratic}
 * @param flash the buffer between index and device, such as {@code efind} or {@code none}; behind a
 *     plus sign a generic pool below it, such as {@code efind+pool:buffer=1M,policy=lru}
 * @param device the device, such as {@code direct}
 * @param pageSize bytes of a page: a power of two from 512 to 65,536
 * @param sync when operations become durable: {@code op}, {@code group:5ms}, {@code close}
 */
public record StoreOptions(String index, String flash, String device, int pageSize, String sync) {
  /**
   * Checks all parts and brings them to their normal form.
   *
   * @throws SpecException naming what is not understood and what is allowed
   */
  public StoreOptions {
    StoreDesign design = design(index, flash, StoreForm.of(device, pageSize, sync));
    index = design.structures().get(SpatialStore.INDEX);
    flash = design.flash().toString();
    device = design.form().device().toString();
    sync = design.form().sync().toString();
  }

  private static StoreDesign design(String index, String flash, StoreForm form) {
    Spec spec = Spec.parse(index);
    StructureKinds.requireSpatial(spec);
    FlashSpec buffer = FlashSpec.parse(flash);
    if (StructureKinds.isOfBlocks(spec)
        && (FlashKinds.isFlashAware(buffer.buffer()) || buffer.hasPool())) {
      throw new SpecException(
          "index '"
              + index
              + "' with flash spec '"
              + flash
              + "': a grove is its own buffer (allowed:"
              + " none)");
    }
    return new StoreDesign(form, buffer, Map.of(SpatialStore.INDEX, index));
  }

  /** What a store of one index is made of. */
  public static StoreOptions of(StoreDesign design) {
    StoreForm form = design.form();
    return new StoreOptions(
        design.structures().get(SpatialStore.INDEX),
        design.flash().toString(),
        form.device().toString(),
        form.pageSize(),
        form.sync().toString());
  }

  /** What the store is made of, as a store of any structures has it. */
  public StoreDesign design() {
    return design(index, flash, StoreForm.of(device, pageSize, sync));
  }

  /** {@code rstar}, {@code efind}, {@code direct}, pages of 4,096 bytes, {@code group:5ms}. */
  public static StoreOptions defaults() {
    return new StoreOptions("rstar", "efind", "direct", 4096, "group:5ms");
  }

  /** The flash spec that goes with an index spec if nothing is said: a grove is its own buffer. */
  public static String usualFlash(String index) {
    return StructureKinds.isOfBlocks(Spec.parse(index)) ? "none" : "efind";
  }

  /** Returns whether the index is a tree of nodes; a grove is none. */
  public boolean isTree() {
    return StructureKinds.isTree(Spec.parse(index));
  }

  /** Whether an index spec says no {@code domain} although its index needs one. */
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
    return new StoreOptions(spec, flash, device, pageSize, sync);
  }

  /** Returns a copy with another flash-aware buffer. */
  public StoreOptions withFlash(String spec) {
    return new StoreOptions(index, spec, device, pageSize, sync);
  }

  /** Returns a copy on another device. */
  public StoreOptions withDevice(String spec) {
    return new StoreOptions(index, flash, spec, pageSize, sync);
  }

  /** Returns a copy with another page size. */
  public StoreOptions withPageSize(int bytes) {
    return new StoreOptions(index, flash, device, bytes, sync);
  }

  /** Returns a copy with another sync mode. */
  public StoreOptions withSync(String mode) {
    return new StoreOptions(index, flash, device, pageSize, mode);
  }
}
