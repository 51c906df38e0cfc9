package org.flashgrove.access.record;

import org.jspecify.annotations.Nullable;

/**
 * An order of records: by keys, or by the values of an attribute, ascending or descending. Nulls
 * come last either way, and records that are equal by RIDs, ascending.
 *
 * @param attribute name of the attribute, or null for keys
 * @param isDescending whether the greatest comes first
 */
public record RecordOrder(@Nullable String attribute, boolean isDescending) {
  /** That of keys. */
  public static final RecordOrder KEY = new RecordOrder(null, false);

  /** That of an attribute's values. */
  public static RecordOrder by(String attribute) {
    return new RecordOrder(attribute, false);
  }

  /** Returns the order with the greatest first. */
  public RecordOrder descending() {
    return new RecordOrder(attribute, true);
  }

  /** Returns whether the order is that of keys. */
  public boolean isOfKeys() {
    return attribute == null;
  }
}
