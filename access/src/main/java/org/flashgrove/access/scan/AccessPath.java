package org.flashgrove.access.scan;

import java.util.Locale;
import org.flashgrove.core.spec.SpecException;

/** Ways to the records of a table that a query asks for. */
public enum AccessPath {
  /** Full table scan: all pages of records in their order, read ahead. */
  FTS,
  /** Index scan: the record of each entry in the order of entries, through the cache. */
  IDX,
  /** Sorted index scan: RIDs sorted first, so that each page is read once. */
  SIDX;

  /**
   * The path of a name such as {@code sidx}, in any case.
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
