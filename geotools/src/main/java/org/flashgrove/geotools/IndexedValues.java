package org.flashgrove.geotools;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQueries;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.KeyKind;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.geotools.api.feature.FeatureVisitor;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.feature.visitor.MaxVisitor;
import org.geotools.feature.visitor.MinVisitor;
import org.geotools.feature.visitor.UniqueVisitor;

/**
 * Least, greatest and distinct values of an attribute over all features, from the words of an index
 * that are as exact as values: no record is read, but those of zeros, of which an index does not
 * know the sign.
 */
final class IndexedValues {
  private static final LongConsumer NOT_COUNTED = pages -> {};
  private static final long ZERO = KeyKind.word(0.0);

  private final FeatureTable table;
  private final int attribute;
  private final AttributeIndex index;
  private final TableSnapshot snapshot;

  private IndexedValues(FeatureTable table, int attribute, TableSnapshot snapshot) {
    this.table = table;
    this.attribute = attribute;
    this.snapshot = snapshot;
    index = table.exactIndex(attribute);
  }

  /**
   * Gives a visitor the result over all features of a table.
   *
   * @return false if no index has it
   */
  static boolean handle(FeatureTable table, FeatureVisitor visitor) {
    Expression expression = expression(visitor);
    int attribute =
        expression instanceof PropertyName name ? table.type().indexOf(name.getPropertyName()) : -1;
    if (attribute < 0 || attribute == table.geometry() || table.exactIndex(attribute) == null) {
      return false;
    }
    try (TableSnapshot snapshot = table.table().snapshot()) {
      IndexedValues values = new IndexedValues(table, attribute, snapshot);
      if (visitor instanceof MinVisitor least) {
        setIfThere(values.end(true), least::setValue);
      } else if (visitor instanceof MaxVisitor greatest) {
        setIfThere(values.end(false), greatest::setValue);
      } else {
        ((UniqueVisitor) visitor).setValue(values.distinct());
      }
    }
    return true;
  }

  private static void setIfThere(Object value, Consumer<Object> visitor) {
    if (value != null) {
      visitor.accept(value);
    }
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

  private boolean isReal() {
    return index.attribute().type() == AttributeType.DOUBLE;
  }

  /**
   * Returns the least or the greatest value, or null if there is none. A greatest {@code Double} is
   * a finite one, as that of a visitor.
   */
  private Object end(boolean isLeast) {
    boolean isFinite =
        !isLeast && table.type().getDescriptor(attribute).getType().getBinding() == Double.class;
    long from = isFinite ? KeyKind.word(-Double.MAX_VALUE) : Long.MIN_VALUE;
    long to = isFinite ? KeyKind.word(Double.MAX_VALUE) : Long.MAX_VALUE;
    LeafCursor pairs = index.cursor(snapshot, from, to, isLeast, NOT_COUNTED);
    if (!pairs.nextLeaf()) {
      return null;
    }
    long word = pairs.key(0);
    if (isReal() && word == ZERO) {
      Set<Object> zeros = zeros();
      return zeros.size() == 1 ? zeros.iterator().next() : value(isLeast ? -0.0 : 0.0);
    }
    return value(word);
  }

  private Set<Object> distinct() {
    Set<Object> values = new HashSet<>();
    long from = Long.MIN_VALUE;
    while (true) {
      LeafCursor pairs = index.cursor(snapshot, from, Long.MAX_VALUE, NOT_COUNTED);
      if (!pairs.nextLeaf()) {
        return values;
      }
      long word = 0;
      for (int i = 0; i < pairs.count(); i++) { // all of a leaf before the tree is asked again
        if (i == 0 || pairs.key(i) != word) {
          word = pairs.key(i);
          add(word, values);
        }
      }
      if (word == Long.MAX_VALUE) {
        return values;
      }
      from = word + 1;
    }
  }

  private void add(long word, Set<Object> values) {
    if (isReal() && word == ZERO) {
      values.addAll(zeros());
    } else {
      values.add(value(word));
    }
  }

  private Set<Object> zeros() {
    String name = index.attribute().name();
    Set<Object> found = new HashSet<>();
    ScanQuery query = ScanQuery.where(Filter.equal(name, 0.0));
    try (TableCursor records = TableQueries.of(snapshot).cursor(query)) {
      while (found.size() < 2 && records.next()) {
        found.add(value(records.record().row().getDouble(name)));
      }
    }
    return found;
  }

  private Object value(double real) {
    return table.mapping(attribute).fromTable().apply(real);
  }

  private Object value(long word) {
    Object value =
        switch (index.attribute().type()) {
          case BOOLEAN -> word != 0;
          case INT -> (int) word;
          case LONG -> word;
          case DOUBLE -> word == Long.MAX_VALUE ? Double.NaN : KeyKind.real(word);
          case DATE -> LocalDate.ofEpochDay(word);
          default -> throw new IllegalStateException("words that are not values");
        };
    return table.mapping(attribute).fromTable().apply(value);
  }
}
