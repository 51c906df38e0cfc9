package org.flashgrove.geotools;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.geotools.api.filter.And;
import org.geotools.api.filter.BinaryLogicOperator;
import org.geotools.api.filter.Filter;

/**
 * Divides filters without recursion, because applications may nest them thousands of levels deep.
 */
final class FilterParts {
  /**
   * Greatest number of levels of a filter that is converted to a table condition. The conversion
   * adds at most a few levels, which a table allows.
   */
  static final int MOST_LEVELS = org.flashgrove.access.filter.Filter.MOST_LEVELS - 10;

  private FilterParts() {}

  /** Returns the conjuncts of a filter; empty for {@link Filter#INCLUDE}. */
  static List<Filter> conjuncts(Filter filter) {
    List<Filter> all = filter instanceof And and ? of(and) : new ArrayList<>(List.of(filter));
    all.removeIf(Filter.INCLUDE::equals);
    return all;
  }

  /** Returns the parts of a conjunction or disjunction, dividing nested parts of the same kind. */
  static List<Filter> of(BinaryLogicOperator whole) {
    List<Filter> parts = new ArrayList<>();
    Deque<Filter> left = new ArrayDeque<>();
    left.push(whole);
    while (!left.isEmpty()) {
      Filter next = left.pop();
      if (next instanceof BinaryLogicOperator group
          && group instanceof And == whole instanceof And) {
        List<Filter> children = group.getChildren();
        for (int i = children.size() - 1; i >= 0; i--) {
          left.push(children.get(i));
        }
      } else {
        parts.add(next);
      }
    }
    return parts;
  }
}
