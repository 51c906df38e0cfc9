package org.flashgrove.storage.device;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/** Device kinds of this module: direct files, buffered files, memory. */
final class FileKind implements DeviceKind {
  @Override
  public List<String> names() {
    return FileDeviceConfig.NAMES;
  }

  @Override
  public DeviceConfig read(Spec spec) {
    return FileDeviceConfig.of(spec);
  }
}
