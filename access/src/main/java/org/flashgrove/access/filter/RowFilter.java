package org.flashgrove.access.filter;

import org.flashgrove.access.attribute.Row;

/** A filter prepared for the records of one schema. For one thread. */
public final class RowFilter {
  private final Truth truth;

  RowFilter(Truth truth) {
    this.truth = truth;
  }

  /** Returns whether a record satisfies the filter. */
  public boolean passes(Row row) {
    return truth.of(row) == Truth.TRUE;
  }
}
