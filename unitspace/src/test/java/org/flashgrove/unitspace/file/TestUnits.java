package org.flashgrove.unitspace.file;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitSpace;

/** Directories in the units of a small file. */
final class TestUnits {
  private static final UnitFileConfig CONFIG =
      UnitFileConfig.of(Spec.parse("units:size=8M,unit=128K,page=512"));

  private TestUnits() {}

  /** Creates the file "units" in a directory, and an empty directory in its units. */
  static UnitDirectory format(StoreDirectory outer) {
    UnitFile file = UnitFile.create(outer, "units", RawFile.Caching.BUFFERED, CONFIG.shape(0));
    return UnitDirectory.format(
        "test", file, UnitSpace.mount(file, CONFIG.config(file.shape())), "log");
  }

  static UnitDirectory mount(StoreDirectory outer) {
    UnitFile file = UnitFile.open(outer, "units", RawFile.Caching.BUFFERED);
    return UnitDirectory.mount(
        "test", file, UnitSpace.mount(file, CONFIG.config(file.shape())), "log");
  }
}
