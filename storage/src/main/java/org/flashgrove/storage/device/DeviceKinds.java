package org.flashgrove.storage.device;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** All device kinds on the class path, by name. */
public final class DeviceKinds {
  private static final String SIMULATOR = "flashgrove-simulator";

  private static final KindRegistry<DeviceKind> KINDS =
      new KindRegistry<>(
          "device",
          List.of(new FileKind()),
          ServiceLoader.load(DeviceKind.class, DeviceKind.class.getClassLoader()),
          DeviceKind::names,
          Map.of(
              "nand",
              SIMULATOR,
              "hdd",
              SIMULATOR,
              "fdp",
              SIMULATOR,
              "zns",
              SIMULATOR,
              "rawnand",
              SIMULATOR,
              "units",
              "flashgrove-unitspace"));

  private DeviceKinds() {}

  /** Returns the names of all device kinds on the class path. */
  public static List<String> names() {
    return List.copyOf(KINDS.names());
  }

  /**
   * Returns the spec of the device whose own files are in a store's directory, see {@link
   * DeviceKind#find}, or null if there is none.
   */
  public static Spec find(Path directory) {
    for (DeviceKind kind : KINDS.all()) {
      Spec found = kind.find(directory);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * Parses the spec of a device.
   *
   * @throws AbsentKindException if the kind belongs to a module that is not on the class path
   * @throws SpecException if the kind is unknown or the spec is invalid; the message lists the
   *     allowed values
   */
  public static DeviceConfig read(Spec spec) {
    return KINDS.require(spec.name()).read(spec);
  }
}
