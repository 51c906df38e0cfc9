package org.flashgrove.access.filter;

import org.flashgrove.access.attribute.Row;

/** A condition that knows where a record's attributes are. */
@FunctionalInterface
interface Truth {
  int FALSE = 0;
  int UNKNOWN = 1;
  int TRUE = 2;

  static int of(boolean holds) {
    return holds ? TRUE : FALSE;
  }

  /** Returns one of the three. */
  int of(Row row);
}
