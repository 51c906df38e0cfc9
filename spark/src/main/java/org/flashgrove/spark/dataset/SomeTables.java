package org.flashgrove.spark.dataset;

import java.util.List;
import java.util.Set;

/** The options by which a read is of an earlier version, or of some tables alone. */
public final class SomeTables {
  /** Option: number of the version that is read. */
  public static final String VERSION = "version";

  /** Option: files of the tables that are read, as the manifest has them, with commas between. */
  public static final String FILES = "tables";

  private SomeTables() {}

  /**
   * Returns those tables of a manifest that are named.
   *
   * @param names with commas between them, or null for all
   * @throws IllegalArgumentException if the manifest lacks one
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
              + " (allowed: files that its manifest names)");
    }
    return found;
  }
}
