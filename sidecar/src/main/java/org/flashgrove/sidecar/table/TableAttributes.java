package org.flashgrove.sidecar.table;

import java.util.List;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;

/**
 * Maps the attributes of data files to the attributes of tables.
 *
 * <pre>{@code
 * FeatureSchema file;
 * try (FeatureCursor all = DataFiles.open(path, BadRowPolicy.STOP, RowForms.RECORDS)) {
 *   file = FeatureSchema.inferred(all, () -> {});
 * }
 * Schema schema = TableAttributes.schemaOf(file);
 * try (Table table = Table.create(directory, TableOptions.defaults().withAttributes(schema));
 *     TableLoader loader = table.loader();
 *     FeatureCursor all = DataFiles.open(path, BadRowPolicy.STOP, RowForms.RECORDS)) {
 *   while (all.next()) {
 *     loader.append(all.id(), all.geometry(), row -> TableAttributes.write(file, all, row));
 *   }
 *   loader.commit();
 * }
 * }</pre>
 */
public final class TableAttributes {
  private TableAttributes() {}

  /** Returns the type of table attributes that holds all values of a type in data files. */
  public static AttributeType typeOf(org.flashgrove.datasets.feature.AttributeType type) {
    return switch (type) {
      case TEXT -> AttributeType.STRING;
      case INTEGER -> AttributeType.LONG;
      case REAL -> AttributeType.DOUBLE;
      case BOOLEAN -> AttributeType.BOOLEAN;
      case BYTES -> AttributeType.BYTES;
      case DATE -> AttributeType.DATE;
      case MOMENT -> AttributeType.INSTANT;
    };
  }

  /**
   * Returns a schema with the attributes of a file in their order, all nullable. Returns {@link
   * Schema#BYTES} if the file has no attributes.
   *
   * @throws org.flashgrove.core.spec.SpecException if a table cannot have an attribute of this name
   */
  public static Schema schemaOf(FeatureSchema file) {
    if (file.names().isEmpty()) {
      return Schema.BYTES;
    }
    Schema.Builder schema = Schema.builder();
    for (int i = 0; i < file.names().size(); i++) {
      schema.nullable(file.names().get(i), typeOf(file.types().get(i)));
    }
    return schema.build();
  }

  /**
   * Sets the attributes of a record to the attributes of the current feature of a cursor.
   *
   * @param file schema of the features, as for {@link #schemaOf}
   * @param row writer of a table that has at least the attributes of the file
   * @throws org.flashgrove.core.failure.UnknownAttributeException if the table lacks an attribute
   * @throws IllegalArgumentException if a value does not have the type in {@code file}
   */
  public static void write(FeatureSchema file, FeatureCursor feature, RowWriter row) {
    List<String> names = file.names();
    if (!names.isEmpty()) {
      Object[] values = file.valuesOf(feature);
      for (int i = 0; i < values.length; i++) {
        row.set(row.schema().require(names.get(i)), values[i]);
      }
    }
  }
}
