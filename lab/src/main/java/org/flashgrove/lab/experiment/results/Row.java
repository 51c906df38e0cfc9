package org.flashgrove.lab.experiment.results;

import java.util.LinkedHashMap;
import java.util.Map;

/** Values of a row of a table, by column name. */
final class Row {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Sets the value of a column. Returns this row. */
  Row with(String column, Object value) {
    values.put(column, value);
    return this;
  }

  Map<String, Object> values() {
    return values;
  }
}
