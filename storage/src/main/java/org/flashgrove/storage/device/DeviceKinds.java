package org.flashgrove.storage.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** All kinds of devices on the class path, by their names. */
public final class DeviceKinds {
  private static final Map<String, DeviceKind> KINDS = new LinkedHashMap<>();

  /** Kinds that a module of ours provides, which an application need not have. */
  private static final Map<String, String> MODULES =
      Map.of(
          "nand", "flashgrove-simulator",
          "hdd", "flashgrove-simulator",
          "rawnand", "flashgrove-simulator");

  static {
    List<DeviceKind> found = new ArrayList<>(List.of(new FileKind()));
    ServiceLoader.load(DeviceKind.class, DeviceKind.class.getClassLoader()).forEach(found::add);
    for (DeviceKind kind : found) {
      kind.names().forEach(name -> KINDS.putIfAbsent(name, kind));
    }
  }

  private DeviceKinds() {}

  /** Returns the names of all kinds. */
  public static List<String> names() {
    return Collections.unmodifiableList(new ArrayList<>(KINDS.keySet()));
  }

  /**
   * Reads the spec of a device.
   *
   * @throws AbsentKindException if the kind is of a module that is not on the class path
   * @throws SpecException if there is no such kind, or no device can be made from the spec; the
   *     message states what is allowed
   */
  public static DeviceConfig read(Spec spec) {
    DeviceKind kind = KINDS.get(spec.name());
    if (kind == null && MODULES.containsKey(spec.name())) {
      throw new AbsentKindException("device", spec.name(), MODULES.get(spec.name()));
    }
    if (kind == null) {
      throw new SpecException(
          "unknown device '"
              + spec.name()
              + "' (allowed: "
              + String.join(", ", KINDS.keySet())
              + ")");
    }
    return kind.read(spec);
  }
}
