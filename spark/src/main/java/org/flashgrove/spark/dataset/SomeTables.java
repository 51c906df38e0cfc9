package org.flashgrove.spark.dataset;

import java.util.List;
import java.util.Set;

/** Options that make a read use an earlier version of a dataset, or only some of its tables. */
public final class SomeTables {
  /** Option: number of the version to read. */
  public static final String VERSION = "version";

  /** Option: files of the tables to read, as the manifest names them, separated by commas. */
  public static final String FILES = "tables";

  private SomeTables() {}

  /**
   * Returns the named tables of a manifest.
   *
   * @param names names separated by commas, or null for all tables
   * @throws IllegalArgumentException if a name is not in the manifest
   */
  public static List<SealedTable> of(Manifest manifest, String names) {
    if (names == null) {
      return manifest.tables();
    }
    Set<String> asked = Set.of(names.split(","));
    List<SealedTable> found =
        manifest.tables().stream().filter(table -> asked.contains(table.file())).toList();
    if (found.size() < asked.size()) {
      throw new IllegalArgumentException(
          "option "
              + FILES
              + ": "
              + (asked.size() - found.size())
              + " of the tables are not in version "
              + manifest.version()
              + "; name only files of its manifest");
    }
    return found;
  }
}
