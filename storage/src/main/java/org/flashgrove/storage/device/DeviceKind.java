package org.flashgrove.storage.device;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Source of device kinds. The kinds of this module always exist. Other modules add kinds as
 * services: a file in {@code META-INF/services} of their jar names an implementation of this
 * interface with a constructor without parameters.
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
