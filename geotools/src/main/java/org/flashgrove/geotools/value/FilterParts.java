package org.flashgrove.geotools.value;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.geotools.api.filter.And;
import org.geotools.api.filter.BinaryLogicOperator;
import org.geotools.api.filter.Filter;

/**
 * Divides filters into their parts. It does not use recursion, because applications may nest
 * filters thousands of levels deep.
 */
public final class FilterParts {
  /**
   * Maximum nesting depth of a filter that is converted to a table condition. It is less than the
   * maximum of a table, because the conversion may add a few levels.
   */
  public static final int MOST_LEVELS = org.flashgrove.access.filter.Filter.MOST_LEVELS - 10;

  private FilterParts() {}

  /** Returns the conjuncts of a filter. The list is empty for {@link Filter#INCLUDE}. */
  public static List<Filter> conjuncts(Filter filter) {
    List<Filter> all = filter instanceof And and ? of(and) : new ArrayList<>(List.of(filter));
    all.removeIf(Filter.INCLUDE::equals);
    return all;
  }

  /**
   * Returns the parts of a conjunction or disjunction. A nested filter of the same kind is replaced
   * by its own parts.
   */
  public static List<Filter> of(BinaryLogicOperator whole) {
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
