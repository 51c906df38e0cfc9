package org.flashgrove.storage.device;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.placement.Placement;

/**
 * Validated settings of a device. {@code toString} returns them as a spec, which is text such as
 * {@code direct:depth=8}.
 */
public interface DeviceConfig {
  /** Returns the name of the device kind in specs, such as {@code direct}. */
  default String kindName() {
    return Spec.parse(toString()).name();
  }

  /** Returns where changed pages are written: over their old content or to other slots. */
  Placement placement();

  /** Returns whether pages are written out of place ({@code placement=free}). */
  default boolean isFree() {
    return placement() == Placement.FREE;
  }

  /**
   * Returns whether the device stores nothing permanently, so that a store on the device is lost
   * when the store is closed.
   */
  default boolean isForgotten() {
    return false;
  }

  /**
   * Returns whether the device is simulated. A simulated device exists only in the process that has
   * the store open. It has a virtual clock, and is loaded and saved as a whole.
   */
  default boolean isSimulated() {
    return false;
  }

  /**
   * Returns whether the files of a store are files of its directory, so that other processes can
   * read them. By default, this is the case unless the device is forgotten or simulated.
   */
  default boolean isInFiles() {
    return !isForgotten() && !isSimulated();
  }

  /** Returns the geometry of the device's raw flash, or null if the device has only files. */
  default FlashGeometry rawFlash() {
    return null;
  }

  /**
   * Returns the size in bytes of the device's own blocks ({@link StoreDevice#blocks}), or 0 if the
   * device has only files.
   */
  default long blockBytes() {
    FlashGeometry flash = rawFlash();
    return flash == null ? 0 : (long) flash.pagesPerBlock() * flash.pageBytes();
  }

  /**
   * Creates a device for an empty store. Creates the directory of {@code site} if it does not
   * exist.
   */
  StoreDevice create(DeviceContext site);

  /** Opens the device of an existing store. */
  StoreDevice open(DeviceContext site);

  /** Opens the device of an existing store for reading. Does not change the device. */
  StoreDevice openReadOnly(DeviceContext site);
}
