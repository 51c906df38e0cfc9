package org.flashgrove.unitspace.file;

import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitSpace;

/** Directories in the units of a file of another directory, which may lose power. */
public final class UnitFiles {
  private UnitFiles() {}

  /**
   * Opens the directory in the file "units", or creates it if there is no such file.
   *
   * @param outer directory of the file
   * @param spec spec of the device
   */
  public static StoreDirectory open(StoreDirectory outer, String spec) {
    UnitFileConfig config = UnitFileConfig.of(Spec.parse(spec));
    boolean isNew = !outer.exists("units");
    UnitFile file =
        isNew
            ? UnitFile.create(outer, "units", RawFile.Caching.BUFFERED, config.shape(0))
            : UnitFile.open(outer, "units", RawFile.Caching.BUFFERED);
    UnitSpace space = UnitSpace.mount(file, config.config(file.shape()));
    return isNew
        ? UnitDirectory.format("units", file, space, "store.log")
        : UnitDirectory.mount("units", file, space, "store.log");
  }

  /**
   * Fills most of the room of a directory with a file, and rewrites random pages of it, so that
   * units contain live pages when they are collected.
   */
  public static void fill(StoreDirectory directory) {
    UnitDirectory units = (UnitDirectory) directory;
    int pages = units.space().room() * 6 / 10;
    Random random = new Random(pages);
    try (RawFile ballast = units.create("ballast", RawFile.Caching.DIRECT)) {
      ByteBuffer bytes = AlignedBuffers.allocate(units.pageBytes());
      for (int i = 0; i < pages || units.stats().resets() < 30; i++) {
        long page = i < pages ? i : random.nextInt(pages);
        bytes.putLong(0, i + 1).putLong(units.pageBytes() - Long.BYTES, i);
        ballast.write(page * units.pageBytes(), bytes, 0, units.pageBytes());
      }
      ballast.sync();
    }
    units.sync();
  }
}
