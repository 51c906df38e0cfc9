package org.flashgrove.access;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * The file that says what a store is: a few lines of text with a checksum, written once.
 *
 * @param storeTag what binds pages and frames to this store
 * @param options what it is made of
 */
record StoreDescription(long storeTag, StoreOptions options) {
  /** Name of the file. */
  static final String FILE = DescriptionFile.FILE;

  /** Newest format this version reads, and the one it writes. */
  static final int FORMAT_VERSION = 2;

  /** The format that knew no other placement than home, and did not say so. */
  private static final int HOME_ONLY_FORMAT = 1;

  /** Key of the line that only tables have. */
  private static final String TABLE = "table";

  /** Writes the file; it is there, whole, after the directory's next sync. */
  void write(StoreDirectory directory) {
    DescriptionFile.write(directory, lines());
  }

  /** What the file says. */
  Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("format", Integer.toString(FORMAT_VERSION));
    lines.put("tag", Long.toHexString(storeTag));
    lines.put("pageSize", Integer.toString(options.pageSize()));
    lines.put("index", options.index());
    lines.put("flash", options.flash());
    lines.put("device", options.device());
    lines.put("sync", options.sync());
    return lines;
  }

  /**
   * Reads the description of the store in a directory.
   *
   * @throws org.flashgrove.core.failure.StoreIoException if there is none, or it is a table's
   * @throws DamagedStoreException if it is damaged
   * @throws UnsupportedFormatException if a newer version wrote it
   */
  static StoreDescription read(Path directory) {
    return parse(DescriptionFile.read(directory));
  }

  /** Reads the description in a directory that somebody else keeps; fails as the other does. */
  static StoreDescription read(StoreDirectory directory) {
    return parse(DescriptionFile.read(directory));
  }

  /** Whether a directory holds a table, as far as its description can be read. */
  static boolean isTable(Path directory) {
    return DescriptionFile.read(directory).values().containsKey(TABLE);
  }

  /** The format that the description of a store says, without a look at anything else. */
  static int format(StoreDirectory directory) {
    String format = DescriptionRemains.lines(directory).get("format");
    return format == null ? 0 : Integer.parseInt(format);
  }

  /** A device's spec of the first format, which wrote pages in place without saying so. */
  private static String atHome(String device) {
    if (Spec.parse(device).has("placement")) {
      return device;
    }
    return device + (device.contains(":") ? "," : ":") + "placement=home";
  }

  private static StoreDescription parse(DescriptionFile file) {
    Map<String, String> values = file.values();
    try {
      int format = Integer.parseInt(values.get("format"));
      if (values.containsKey(TABLE)) {
        throw new StoreIoException(
            file.name() + ": the store is a table, not an index (allowed: opening it as a table)");
      }
      if (format > FORMAT_VERSION) {
        throw new UnsupportedFormatException(file.name(), format, FORMAT_VERSION);
      }
      return new StoreDescription(
          Long.parseUnsignedLong(values.get("tag"), 16),
          new StoreOptions(
              values.get("index"),
              values.get("flash"),
              format == HOME_ONLY_FORMAT ? atHome(values.get("device")) : values.get("device"),
              Integer.parseInt(values.get("pageSize")),
              values.get("sync")));
    } catch (NullPointerException | NumberFormatException | SpecException e) {
      throw new DamagedStoreException(file.name(), "description", String.valueOf(e.getMessage()));
    }
  }
}
