package org.flashgrove.access.table;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.DescriptionFile;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.spec.SpecException;

/**
 * What the description of a table says. Its format is one that programs which know no tables
 * refuse.
 *
 * @param tag what binds pages and frames to the store
 * @param options what the table is made of
 */
record TableDescription(long tag, TableOptions options) {
  /** Newest format this version reads, and the one it writes; tables began with it. */
  static final int FORMAT = 3;

  private static final String INDEX = "index.";

  Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("format", Integer.toString(FORMAT));
    lines.put("table", "1");
    lines.put("tag", Long.toHexString(tag));
    lines.put("pageSize", Integer.toString(options.pageSize()));
    lines.put("flash", options.flash());
    lines.put("device", options.device());
    lines.put("sync", options.sync());
    lines.put("cache", Long.toString(options.cacheBytes()));
    options.indices().forEach((name, spec) -> lines.put(INDEX + name, spec));
    return lines;
  }

  /** The format that a description says, once it is known to be a table's and to be readable. */
  static int formatOf(DescriptionFile file) {
    of(file);
    return Integer.parseInt(file.values().get("format"));
  }

  /**
   * Reads a description.
   *
   * @throws StoreIoException if it is not a table's
   */
  static TableDescription of(DescriptionFile file) {
    Map<String, String> values = file.values();
    try {
      int format = Integer.parseInt(values.get("format"));
      if (format > FORMAT) {
        throw new UnsupportedFormatException(file.name(), format, FORMAT);
      }
      if (!values.containsKey("table")) {
        throw new StoreIoException(
            file.name() + ": the store is an index, not a table (allowed: opening it as an index)");
      }
      Map<String, String> indices = new LinkedHashMap<>();
      values.forEach(
          (key, value) -> {
            if (key.startsWith(INDEX)) {
              indices.put(key.substring(INDEX.length()), value);
            }
          });
      return new TableDescription(
          Long.parseUnsignedLong(values.get("tag"), 16),
          new TableOptions(
              indices,
              values.get("flash"),
              values.get("device"),
              Integer.parseInt(values.get("pageSize")),
              values.get("sync"),
              Long.parseLong(values.get("cache"))));
    } catch (NullPointerException | NumberFormatException | SpecException e) {
      throw new DamagedStoreException(file.name(), "description", String.valueOf(e.getMessage()));
    }
  }
}
