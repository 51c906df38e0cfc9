package org.flashgrove.access.cost;

/** An access path, and a sort if the path does not give the order that is asked for. */
public enum AccessPlan {
  /** Full table scan. */
  FTS(false),
  /** Index scan. */
  IDX(true),
  /** Sorted index scan. */
  SIDX(false),
  /** Sorted index scan, then partitioned sort. */
  SIDX_PS(true),
  /** Full table scan, then partitioned sort. */
  FTS_PS(true),
  /** Full table scan, then external merge sort. */
  FTS_ES(true);

  private final boolean ordered;

  AccessPlan(boolean ordered) {
    this.ordered = ordered;
  }

  /** Whether the records come in the order of the index. */
  public boolean isOrdered() {
    return ordered;
  }

  /** The path alone. */
  public AccessPlan path() {
    return this == FTS || this == FTS_PS || this == FTS_ES ? FTS : this == IDX ? IDX : SIDX;
  }

  /** Whether the records are sorted after they were read. */
  public boolean sorts() {
    return this != path();
  }

  /** Whether they are sorted by partitions. */
  public boolean isPartitioned() {
    return this == SIDX_PS || this == FTS_PS;
  }

  /** As papers write it: {@code SIDX+PS}. */
  @Override
  public String toString() {
    return name().replace('_', '+');
  }
}
