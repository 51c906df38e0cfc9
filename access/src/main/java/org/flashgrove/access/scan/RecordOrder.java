package org.flashgrove.access.scan;

/**
 * An order of records: ascending by keys, or by the values of an attribute, nulls last; those that
 * are equal by RIDs.
 *
 * @param attribute name of the attribute, or null for keys
 */
public record RecordOrder(String attribute) {
  /** That of keys. */
  public static final RecordOrder KEY = new RecordOrder(null);

  /** That of an attribute's values. */
  public static RecordOrder by(String attribute) {
    return new RecordOrder(attribute);
  }

  /** Whether it is that of keys. */
  public boolean isOfKeys() {
    return attribute == null;
  }
}
