package org.flashgrove.access.filter;

import org.flashgrove.access.attribute.Row;

/**
 * A condition that refers to the attributes of a record by their positions. Its result is {@link
 * #FALSE}, {@link #UNKNOWN} or {@link #TRUE}.
 */
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
