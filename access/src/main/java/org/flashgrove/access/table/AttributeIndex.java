package org.flashgrove.access.table;

import java.util.function.Supplier;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.structure.KeyStructure;

/**
 * A B+-tree of pairs (order word of an attribute's value, RID). Of types whose words are not exact
 * (text, bytes, decimals, moments, UUIDs) it gives candidates, in the order of their words; records
 * decide. Records without a value have no entry.
 */
public final class AttributeIndex extends PairIndex {
  private final Attribute attribute;
  private final Supplier<Schema> schema;

  AttributeIndex(
      String name, KeyStructure structure, Attribute attribute, Supplier<Schema> schema) {
    super(name, structure);
    this.attribute = attribute;
    this.schema = schema;
  }

  /** What the attributes of the table's records are at present. */
  public Schema schema() {
    return schema.get();
  }

  /** The attribute. */
  public Attribute attribute() {
    return attribute;
  }

  private int position(Row row) {
    return row.schema().require(attribute.name());
  }

  @Override
  boolean isIndexed(IndexedRecord record) {
    return !record.row().isNull(position(record.row()));
  }

  @Override
  long word(IndexedRecord record) {
    return record.row().orderWord(position(record.row()));
  }
}
