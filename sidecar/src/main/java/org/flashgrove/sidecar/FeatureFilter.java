package org.flashgrove.sidecar;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.RowFilter;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.jspecify.annotations.Nullable;

/** Condition on the attributes of features. For use by one thread. */
final class FeatureFilter {
  private final List<Integer> columns = new ArrayList<>();
  private final RowWriter writer;
  private final Row row;
  private final RowFilter filter;

  /**
   * Prepares a filter for the features of a file.
   *
   * @param features cursor over features of the file, before its first feature
   * @throws IllegalArgumentException if the filter names an attribute that the file lacks, or
   *     compares it with a value of another type
   */
  FeatureFilter(Filter filter, FeatureCursor features) {
    Schema.Builder schema = Schema.builder();
    for (String name : filter.attributes()) {
      int column = IndexedFeature.columnOf(name, features.attributeNames());
      columns.add(column);
      schema.nullable(name, typeOf(features, column));
    }
    Schema built = schema.build();
    writer = new RowWriter(built);
    row = new Row(built);
    this.filter = filter.bind(built);
  }

  private static AttributeType typeOf(FeatureCursor features, int column) {
    org.flashgrove.datasets.feature.AttributeType declared = features.declaredType(column);
    if (declared == null) {
      return AttributeType.STRING;
    }
    return switch (declared) {
      case TEXT -> AttributeType.STRING;
      case INTEGER -> AttributeType.LONG;
      case REAL -> AttributeType.DOUBLE;
      case BOOLEAN -> AttributeType.BOOLEAN;
      case BYTES -> AttributeType.BYTES;
      case DATE -> AttributeType.DATE;
      case MOMENT -> AttributeType.INSTANT;
    };
  }

  /** Returns whether the current feature of a cursor satisfies the condition. */
  boolean passes(FeatureCursor features) {
    writer.clear();
    for (int i = 0; i < columns.size(); i++) {
      writer.set(i, valueOf(features, i));
    }
    return filter.passes(row.show(writer.row()));
  }

  private @Nullable Object valueOf(FeatureCursor features, int attribute) {
    Object value = features.attribute(columns.get(attribute));
    AttributeType type = writer.schema().attributes().get(attribute).type();
    if (value == null || type.javaType().isInstance(value)) {
      return value;
    }
    try {
      return ValueText.parse(type, org.flashgrove.datasets.feature.AttributeType.textOf(value));
    } catch (IllegalArgumentException e) {
      throw features.problem(
          "attribute '"
              + writer.schema().attributes().get(attribute).name()
              + "': "
              + e.getMessage(),
          "values of the declared type");
    }
  }
}
