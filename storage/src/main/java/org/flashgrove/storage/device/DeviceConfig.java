package org.flashgrove.storage.device;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.placement.Placement;

/** Settings of a device, understood and possible; {@code toString} is their spec. */
public interface DeviceConfig {
  /** Returns the name of its kind in specs, such as {@code direct}. */
  default String kindName() {
    return Spec.parse(toString()).name();
  }

  /** Returns where pages go when they are written. */
  Placement placement();

  /** Returns whether pages are written out of place ({@code placement=free}). */
  default boolean isFree() {
    return placement() == Placement.FREE;
  }

  /** Returns whether nothing of a store is left when it is closed. */
  default boolean isForgotten() {
    return false;
  }

  /**
   * Returns whether the device is simulated: it lives in the process that has the store open, its
   * time is virtual, and its state is read and saved as a whole.
   */
  default boolean isSimulated() {
    return false;
  }

  /** Returns the shape of the raw flash that the device has beside files, or null if none. */
  default FlashGeometry rawFlash() {
    return null;
  }

  /**
   * Returns the bytes of a block of those that the device has beside files ({@link
   * StoreDevice#blocks}); 0 if it has none.
   */
  default long blockBytes() {
    FlashGeometry flash = rawFlash();
    return flash == null ? 0 : (long) flash.pagesPerBlock() * flash.pageBytes();
  }

  /** Makes a new device for an empty store; its directory is created if it is not there. */
  StoreDevice create(DeviceContext site);

  /** Opens the device of an existing store. */
  StoreDevice open(DeviceContext site);

  /** Opens the device of an existing store, which is not changed by it, for reading. */
  StoreDevice openReadOnly(DeviceContext site);
}
