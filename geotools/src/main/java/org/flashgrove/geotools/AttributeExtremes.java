package org.flashgrove.geotools;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.flashgrove.access.query.IndexedValues;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.geotools.api.feature.FeatureVisitor;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.feature.visitor.MaxVisitor;
import org.geotools.feature.visitor.MinVisitor;
import org.geotools.feature.visitor.UniqueVisitor;

/**
 * Computes the smallest, the largest or the distinct values of an attribute over all features, by
 * means of an index.
 */
final class AttributeExtremes {
  private AttributeExtremes() {}

  /**
   * Computes the result of a visitor over all features of a table, and stores it in the visitor.
   *
   * @return false if no index can compute the result
   */
  static boolean handle(FeatureTable table, FeatureVisitor visitor) {
    Expression expression = expression(visitor);
    int attribute =
        expression instanceof PropertyName name ? table.type().indexOf(name.getPropertyName()) : -1;
    AttributeIndex index =
        attribute < 0 || attribute == table.geometry() ? null : table.exactIndex(attribute);
    if (index == null) {
      return false;
    }
    Function<Object, Object> fromTable = table.mapping(attribute).fromTable();
    Class<?> binding = table.type().getDescriptor(attribute).getType().getBinding();
    try (TableSnapshot snapshot = table.table().snapshot()) {
      IndexedValues values = new IndexedValues(snapshot, index);
      if (visitor instanceof MinVisitor least && values.least() != null) {
        least.setValue(fromTable.apply(values.least()));
      } else if (visitor instanceof MaxVisitor greatest) {
        // for doubles, but not for floats, the visitor skips non-finite values
        Object value = binding == Double.class ? values.greatestFinite() : values.greatest();
        if (value != null) {
          greatest.setValue(fromTable.apply(value));
        }
      } else if (visitor instanceof UniqueVisitor unique) {
        Set<Object> distinct = new HashSet<>();
        values.distinct().forEach(each -> distinct.add(fromTable.apply(each)));
        unique.setValue(distinct);
      }
    }
    return true;
  }

  private static Expression expression(FeatureVisitor visitor) {
    if (visitor.getClass() == MinVisitor.class) {
      return ((MinVisitor) visitor).getExpression();
    }
    if (visitor.getClass() == MaxVisitor.class) {
      return ((MaxVisitor) visitor).getExpression();
    }
    boolean isPlain =
        visitor.getClass() == UniqueVisitor.class
            && !((UniqueVisitor) visitor).hasLimits()
            && !((UniqueVisitor) visitor).isPreserveOrder()
            && ((UniqueVisitor) visitor).getExpressions().size() == 1;
    return isPlain ? ((UniqueVisitor) visitor).getExpressions().get(0) : null;
  }
}
