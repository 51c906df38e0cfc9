package org.flashgrove.simulator.store;

import java.util.function.UnaryOperator;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.storage.device.DeviceConfig;

/**
 * Preparation of a new simulated device before a store is created on it. Devices that are not
 * simulated ignore the setup.
 *
 * @param precondition kind of preconditioning; random overwrites use the {@code seed} of the
 *     device's spec
 * @param around wraps the device that the new store uses, for example in a recorder
 * @param kept whether closing the store saves the device; if not, the content of the store is lost
 */
public record DeviceSetup(
    Preconditioning.Kind precondition, UnaryOperator<SimulatedDevice> around, boolean kept) {
  /** Setup that does nothing. */
  static final DeviceSetup NONE =
      new DeviceSetup(Preconditioning.Kind.NONE, UnaryOperator.identity());

  /** Creates a setup whose device is saved when the store is closed. */
  public DeviceSetup(Preconditioning.Kind precondition, UnaryOperator<SimulatedDevice> around) {
    this(precondition, around, true);
  }

  /** Returns a device configuration that applies this setup when the device is created. */
  public DeviceConfig before(DeviceConfig device) {
    return device instanceof SimulatedConfig simulated ? simulated.with(this) : device;
  }

  /** Preconditions and wraps a new device. */
  SimulatedDevice apply(SimulatedDevice device, long seed) {
    Preconditioning.run(precondition, device, seed);
    return around.apply(device);
  }

  /** Returns whether every page of the device reads as zeros after the setup. */
  boolean leavesBlank() {
    return precondition == Preconditioning.Kind.NONE;
  }
}
