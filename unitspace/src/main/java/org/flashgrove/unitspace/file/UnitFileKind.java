package org.flashgrove.unitspace.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKind;

/** Service that provides stores in one file that is divided into units. */
public final class UnitFileKind implements DeviceKind {
  @Override
  public List<String> names() {
    return List.of(UnitFileConfig.NAME);
  }

  @Override
  public DeviceConfig read(Spec spec) {
    return UnitFileConfig.of(spec);
  }

  @Override
  public Spec find(Path directory) {
    return Files.exists(directory.resolve(UnitFileConfig.FILE))
        ? UnitFileConfig.specOf(UnitFile.shapeIn(directory.resolve(UnitFileConfig.FILE)))
        : null;
  }
}
