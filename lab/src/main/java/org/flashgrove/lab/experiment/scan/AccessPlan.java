package org.flashgrove.lab.experiment.scan;

import org.flashgrove.access.scan.AccessPath;

/**
 * A plan to read the records of a key range: an access path, and in some plans a sort of the
 * records.
 */
enum AccessPlan {
  /** Full table scan. */
  FTS(AccessPath.FTS, false),
  /** Index scan: reads each record in index order. */
  IDX(AccessPath.IDX, true),
  /** Sorted index scan: sorts the index entries by page, then reads the records. */
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

  /** Returns whether the plan returns records in key order. */
  boolean isOrdered() {
    return ordered;
  }

  /** Returns the access path, without the sort. */
  AccessPath path() {
    return path;
  }

  /** Returns the plan that uses an access path and does not sort. */
  static AccessPlan of(AccessPath path) {
    return valueOf(path.name());
  }

  /** Returns whether the plan sorts the records after it has read them. */
  boolean sorts() {
    return this != of(path);
  }

  /**
   * Returns the sort of the plan: {@code ps} (partitioned sort), {@code es} (external merge sort),
   * or {@code none}.
   */
  String sort() {
    return !sorts() ? "none" : isPartitioned() ? "ps" : "es";
  }

  /** Returns whether the plan sorts by partitions. */
  boolean isPartitioned() {
    return this == SIDX_PS || this == FTS_PS;
  }

  /** Returns the plan in the notation of Lee et al. (2011), such as {@code SIDX+PS}. */
  @Override
  public String toString() {
    return name().replace('_', '+');
  }
}
