package org.flashgrove.access.query;

import java.util.List;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.TableRecord;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a record that a query returns.
 *
 * @param attributes names of the attributes to return, in the order of the result; null for all
 * @param isOfKeys whether the query returns only keys, without attributes and geometry
 */
record Projection(@Nullable List<String> attributes, boolean isOfKeys) {
  static final Projection ALL = new Projection(null, false);
  static final Projection KEYS = new Projection(List.of(), true);

  /** Returns the projection to some attributes. */
  static Projection of(List<String> names) {
    return new Projection(List.copyOf(names), false);
  }

  /**
   * Returns an empty record that a cursor fills with these parts.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if the table lacks an attribute
   */
  TableRecord view(Schema schema) {
    List<String> names = attributes;
    if (names == null || isOfKeys) {
      return new TableRecord(schema);
    }
    Schema.Builder selected = Schema.builder();
    names.forEach(name -> selected.add(schema.attribute(name)));
    return new TableRecord(schema, selected.build());
  }
}
