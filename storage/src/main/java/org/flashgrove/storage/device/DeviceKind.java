package org.flashgrove.storage.device;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.core.spec.Spec;

/**
 * Service that provides device kinds. The kinds of this module are always available. Another module
 * adds kinds with a file in {@code META-INF/services} of its jar. The file names an implementation
 * of this interface that has a constructor without parameters.
 */
public interface DeviceKind {
  /**
   * Returns the names of the kinds that this service provides. Messages list the names in this
   * order.
   */
  List<String> names();

  /**
   * Parses a spec that starts with one of {@link #names}.
   *
   * @return the device settings
   * @throws org.flashgrove.core.spec.SpecException if the spec is invalid; the message lists the
   *     allowed values
   */
  DeviceConfig read(Spec spec);

  /**
   * Returns the spec of a device whose files are in a store's directory, as far as these files tell
   * it. Salvage uses this spec if the store has no readable description.
   *
   * @param directory the store's directory
   * @return null if the directory contains no files that only a device of this kind creates
   * @throws org.flashgrove.core.failure.StoreException if there are such files, but they cannot be
   *     read
   */
  default Spec find(Path directory) {
    return null;
  }
}
