package org.flashgrove.access.scan;

import java.nio.ByteBuffer;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.RowFilter;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.core.failure.DamagedStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Filter on the attributes of records. It reads the bytes of a record without copying them. For one
 * thread.
 */
final class RecordFilter {
  private final @Nullable RowFilter filter;
  private final @Nullable Row row;

  /**
   * Creates a filter of records.
   *
   * @param filter the condition, or null if all records pass
   * @throws org.flashgrove.core.spec.SpecException if the filter names an attribute that the schema
   *     lacks
   */
  RecordFilter(@Nullable Filter filter, Schema schema) {
    this.filter = filter == null ? null : filter.bind(schema);
    row = filter == null ? null : new Row(schema);
  }

  /** Returns whether all records pass. */
  boolean passesAll() {
    return filter == null;
  }

  /**
   * Returns whether a record passes.
   *
   * @param body body of the record, as {@link RecordCursor#record} returns it
   * @throws DamagedStoreException if the attributes in the body are not a row of the schema
   */
  boolean passes(long rid, ByteBuffer body) {
    if (filter == null || row == null) {
      return true;
    }
    try {
      return filter.passes(row.showBody(body));
    } catch (IllegalArgumentException e) {
      throw new DamagedStoreException(
          "nodes.pages", "record " + rid, String.valueOf(e.getMessage()));
    }
  }
}
