package org.flashgrove.access.cost;

import java.util.Locale;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/** An access path, followed by a sort if the path does not return the requested order. */
public enum AccessPlan {
  /** Full table scan. */
  FTS(AccessPath.FTS, false),
  /** Index scan. */
  IDX(AccessPath.IDX, true),
  /** Sorted index scan. */
  SIDX(AccessPath.SIDX, false),
  /** Sorted index scan, then partitioned sort. */
  SIDX_PS(AccessPath.SIDX, true),
  /** Full table scan, then partitioned sort. */
  FTS_PS(AccessPath.FTS, true),
  /** Sorted index scan, then external merge sort. */
  SIDX_ES(AccessPath.SIDX, true),
  /** Full table scan, then external merge sort. */
  FTS_ES(AccessPath.FTS, true);

  private final AccessPath path;
  private final boolean ordered;

  AccessPlan(AccessPath path, boolean ordered) {
    this.path = path;
    this.ordered = ordered;
  }

  /** Returns whether the plan returns records in index order. */
  public boolean isOrdered() {
    return ordered;
  }

  /** The path alone. */
  public AccessPath path() {
    return path;
  }

  /** Returns whether the plan sorts the records after it has read them. */
  public boolean sorts() {
    return this != of(path, null);
  }

  /** Returns whether the plan sorts by partitions. */
  public boolean isPartitioned() {
    return this == SIDX_PS || this == FTS_PS;
  }

  /**
   * The plan of a path, sorted or not.
   *
   * @param sort {@code ps}, {@code es}, or null for none
   * @throws SpecException if the sort is not known, or the path needs none
   */
  public static AccessPlan of(AccessPath path, @Nullable String sort) {
    if (sort == null) {
      return valueOf(path.name());
    }
    if (!sort.equals("ps") && !sort.equals("es")) {
      throw new SpecException("sort '" + sort + "' (allowed: ps, es)");
    }
    if (path == AccessPath.IDX) {
      throw new SpecException("path idx with sort " + sort + " (allowed: fts, sidx)");
    }
    return valueOf(path.name() + "_" + sort.toUpperCase(Locale.ROOT));
  }

  /** Returns the plan in the notation of the papers, such as {@code SIDX+PS}. */
  @Override
  public String toString() {
    return name().replace('_', '+');
  }
}
