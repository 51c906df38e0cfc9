package org.flashgrove.sidecar;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.sidecar.table.TableAttributes;
import org.jspecify.annotations.Nullable;

/** Some attributes of features, as values of their declared types. For use by one thread. */
final class AttributeValues {
  private final List<Integer> columns = new ArrayList<>();
  private final Schema schema;

  /**
   * Prepares to read attributes.
   *
   * @param names names of the attributes
   * @param features cursor over features of the file
   * @throws IllegalArgumentException if the file lacks an attribute
   */
  AttributeValues(Collection<String> names, FeatureCursor features) {
    Schema.Builder builder = Schema.builder();
    for (String name : names) {
      int column = IndexedFeature.columnOf(name, features.attributeNames());
      columns.add(column);
      builder.nullable(name, typeOf(features, column));
    }
    schema = builder.build();
  }

  private static AttributeType typeOf(FeatureCursor features, int column) {
    org.flashgrove.datasets.feature.AttributeType declared = features.declaredType(column);
    return declared == null ? AttributeType.STRING : TableAttributes.typeOf(declared);
  }

  /** Returns the names and types of the attributes, all nullable. */
  Schema schema() {
    return schema;
  }

  int count() {
    return columns.size();
  }

  /**
   * Returns an attribute of the current feature of a cursor.
   *
   * @param attribute index in the names given to the constructor
   * @throws org.flashgrove.datasets.InputException if the value is not of the declared type
   */
  @Nullable Object valueOf(FeatureCursor features, int attribute) {
    Object value = features.attribute(columns.get(attribute));
    AttributeType type = schema.attributes().get(attribute).type();
    if (value == null || type.javaType().isInstance(value)) {
      return value;
    }
    try {
      return ValueText.parse(type, org.flashgrove.datasets.feature.AttributeType.textOf(value));
    } catch (IllegalArgumentException e) {
      throw features.problem(
          "attribute '" + schema.attributes().get(attribute).name() + "': " + e.getMessage(),
          "values of the declared type");
    }
  }
}
