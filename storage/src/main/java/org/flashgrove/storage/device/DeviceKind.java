package org.flashgrove.storage.device;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Kinds of devices that come from one place. Those of this module are there always; those of
 * another module are found as services: its jar has a file {@code META-INF/services} that names an
 * implementation of this interface with a constructor without parameters.
 */
public interface DeviceKind {
  /** Returns the names in specs that stand for these kinds, in the order for messages. */
  List<String> names();

  /**
   * Reads a spec of one of the names.
   *
   * @return settings that a device can be made from
   * @throws org.flashgrove.core.spec.SpecException whose message states what is allowed
   */
  DeviceConfig read(Spec spec);
}
