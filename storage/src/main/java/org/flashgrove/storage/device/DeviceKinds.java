package org.flashgrove.storage.device;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** All kinds of devices on the class path, by their names. */
public final class DeviceKinds {
  private static final String SIMULATOR = "flashgrove-simulator";

  private static final KindRegistry<DeviceKind> KINDS =
      new KindRegistry<>(
          "device",
          List.of(new FileKind()),
          ServiceLoader.load(DeviceKind.class, DeviceKind.class.getClassLoader()),
          DeviceKind::names,
          Map.of("nand", SIMULATOR, "hdd", SIMULATOR, "rawnand", SIMULATOR));

  private DeviceKinds() {}

  /** Returns the names of all kinds. */
  public static List<String> names() {
    return List.copyOf(KINDS.names());
  }

  /**
   * Reads the spec of a device.
   *
   * @throws AbsentKindException if the kind is of a module that is not on the class path
   * @throws SpecException if there is no such kind, or no device can be made from the spec; the
   *     message states what is allowed
   */
  public static DeviceConfig read(Spec spec) {
    return KINDS.require(spec.name()).read(spec);
  }
}
