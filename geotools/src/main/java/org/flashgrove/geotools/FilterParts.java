package org.flashgrove.geotools;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.geotools.api.filter.And;
import org.geotools.api.filter.BinaryLogicOperator;
import org.geotools.api.filter.Filter;

/** Divides filters without recursion, since applications nest them thousands of levels deep. */
final class FilterParts {
  /**
   * Deepest level of a filter that becomes a condition of a table. A condition of GeoTools becomes
   * at most a few levels of conditions of the table, which allows as many more.
   */
  static final int MOST_LEVELS = org.flashgrove.access.filter.Filter.MOST_LEVELS - 10;

  private FilterParts() {}

  /** Returns the conditions of which a filter is the conjunction, none for one that is true. */
  static List<Filter> conjuncts(Filter filter) {
    List<Filter> all = filter instanceof And and ? of(and) : new ArrayList<>(List.of(filter));
    all.removeIf(Filter.INCLUDE::equals);
    return all;
  }

  /** Returns the parts of a conjunction or disjunction; parts of the same kind are divided, too. */
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
