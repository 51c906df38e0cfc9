package org.flashgrove.geotools;

import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.geotools.value.ValueMapping;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.feature.simple.SimpleFeatureImpl;
import org.geotools.filter.identity.FeatureIdImpl;

/**
 * Creates features from the records of one query. It looks up the position of each attribute once.
 * Not safe for use by several threads.
 */
final class FeatureDecoder {
  private static final int GEOMETRY = -1;

  private final SimpleFeatureType target;
  private final String prefix;
  private final int[] columns;
  private final ValueMapping[] mappings;
  private final int idColumn;
  private final int userDataColumn;

  /**
   * Creates a decoder.
   *
   * @param target type of the features, with a subset of the attributes of the table's type
   * @param schema schema of the records
   */
  FeatureDecoder(FeatureTable table, SimpleFeatureType target, Schema schema) {
    this.target = target;
    prefix = table.prefix();
    int count = target.getAttributeCount();
    columns = new int[count];
    mappings = new ValueMapping[count];
    for (int i = 0; i < count; i++) {
      int position = table.type().indexOf(target.getDescriptor(i).getName());
      boolean isGeometry = position == table.geometry();
      columns[i] = isGeometry ? GEOMETRY : schema.require(target.getDescriptor(i).getLocalName());
      mappings[i] = table.mapping(position);
    }
    idColumn = schema.require(FeatureTable.PROVIDED_ID);
    userDataColumn = schema.require(FeatureTable.USER_DATA);
  }

  /** Creates the feature that a record stores. */
  SimpleFeature feature(TableRecord record) {
    Row row = record.row();
    Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i] == GEOMETRY ? record.geometry() : value(row, i);
    }
    String id = row.isNull(idColumn) ? prefix + record.key() : row.getString(idColumn);
    SimpleFeature feature = new SimpleFeatureImpl(values, target, new FeatureIdImpl(id), false);
    if (!row.isNull(userDataColumn)) {
      UserData.read(row.getString(userDataColumn), feature.getUserData());
    }
    return feature;
  }

  private Object value(Row row, int attribute) {
    Object value = row.value(columns[attribute]);
    ValueMapping mapping = mappings[attribute];
    return value == null || mapping.isSame() ? value : mapping.fromTable().apply(value);
  }
}
