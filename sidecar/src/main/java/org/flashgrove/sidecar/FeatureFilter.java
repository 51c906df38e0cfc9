package org.flashgrove.sidecar;

import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.RowFilter;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Condition on the attributes of features. For use by one thread. */
final class FeatureFilter {
  private final AttributeValues values;
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
    values = new AttributeValues(filter.attributes(), features);
    writer = new RowWriter(values.schema());
    row = new Row(values.schema());
    this.filter = filter.bind(values.schema());
  }

  /** Returns whether the current feature of a cursor satisfies the condition. */
  boolean passes(FeatureCursor features) {
    writer.clear();
    for (int i = 0; i < values.count(); i++) {
      writer.set(i, values.valueOf(features, i));
    }
    return filter.passes(row.show(writer.row()));
  }
}
