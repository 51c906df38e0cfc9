package org.flashgrove.simulator.device;

import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Origin;

/** Checks the requests of a host to a device. */
final class HostRequests {
  private HostRequests() {}

  /**
   * Throws if a device cannot accept a request.
   *
   * @param isOn whether the device has power
   * @throws IllegalArgumentException if a page is outside the device, or {@code origin} is not an
   *     origin of host requests
   * @throws PowerLossException if the device has no power
   */
  static void require(SimulatedDevice device, boolean isOn, long first, long count, Origin origin) {
    long pages = device.pageCount();
    if (first < 0 || count < 0 || first > pages - count) {
      throw new IllegalArgumentException(
          count + " pages from " + first + " (allowed: within 0 to " + (pages - 1) + ")");
    }
    if (!origin.isHost()) {
      throw new IllegalArgumentException(
          "request: origin "
              + origin.label()
              + " is internal to the device; use an origin of the host");
    }
    if (!isOn) {
      throw new PowerLossException("the device has no power; restart it first");
    }
  }
}
