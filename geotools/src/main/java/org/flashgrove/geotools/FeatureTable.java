package org.flashgrove.geotools;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.VisitResult;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.feature.type.AttributeDescriptor;
import org.locationtech.jts.geom.Geometry;

/**
 * The table of a feature type. The default geometry of a feature is that of its record, the other
 * attributes are attributes of the record, and the id {@code TYPE.KEY} has the record's key. An id
 * of another form, which an application provided, is an attribute of its own, as is the user data
 * whose keys and values are texts.
 */
final class FeatureTable {
  /** Attribute of ids of another form than {@code TYPE.KEY}. */
  static final String PROVIDED_ID = "#id";

  /** Attribute of user data. */
  static final String USER_DATA = "#user_data";

  private final Table table;
  private final SimpleFeatureType type;
  private final ValueMapping[] mappings;
  private final int[] columns;
  private final int geometry;
  private final String prefix;
  private final AtomicLong nextKey;

  FeatureTable(Table table, SimpleFeatureType type) {
    this.table = table;
    this.type = type;
    prefix = type.getTypeName() + ".";
    geometry = geometryOf(type);
    int count = type.getAttributeCount();
    mappings = new ValueMapping[count];
    columns = new int[count];
    Schema schema = table.schema();
    for (int i = 0; i < count; i++) {
      AttributeDescriptor each = type.getDescriptor(i);
      mappings[i] = ValueMapping.of(each.getLocalName(), each.getType().getBinding());
      columns[i] = i == geometry ? -1 : schema.require(each.getLocalName());
    }
    nextKey = new AtomicLong(greatestKey() + 1);
  }

  /** Returns the greatest key of a record, or 0. */
  private long greatestKey() {
    AtomicLong greatest = new AtomicLong();
    table
        .keyIndex()
        .structure()
        .visitUntil(
            0,
            Long.MAX_VALUE,
            false,
            (key, rid) -> {
              greatest.set(key);
              return VisitResult.STOP;
            });
    return greatest.get();
  }

  private static int geometryOf(SimpleFeatureType type) {
    return type.getGeometryDescriptor() == null
        ? -1
        : type.indexOf(type.getGeometryDescriptor().getName());
  }

  /**
   * Returns the schema of the records of a type.
   *
   * @throws IllegalArgumentException for an attribute that is not kept, or a name twice; states
   *     what is allowed
   */
  static Schema schemaOf(SimpleFeatureType type) {
    Schema.Builder schema = Schema.builder();
    int geometry = geometryOf(type);
    for (int i = 0; i < type.getAttributeCount(); i++) {
      if (i != geometry) {
        schema.add(attributeOf(type.getDescriptor(i)));
      }
    }
    schema.nullable(PROVIDED_ID, AttributeType.STRING);
    return schema.nullable(USER_DATA, AttributeType.STRING).build();
  }

  static Attribute attributeOf(AttributeDescriptor attribute) {
    String name = attribute.getLocalName();
    AttributeType of = ValueMapping.of(name, attribute.getType().getBinding()).type();
    return attribute.isNillable() ? Attribute.nullable(name, of) : Attribute.required(name, of);
  }

  Table table() {
    return table;
  }

  SimpleFeatureType type() {
    return type;
  }

  /** How values of an attribute are kept. */
  ValueMapping mapping(int attribute) {
    return mappings[attribute];
  }

  /** Returns the position of the default geometry, or -1. */
  int geometry() {
    return geometry;
  }

  /** Returns what ids begin with that are followed by a key. */
  String prefix() {
    return prefix;
  }

  /** Returns whether features of the newest commit have ids of another form than TYPE.KEY. */
  boolean hasProvidedIds() {
    try (TableSnapshot newest = table.snapshot()) {
      return hasProvidedIds(newest);
    }
  }

  /** Returns whether features of a snapshot have ids of another form than TYPE.KEY. */
  boolean hasProvidedIds(TableSnapshot snapshot) {
    for (TableIndex each : snapshot.indices().all()) {
      if (each instanceof AttributeIndex of && of.attribute().name().equals(PROVIDED_ID)) {
        return of.size(snapshot) > 0;
      }
    }
    return true; // nothing says that there are none
  }

  /** Returns an index on an attribute whose words are equal only where values are, or null. */
  AttributeIndex exactIndex(int attribute) {
    String name = type.getDescriptor(attribute).getLocalName();
    for (TableIndex each : table.indices()) {
      if (each instanceof AttributeIndex of
          && of.attribute().name().equals(name)
          && of.attribute().type().hasExactWords()) {
        return of;
      }
    }
    return null;
  }

  /** Returns an id that no feature has. */
  String newId() {
    return prefix + nextKey.getAndIncrement();
  }

  /** Returns the key of an id of the form {@code TYPE.KEY}, or -1 for another id. */
  long keyOf(String id) {
    if (!id.startsWith(prefix)) {
      return -1;
    }
    String digits = id.substring(prefix.length());
    boolean isKey = digits.matches("0|[1-9][0-9]{0,17}");
    return isKey ? Long.parseLong(digits) : -1;
  }

  /** Returns a feature's geometry for its record, or null. */
  Geometry geometryOf(SimpleFeature feature) {
    return geometry < 0 ? null : (Geometry) feature.getAttribute(geometry);
  }

  /** Returns the key that a new feature's record gets. */
  long newKeyOf(SimpleFeature feature) {
    long key = keyOf(feature.getID());
    if (key < 0) {
      return nextKey.getAndIncrement();
    }
    nextKey.accumulateAndGet(key + 1, Math::max);
    return key;
  }

  /** Sets the attributes of a feature's record. */
  void write(SimpleFeature feature, RowWriter row) {
    for (int i = 0; i < columns.length; i++) {
      Object value = i == geometry ? null : feature.getAttribute(i);
      if (value != null) {
        row.set(columns[i], mappings[i].isSame() ? value : mappings[i].toTable().apply(value));
      }
    }
    if (keyOf(feature.getID()) < 0) {
      row.set(PROVIDED_ID, feature.getID());
    }
    String userData = UserData.write(feature.getUserData());
    if (userData != null) {
      row.set(USER_DATA, userData);
    }
  }

  /** A name of a table that is like a type's and that no structure has. */
  static String nameLike(String type, Map<String, ?> taken) {
    String plain = type.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    plain = plain.matches("[a-z].*") ? plain : "t_" + plain;
    plain = plain.substring(0, Math.min(plain.length(), 48));
    String name = plain;
    for (int i = 2; taken.containsKey(name); i++) {
      name = plain + "_" + i;
    }
    return name;
  }

  /** Refuses what a record cannot keep, before anything is changed. */
  void requireKept(SimpleFeature feature) throws IOException {
    for (int i = 0; i < columns.length; i++) {
      AttributeDescriptor attribute = type.getDescriptor(i);
      if (i != geometry && !attribute.isNillable() && feature.getAttribute(i) == null) {
        throw new IOException(
            "attribute '"
                + attribute.getLocalName()
                + "' of "
                + feature.getID()
                + " is null (allowed: "
                + attribute.getType().getBinding().getSimpleName()
                + ")");
      }
    }
    try {
      table.requireHoldable(geometryOf(feature));
    } catch (IllegalArgumentException e) {
      throw new IOException(feature.getID() + ": " + e.getMessage(), e);
    }
  }
}
