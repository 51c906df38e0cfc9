package org.flashgrove.simulator.store;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.device.RawNandDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKind;

/** Service that provides simulated devices to stores. */
public final class SimulatedKind implements DeviceKind {
  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(SimulatedDevices.names());
    names.add(RawNandDevice.NAME);
    return names;
  }

  @Override
  public DeviceConfig read(Spec spec) {
    return SimulatedConfig.of(spec);
  }
}
