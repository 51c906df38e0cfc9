package org.flashgrove.simulator.store;

import java.util.function.UnaryOperator;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.storage.device.DeviceConfig;

/**
 * Preparation of a new simulated device before a store is put on it. Other devices ignore it.
 *
 * @param precondition the state it is brought to; random overwrites by the {@code seed} of its spec
 * @param around given the device, returns what the store uses instead until it is closed, such as a
 *     recorder
 * @param kept whether closing the store saves the device; if not, nothing of the store is left
 */
public record DeviceSetup(
    Preconditioning.Kind precondition, UnaryOperator<SimulatedDevice> around, boolean kept) {
  /** Nothing. */
  static final DeviceSetup NONE =
      new DeviceSetup(Preconditioning.Kind.NONE, UnaryOperator.identity());

  /** A setup whose device is saved when the store is closed. */
  public DeviceSetup(Preconditioning.Kind precondition, UnaryOperator<SimulatedDevice> around) {
    this(precondition, around, true);
  }

  /** Returns the settings of a device that this happens to when it is made. */
  public DeviceConfig before(DeviceConfig device) {
    return device instanceof SimulatedConfig simulated ? simulated.with(this) : device;
  }

  /** Preconditions a new device and puts around it what belongs there. */
  SimulatedDevice apply(SimulatedDevice device, long seed) {
    Preconditioning.run(precondition, device, seed);
    return around.apply(device);
  }

  /** Returns whether every page of the device reads as zeros afterwards. */
  boolean leavesBlank() {
    return precondition == Preconditioning.Kind.NONE;
  }
}
