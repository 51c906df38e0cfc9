package org.flashgrove.access.record;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An order of records by key or by an attribute, ascending or descending. In both directions nulls
 * come last, and records with equal values are sorted by ascending RID.
 *
 * @param attribute name of the attribute, or null for the key
 * @param isDescending whether the greatest value comes first
 */
public record RecordOrder(@Nullable String attribute, boolean isDescending) {
  /** Ascending order of keys. */
  public static final RecordOrder KEY = new RecordOrder(null, false);

  /** Returns the ascending order of an attribute's values. */
  public static RecordOrder by(String attribute) {
    return new RecordOrder(Objects.requireNonNull(attribute, "attribute"), false);
  }

  /** Returns the same order with the greatest value first. */
  public RecordOrder descending() {
    return new RecordOrder(attribute, true);
  }

  /** Returns whether this is an order by key. */
  public boolean isOfKeys() {
    return attribute == null;
  }
}
