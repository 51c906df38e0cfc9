package org.flashgrove.geotools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.geotools.value.ValueMapping;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.feature.type.AttributeDescriptor;
import org.locationtech.jts.geom.Geometry;

/**
 * Table that stores the features of one type. Each feature is a record, and its default geometry is
 * the geometry of the record. The other attributes are attributes of the record.
 *
 * <p>A feature id has the form {@code TYPE.KEY}, where {@code KEY} is the key of the record, unless
 * the application provided another id. The attribute {@link #PROVIDED_ID} stores provided ids. The
 * attribute {@link #USER_DATA} stores the entries of the user data whose keys and values are
 * strings.
 */
final class FeatureTable {
  /** Attribute that stores feature ids without the form {@code TYPE.KEY}. */
  static final String PROVIDED_ID = "#id";

  /** Attribute that stores user data of features. */
  static final String USER_DATA = "#user_data";

  /** Smallest key that has more digits than any key in a feature id. */
  private static final long LEAST_UNNAMED_KEY = 1_000_000_000_000_000_000L;

  private final Table table;
  private final SimpleFeatureType type;
  private final ValueMapping[] mappings;
  private final int geometry;
  private final String prefix;
  private final AtomicLong nextKey;

  /**
   * Next key for a record whose feature has an id that the application provided. It is larger than
   * all keys in feature ids.
   */
  private final AtomicLong nextUnnamedKey;

  FeatureTable(Table table, SimpleFeatureType type) {
    this.table = table;
    this.type = type;
    prefix = type.getTypeName() + ".";
    geometry = geometryOf(type);
    int count = type.getAttributeCount();
    mappings = new ValueMapping[count];
    for (int i = 0; i < count; i++) {
      AttributeDescriptor each = type.getDescriptor(i);
      mappings[i] = ValueMapping.of(each.getLocalName(), each.getType().getBinding());
    }
    nextKey = new AtomicLong(greatestKey(0, LEAST_UNNAMED_KEY - 1) + 1);
    nextUnnamedKey = new AtomicLong(greatestKey(LEAST_UNNAMED_KEY - 1, Long.MAX_VALUE) + 1);
  }

  /** Returns the largest record key in a range, or {@code from} if the range contains no key. */
  private long greatestKey(long from, long to) {
    AtomicLong greatest = new AtomicLong(from);
    table
        .keyIndex()
        .words()
        .visit(
            from,
            to,
            false,
            new PairVisitor() {
              @Override
              public void visit(long key, long rid) {
                greatest.set(key);
              }

              @Override
              public VisitResult found(long key, long rid) {
                visit(key, rid);
                return VisitResult.STOP;
              }
            });
    return greatest.get();
  }

  private static int geometryOf(SimpleFeatureType type) {
    return type.getGeometryDescriptor() == null
        ? -1
        : type.indexOf(type.getGeometryDescriptor().getName());
  }

  /**
   * Returns the schema of the records that store features of a type.
   *
   * @throws IllegalArgumentException if an attribute type is not supported or a name occurs twice;
   *     the message lists the allowed types
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

  /** Returns the mapping between an attribute's values in GeoTools and in the table. */
  ValueMapping mapping(int attribute) {
    return mappings[attribute];
  }

  /** Returns the position of the default geometry, or -1. */
  int geometry() {
    return geometry;
  }

  /** Returns the prefix of feature ids, to which the key is appended. */
  String prefix() {
    return prefix;
  }

  /**
   * Returns whether, in the newest commit, any feature may have an id without the form {@code
   * TYPE.KEY}.
   */
  boolean hasProvidedIds() {
    try (TableSnapshot newest = table.snapshot()) {
      return hasProvidedIds(newest);
    }
  }

  /**
   * Returns whether, in a snapshot, any feature may have an id without the form {@code TYPE.KEY}.
   */
  boolean hasProvidedIds(TableSnapshot snapshot) {
    for (TableIndex each : snapshot.indices().all()) {
      if (each instanceof AttributeIndex of && of.attribute().name().equals(PROVIDED_ID)) {
        return of.size(snapshot) > 0;
      }
    }
    return true; // without this index, such ids may exist
  }

  /**
   * Returns an index on an attribute that maps different values to different 8-byte keys. Returns
   * null if there is no such index.
   */
  AttributeIndex exactIndex(int attribute) {
    String name = type.getDescriptor(attribute).getLocalName();
    for (TableIndex each : table.indices()) {
      if (each instanceof AttributeIndex of
          && of.attribute().name().equals(name)
          && of.hasWords()
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

  /** Returns the key of an id with the form {@code TYPE.KEY}, or -1 for another id. */
  long keyOf(String id) {
    if (!id.startsWith(prefix)) {
      return -1;
    }
    String digits = id.substring(prefix.length());
    boolean isKey = digits.matches("0|[1-9][0-9]{0,17}");
    return isKey ? Long.parseLong(digits) : -1;
  }

  /** Returns the default geometry of a feature, or null. */
  Geometry geometryOf(SimpleFeature feature) {
    return geometry < 0 ? null : (Geometry) feature.getAttribute(geometry);
  }

  /**
   * Returns the key for the record of a new feature. This is the key in the feature's id. If the id
   * contains no key, returns a new key that occurs in no feature id.
   */
  long newKeyOf(SimpleFeature feature) {
    long key = keyOf(feature.getID());
    if (key < 0) {
      return newUnnamedKey();
    }
    nextKey.accumulateAndGet(key + 1, Math::max);
    return key;
  }

  /** Returns an unused key that occurs in no feature id. */
  long newUnnamedKey() {
    return nextUnnamedKey.getAndIncrement();
  }

  /**
   * Copies a feature's attributes and user data to its record. Copies the id, too, if it does not
   * have the form {@code TYPE.KEY}.
   */
  void write(SimpleFeature feature, RowWriter row) {
    for (int i = 0; i < mappings.length; i++) {
      if (i != geometry && feature.getAttribute(i) != null) {
        set(i, feature.getAttribute(i), row);
      }
    }
    if (keyOf(feature.getID()) < 0) {
      row.set(PROVIDED_ID, feature.getID());
    }
    row.set(USER_DATA, UserData.write(feature.getUserData()));
  }

  /**
   * Sets an attribute of a record. The attribute is found by name, because its position may have
   * changed.
   */
  private void set(int attribute, Object value, RowWriter row) {
    int column = row.schema().require(type.getDescriptor(attribute).getLocalName());
    boolean isKept = value == null || mappings[attribute].isSame();
    row.set(column, isKept ? value : mappings[attribute].toTable().apply(value));
  }

  /** Sets those attributes of a record for which a change contains new values. */
  void write(FeatureChange change, RowWriter row) {
    for (String each : change.attributes()) {
      int attribute = type.indexOf(each);
      if (attribute != geometry) {
        set(attribute, change.value(each), row);
      }
    }
    if (change.hasUserData()) {
      row.set(USER_DATA, UserData.write(change.userData()));
    }
  }

  private String geometryName() {
    return geometry < 0 ? null : type.getDescriptor(geometry).getLocalName();
  }

  /** Returns whether a change sets the default geometry. */
  boolean setsGeometry(FeatureChange change) {
    return geometry >= 0 && change.attributes().contains(geometryName());
  }

  /** Returns whether a change sets anything other than the default geometry. */
  boolean setsRow(FeatureChange change) {
    return change.hasUserData() || change.attributes().size() > (setsGeometry(change) ? 1 : 0);
  }

  /** Returns the default geometry that a change sets. */
  Geometry geometryOf(FeatureChange change) {
    return (Geometry) change.value(geometryName());
  }

  /**
   * Checks that this type still has the attributes that a transaction set.
   *
   * @throws IOException if an attribute was dropped after the transaction set it
   */
  void requireAttributes(String id, Collection<String> names) throws IOException {
    for (String each : names) {
      if (type.getDescriptor(each) == null) {
        throw new IOException(
            "feature "
                + id
                + ": attribute '"
                + each
                + "' was dropped after it was set; roll the transaction back");
      }
    }
  }

  /**
   * Returns a feature converted to the current version of this type. Values of dropped attributes
   * are left out.
   */
  SimpleFeature ofThisType(SimpleFeature feature) {
    if (feature.getFeatureType().equals(type)) {
      return feature;
    }
    List<Object> values = new ArrayList<>();
    for (AttributeDescriptor each : type.getAttributeDescriptors()) {
      values.add(feature.getAttribute(each.getLocalName()));
    }
    return EditedFeature.of(type, values, feature.getIdentifier(), feature.getUserData());
  }

  /**
   * Checks that a feature has no values of attributes that were dropped after it was created.
   *
   * @throws IOException if it has such a value
   */
  void requireAttributes(SimpleFeature feature) throws IOException {
    for (AttributeDescriptor each : feature.getFeatureType().getAttributeDescriptors()) {
      if (feature.getAttribute(each.getLocalName()) != null) {
        requireAttributes(feature.getID(), List.of(each.getLocalName()));
      }
    }
  }

  /**
   * Returns an unused table name that resembles the name of a type.
   *
   * @param taken names in use, as the keys of this map
   */
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

  /**
   * Checks that a record can store a feature. Callers check this before they change anything.
   *
   * @throws IOException if the record cannot store it
   */
  void requireKept(SimpleFeature feature) throws IOException {
    for (int i = 0; i < mappings.length; i++) {
      requirePresent(feature.getID(), i, feature.getAttribute(i));
    }
    try {
      RowWriter row = new RowWriter(table.schema());
      write(feature, row);
      row.row();
      table.requireHoldable(geometryOf(feature));
    } catch (IllegalArgumentException e) {
      throw new IOException("feature " + feature.getID() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Checks that a record can store the new values of a change. Callers check this before they
   * change anything.
   *
   * @throws IOException if the record cannot store them
   */
  void requireKept(FeatureChange change) throws IOException {
    for (String each : change.attributes()) {
      requirePresent(change.id(), type.indexOf(each), change.value(each));
    }
    try {
      write(change, new RowWriter(table.schema()));
      if (setsGeometry(change)) {
        table.requireHoldable(geometryOf(change));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("feature " + change.id() + ": " + e.getMessage(), e);
    }
  }

  private void requirePresent(String id, int position, Object value) throws IOException {
    AttributeDescriptor attribute = type.getDescriptor(position);
    if (position != geometry && !attribute.isNillable() && value == null) {
      throw new IOException(
          "feature "
              + id
              + ": attribute '"
              + attribute.getLocalName()
              + "' is null; set a "
              + attribute.getType().getBinding().getSimpleName());
    }
  }
}
