package org.flashgrove.access.settings;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.Placement;

/**
 * Settings of the files of a store, whatever its structures.
 *
 * @param device the device
 * @param pageSize bytes of a page: a power of two from 512 to 65,536
 * @param sync when operations become durable
 */
public record StoreForm(DeviceConfig device, int pageSize, SyncMode sync) {
  private static final int SMALLEST_PAGE = 512;
  private static final int LARGEST_PAGE = 65_536;

  /**
   * Checks the page size.
   *
   * @throws SpecException whose message states what is allowed
   */
  public StoreForm {
    requirePageSize(pageSize);
  }

  /**
   * Refuses a page size that no store can have.
   *
   * @throws SpecException whose message states what is allowed
   */
  public static void requirePageSize(int bytes) {
    if (Integer.bitCount(bytes) != 1 || bytes < SMALLEST_PAGE || bytes > LARGEST_PAGE) {
      throw new SpecException(
          "page size " + bytes + " (allowed: a power of two from 512 to 65536)");
    }
  }

  /**
   * Reads specs.
   *
   * @param device the device, such as {@code direct}
   * @param sync {@code op}, {@code group:5ms}, {@code close}
   * @throws SpecException whose message states what is not understood and what is allowed
   */
  public static StoreForm of(String device, int pageSize, String sync) {
    return new StoreForm(DeviceKinds.read(Spec.parse(device)), pageSize, SyncMode.parse(sync));
  }

  /** Returns a copy on another device. */
  public StoreForm withDevice(DeviceConfig other) {
    return new StoreForm(other, pageSize, sync);
  }

  /** Returns a copy with another sync mode. */
  public StoreForm withSync(SyncMode other) {
    return new StoreForm(device, pageSize, other);
  }

  /** Returns whether pages are written out of place ({@code placement=free}). */
  public boolean isFree() {
    return device.placement() == Placement.FREE;
  }
}
