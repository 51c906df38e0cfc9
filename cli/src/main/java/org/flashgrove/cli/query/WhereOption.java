package org.flashgrove.cli.query;

import org.flashgrove.access.filter.Filter;
import picocli.CommandLine.Option;

/** Option for a condition on the attributes of records. Records that do not match are left out. */
final class WhereOption {
  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = {
        "Only return records of a table whose attributes fulfil a condition: NAME = VALUE, <>, <,"
            + " <=, >, >=, in (VALUE, ...), like '%%TEXT_', between VALUE and VALUE, is null,"
            + " combined by not, and, or, parentheses. A value is a number, 'text' (also for dates"
            + " and UUIDs), true, false or x'00ff'. Names with characters other than letters,"
            + " digits and _ are quoted with \"\"."
      })
  private String text;

  /** Returns whether the user gave this option. */
  boolean isGiven() {
    return text != null;
  }

  /** Returns the condition, or null if the user gave none. */
  Filter filter() {
    return text == null ? null : Filter.parse(text);
  }
}
