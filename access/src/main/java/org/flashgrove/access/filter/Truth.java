package org.flashgrove.access.filter;

import org.flashgrove.access.attribute.Row;

/** A condition with resolved attribute positions. */
@FunctionalInterface
interface Truth {
  int FALSE = 0;
  int UNKNOWN = 1;
  int TRUE = 2;

  static int of(boolean holds) {
    return holds ? TRUE : FALSE;
  }

  int of(Row row);
}
