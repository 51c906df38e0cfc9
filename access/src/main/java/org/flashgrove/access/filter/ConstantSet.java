package org.flashgrove.access.filter;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;

/** Sorted set of values of an attribute, searched by binary search. */
final class ConstantSet {
  private final Constant[] sorted;

  private ConstantSet(Constant[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Returns a set of values. Values that the attribute's type cannot represent are left out.
   *
   * @throws org.flashgrove.core.spec.SpecException as {@link Constant#of} does
   */
  static ConstantSet of(Schema schema, String attribute, List<Object> values) {
    List<Constant> constants = new ArrayList<>();
    for (Object value : values) {
      Constant constant = Constant.of(schema, attribute, value);
      if (constant.isOfType()) {
        constants.add(constant);
      }
    }
    constants.sort(Constant::compareTo);
    return new ConstantSet(constants.toArray(new Constant[0]));
  }

  /** Returns whether the set contains the value of a record. The value must not be null. */
  boolean contains(Row row, int attribute) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = sorted[middle].compare(row, attribute);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    return false;
  }
}
