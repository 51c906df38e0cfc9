package org.flashgrove.access;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;

/**
 * What the files of any store are made of, as spec strings.
 *
 * @param device the device, such as {@code direct}
 * @param pageSize bytes of a page: a power of two from 512 to 65,536
 * @param sync when operations become durable: {@code op}, {@code group:5ms}, {@code close}
 */
public record StoreForm(String device, int pageSize, String sync) {
  private static final int SMALLEST_PAGE = 512;
  private static final int LARGEST_PAGE = 65_536;

  /**
   * Checks all parts and brings them to their normal form.
   *
   * @throws SpecException whose message states what is not understood and what is allowed
   */
  public StoreForm {
    if (Integer.bitCount(pageSize) != 1 || pageSize < SMALLEST_PAGE || pageSize > LARGEST_PAGE) {
      throw new SpecException(
          "page size " + pageSize + " (allowed: a power of two from 512 to 65536)");
    }
    Spec deviceSpec = Spec.parse(device);
    StoreDevice.requireValid(deviceSpec);
    device = deviceSpec.toString();
    sync = SyncMode.parse(sync).toString();
  }

  /** Whether pages are written out of place ({@code placement=free}). */
  public boolean isFree() {
    return StoreDevice.isFree(Spec.parse(device));
  }

  /** Whether nothing of the store is left when it is closed. */
  public boolean isForgotten() {
    return StoreDevice.isForgotten(Spec.parse(device));
  }

  /** Whether the device is simulated: its state is read and saved as a whole. */
  public boolean isSimulated() {
    return StoreDevice.isSimulated(Spec.parse(device));
  }
}
