package org.flashgrove.geotools.value;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.feature.type.AttributeDescriptor;
import org.geotools.api.feature.type.GeometryDescriptor;
import org.geotools.feature.FeatureTypes;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.locationtech.jts.geom.Geometry;

/**
 * Catalog of a store's feature types. It is a table with a record for each type and one for each
 * attribute.
 */
public final class TypeCatalog {
  /** Name of the table. */
  public static final String NAME = "feature_types";

  public static final Schema SCHEMA =
      Schema.builder()
          .required("type", AttributeType.STRING)
          .required("position", AttributeType.INT)
          .required("name", AttributeType.STRING)
          .nullable("class", AttributeType.STRING)
          .nullable("nullable", AttributeType.BOOLEAN)
          .nullable("length", AttributeType.INT)
          .nullable("crs", AttributeType.STRING)
          .nullable("default_geometry", AttributeType.BOOLEAN)
          .build();

  /**
   * Value of {@code position} in a record that describes a type itself instead of an attribute. The
   * field {@code name} of this record contains the name of the table.
   */
  private static final int TYPE = -1;

  private TypeCatalog() {}

  /** A feature type and the table of its features. */
  public record Entry(String table, SimpleFeatureType type) {}

  /** Reads all feature types. The keys of the map are the type names. */
  public static Map<String, Entry> read(Table catalog, String namespace) throws IOException {
    record Line(int position, String name, Attribute rest) {}
    Map<String, List<Line>> lines = new LinkedHashMap<>();
    try (TableCursor cursor = TableQuery.of(catalog).cursor()) {
      while (cursor.next()) {
        Row row = cursor.record().row();
        lines
            .computeIfAbsent(row.getString("type"), type -> new ArrayList<>())
            .add(new Line(row.getInt("position"), row.getString("name"), Attribute.of(row)));
      }
    }
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (Map.Entry<String, List<Line>> each : lines.entrySet()) {
      List<Line> of = each.getValue();
      of.sort(Comparator.comparingInt(Line::position));
      SimpleFeatureTypeBuilder builder = new SimpleFeatureTypeBuilder();
      builder.setName(each.getKey());
      builder.setNamespaceURI(namespace);
      String table = null;
      for (Line line : of) {
        if (line.position == TYPE) {
          table = line.name;
        } else {
          line.rest.add(line.name, builder);
        }
      }
      entries.put(each.getKey(), new Entry(table, builder.buildFeatureType()));
    }
    return entries;
  }

  /** Stored properties of an attribute. */
  private record Attribute(
      String className, boolean nullable, int length, String crs, boolean first) {
    static Attribute of(Row row) {
      return new Attribute(
          row.getString("class"),
          !row.isNull("nullable") && row.getBoolean("nullable"),
          row.isNull("length") ? FeatureTypes.ANY_LENGTH : row.getInt("length"),
          row.getString("crs"),
          !row.isNull("default_geometry") && row.getBoolean("default_geometry"));
    }

    public void add(String name, SimpleFeatureTypeBuilder builder) throws IOException {
      Class<?> binding;
      try {
        binding = Class.forName(className);
      } catch (ClassNotFoundException e) {
        throw new IOException(
            "attribute '"
                + name
                + "': class "
                + className
                + " cannot be loaded; put it on the class path",
            e);
      }
      builder.nillable(nullable).minOccurs(nullable ? 0 : 1);
      if (length != FeatureTypes.ANY_LENGTH) {
        builder.length(length);
      }
      if (Geometry.class.isAssignableFrom(binding)) {
        builder.add(name, binding, CrsText.parse(crs));
        if (first) {
          builder.setDefaultGeometry(name);
        }
      } else {
        builder.add(name, binding);
      }
    }
  }

  /** Adds a type. */
  public static void add(TableBatch batch, Entry entry) {
    SimpleFeatureType type = entry.type();
    batch.insert(
        0,
        null,
        row ->
            row.set("type", type.getTypeName()).set("position", TYPE).set("name", entry.table()));
    for (int i = 0; i < type.getAttributeCount(); i++) {
      AttributeDescriptor attribute = type.getDescriptor(i);
      int position = i;
      batch.insert(
          0,
          null,
          row -> {
            row.set("type", type.getTypeName())
                .set("position", position)
                .set("name", attribute.getLocalName())
                .set("class", attribute.getType().getBinding().getName())
                .set("nullable", attribute.isNillable());
            int length = FeatureTypes.getFieldLength(attribute);
            if (length != FeatureTypes.ANY_LENGTH) {
              row.set("length", length);
            }
            if (attribute instanceof GeometryDescriptor geometry) {
              row.set("crs", CrsText.of(geometry.getCoordinateReferenceSystem()))
                  .set("default_geometry", attribute.equals(type.getGeometryDescriptor()));
            }
          });
    }
  }

  /** Removes a type. */
  public static void remove(Table catalog, TableBatch batch, String type) {
    List<Long> rids = new ArrayList<>();
    TableQuery.of(catalog)
        .where(org.flashgrove.access.filter.Filter.equal("type", type))
        .forEach(record -> rids.add(record.rid()));
    rids.forEach(batch.byRid()::delete);
  }
}
