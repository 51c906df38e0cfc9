package org.flashgrove.access.scan;

import java.util.Locale;
import org.flashgrove.core.spec.SpecException;

/** The ways to read the records of a table that satisfy a query. */
public enum AccessPath {
  /** Full table scan. It reads all record pages in file order, with read-ahead. */
  FTS,
  /** Index scan. It reads the record of each entry in the order of the index, through the cache. */
  IDX,
  /** Sorted index scan. It sorts the RIDs first, so that each page is read once. */
  SIDX;

  /**
   * Returns the path with a name such as {@code sidx}, ignoring case.
   *
   * @throws SpecException for an unknown name; the message lists the known ones
   */
  public static AccessPath named(String name) {
    for (AccessPath path : values()) {
      if (path.name().equalsIgnoreCase(name)) {
        return path;
      }
    }
    throw new SpecException("unknown access path '" + name + "' (allowed: fts, idx, sidx)");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
