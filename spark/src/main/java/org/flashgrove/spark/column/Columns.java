package org.flashgrove.spark.column;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;

/**
 * Columns of a dataset. One column has the geometries of the records as WKB. The other columns are
 * attributes of the records, with the same names. Attributes must not be called {@code id} or
 * {@code wkt}, so columns with these names become attributes {@code #id} and {@code #wkt}.
 */
public final class Columns implements Serializable {
  private static final long serialVersionUID = 1;

  private final StructType schema;
  private final int geometry;
  private transient ColumnKind[] kinds;

  /**
   * Checks and stores the columns.
   *
   * @param geometryColumn name of the column with geometries, case-sensitive
   * @throws IllegalArgumentException if the geometry column is missing or not binary, or if the
   *     type of another column is not supported
   */
  public Columns(StructType schema, String geometryColumn) {
    this.schema = schema;
    int found = -1;
    for (int i = 0; i < schema.size(); i++) {
      if (schema.apply(i).name().equals(geometryColumn)) {
        found = i;
      }
    }
    if (found < 0 || !(schema.apply(found).dataType() instanceof BinaryType)) {
      throw new IllegalArgumentException(
          "geometry column '"
              + geometryColumn
              + "'"
              + (found < 0
                  ? ": no such column"
                  : ": is of type " + GeometryColumn.typeName(schema.apply(found).dataType()))
              + "; set option geometry to a binary column of WKB, one of "
              + String.join(", ", schema.fieldNames()));
    }
    geometry = found;
    kinds();
  }

  private ColumnKind[] kinds() {
    if (kinds == null) {
      ColumnKind[] all = new ColumnKind[schema.size()];
      for (int i = 0; i < all.length; i++) {
        StructField field = schema.apply(i);
        all[i] = i == geometry ? null : ColumnKind.of(field.name(), field.dataType());
      }
      kinds = all;
    }
    return kinds;
  }

  /** Returns the columns and their Spark types. */
  public StructType schema() {
    return schema;
  }

  /** Returns the name of the geometry column. */
  public String geometryName() {
    return schema.apply(geometry).name();
  }

  /** Returns the index of a column, or -1 if there is no column of this name. */
  public int indexOf(String name) {
    for (int i = 0; i < schema.size(); i++) {
      if (schema.apply(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the index of each column of {@code wanted}, or -1 if the dataset does not have the
   * column.
   */
  public int[] positions(StructType wanted) {
    return Arrays.stream(wanted.fieldNames()).mapToInt(this::indexOf).toArray();
  }

  /** Returns the index of the geometry column. */
  public int geometry() {
    return geometry;
  }

  /** Returns whether a column is the geometry column. */
  public boolean isGeometry(int column) {
    return column == geometry;
  }

  /** Returns the name of the attribute for a column. */
  public String attribute(int column) {
    String name = schema.apply(column).name();
    String plain = name.toLowerCase(Locale.ROOT);
    return plain.equals("id") || plain.equals("wkt") ? "#" + name : name;
  }

  /** Returns the kind of a column that is not the geometry column. */
  ColumnKind kind(int column) {
    return kinds()[column];
  }

  /** Returns the type of the attribute for a column. */
  public AttributeType attributeType(int column) {
    return kinds()[column].type();
  }

  /** Returns the attributes of the records. */
  public Schema attributes() {
    Schema.Builder builder = Schema.builder();
    for (int i = 0; i < schema.size(); i++) {
      if (i != geometry) {
        builder.nullable(attribute(i), kinds()[i].type());
      }
    }
    return builder.build();
  }

  /**
   * Changes a view to the WKB of the geometry of a row. Without a geometry, the view has no bytes.
   *
   * @throws IllegalArgumentException if the WKB has zero bytes, which a table would treat as null
   */
  public void showWkb(InternalRow row, ValueBytes view) {
    if (row.isNullAt(geometry)) {
      view.clear();
      return;
    }
    view.show(row, geometry, false);
    if (view.length() == 0) {
      throw new IllegalArgumentException(
          "column '" + geometryName() + "': the geometry has zero bytes; write WKB or null");
    }
  }

  /**
   * Converts a constant from Spark's internal form to the form in which the column's attribute
   * stores it. The constant must not be null.
   */
  public Object attributeValue(Object constant, int column) {
    return kinds()[column].toAttribute(constant);
  }

  /** Parses an attribute value from its text, and returns it in Spark's internal form. */
  public Object valueOfText(int column, String text) {
    return kinds()[column].ofText(text, schema.apply(column).dataType());
  }

  /** Returns the position of a column among attributes; -1 for the geometry. */
  private int attributeOf(int column) {
    return column == geometry ? -1 : column < geometry ? column : column - 1;
  }

  /**
   * Returns the value of a column in a record, in Spark's internal form, or null.
   *
   * @param body record: length of the WKB (4 bytes), WKB, attributes
   * @param row view of the attributes of this record
   */
  public Object value(int column, ByteBuffer body, Row row) {
    int attribute = attributeOf(column);
    if (attribute < 0) {
      int bytes = body.getInt(body.position());
      if (bytes == 0) {
        return null;
      }
      byte[] wkb = new byte[bytes];
      body.get(body.position() + Integer.BYTES, wkb);
      return wkb;
    }
    return row.isNull(attribute)
        ? null
        : kinds()[column].ofRow(row, attribute, schema.apply(column).dataType());
  }
}
