package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.flashgrove.datasets.Extent;

/**
 * Schema of all features of a file, for formats that write it before the first feature.
 *
 * @param geometries summary of the features' geometries
 * @param names names of attributes
 * @param types types of attributes
 * @param likeOtherTypes names of attributes that the file declares as text, but whose values look
 *     like another type, such as numbers or dates
 * @param givenIds number of features whose id differs from their position in the file
 * @param notes a message for each kind of data that was lost during reading
 */
public record FeatureSchema(
    GeometryFacts geometries,
    List<String> names,
    List<AttributeType> types,
    List<String> likeOtherTypes,
    long givenIds,
    List<String> notes) {
  /** Copies the lists. */
  public FeatureSchema {
    names = List.copyOf(names);
    types = List.copyOf(types);
    likeOtherTypes = List.copyOf(likeOtherTypes);
    notes = List.copyOf(notes);
  }

  /** Returns the schema of features with ids and without attributes. */
  public static FeatureSchema withoutAttributes(GeometryFacts geometries) {
    return new FeatureSchema(
        geometries, List.of(), List.of(), List.of(), geometries.count(), List.of());
  }

  /**
   * Reads a file to its end and returns its schema. All attributes of a CSV file are text; {@link
   * #inferred} returns a schema with other types.
   *
   * @param cursor cursor before the first feature; it is not closed
   * @param step called for each feature
   */
  public static FeatureSchema of(FeatureCursor cursor, Runnable step) {
    return read(cursor, step, null);
  }

  /**
   * Reads a file to its end and returns its schema, as {@link #of} does. The type of a CSV
   * attribute is the first of boolean, integer, real, date and timestamp that reproduces each of
   * its texts. {@link #valuesOf} then converts the texts. The schema describes rows of a table; to
   * copy a CSV file, use {@link #of}, which changes no text.
   *
   * @param cursor cursor before the first feature; it is not closed
   * @param step called for each feature
   */
  public static FeatureSchema inferred(FeatureCursor cursor, Runnable step) {
    return read(cursor, step, new InferredTypes());
  }

  private static FeatureSchema read(FeatureCursor cursor, Runnable step, InferredTypes texts) {
    ColumnTypes columns = new ColumnTypes();
    GeometryFacts.Finder geometries = new GeometryFacts.Finder();
    long number = 0;
    long givenIds = 0;
    while (cursor.next()) {
      number++;
      givenIds += cursor.id() == number ? 0 : 1;
      if (cursor.kind() == EntryKind.GEOMETRIES) {
        geometries.add(cursor.id(), cursor.geometry());
      } else {
        geometries.add(cursor);
      }
      columns.look(cursor);
      if (texts != null && !cursor.isTyped()) {
        texts.look(cursor);
      }
      step.run();
    }
    List<String> names = cursor.attributeNames();
    List<String> notes = new ArrayList<>(cursor.notes());
    notes.addAll(columns.notes(cursor));
    return new FeatureSchema(
        geometries.facts(cursor.kind(), cursor.coordinateSystem()),
        names,
        texts == null || cursor.isTyped() ? columns.types(cursor) : texts.types(cursor),
        cursor.isTyped() ? columns.likeOtherTypes(names) : List.of(),
        givenIds,
        notes);
  }

  /** Returns the kind of the features. */
  public EntryKind kind() {
    return geometries.kind();
  }

  /**
   * Returns the JTS name of the type of all geometries, or null if geometries have different types.
   */
  public String geometryType() {
    return geometries.type();
  }

  /** Returns the coordinate system of the geometries. */
  public CoordinateSystem coordinateSystem() {
    return geometries.coordinates();
  }

  /** Returns the number of features. */
  public long count() {
    return geometries.count();
  }

  /**
   * Returns the number of features that a format would write. A format may skip features without a
   * geometry.
   */
  public long countIn(DataFormat format) {
    boolean areAll = format.carries(Fact.MISSING_GEOMETRIES);
    return areAll ? count() : count() - geometries.withoutGeometry();
  }

  /** Returns the bounds of all features, or empty without features. */
  public Optional<Extent> extent() {
    return geometries.extent();
  }

  /** Returns a copy whose attributes have the names that {@link #freeNames} returns. */
  public FeatureSchema withoutNames(boolean ignoresCase, String... reserved) {
    List<String> own = freeNames(names, ignoresCase, reserved);
    return new FeatureSchema(geometries, own, types, likeOtherTypes, givenIds, notes);
  }

  /**
   * Returns attribute names that are unique and not reserved. Valid names stay unchanged;
   * underscores are appended to invalid ones.
   *
   * @param ignoresCase whether the format ignores case
   */
  public static List<String> freeNames(
      List<String> names, boolean ignoresCase, String... reserved) {
    UnaryOperator<String> key = name -> ignoresCase ? name.toLowerCase(Locale.ROOT) : name;
    Set<String> given = new HashSet<>(Arrays.asList(reserved));
    Set<String> taken = new HashSet<>(given);
    names.forEach(name -> taken.add(key.apply(name)));
    List<String> own = new ArrayList<>();
    for (String name : names) {
      String free = name;
      if (!given.add(key.apply(name))) {
        do {
          free += "_";
        } while (!taken.add(key.apply(free)));
      }
      own.add(free);
    }
    return own;
  }

  /** Returns a copy in which every attribute whose type is not in {@code known} becomes text. */
  public FeatureSchema withTypes(Set<AttributeType> known) {
    List<AttributeType> own =
        types.stream().map(type -> known.contains(type) ? type : AttributeType.TEXT).toList();
    return new FeatureSchema(geometries, names, own, likeOtherTypes, givenIds, notes);
  }

  /**
   * Returns the attributes of the current feature of a cursor, converted to the types of this
   * schema.
   */
  public Object[] valuesOf(FeatureCursor cursor) {
    Object[] values = new Object[types.size()];
    int known = Math.min(types.size(), cursor.attributeNames().size());
    for (int i = 0; i < known; i++) {
      values[i] = types.get(i).cast(cursor.attribute(i));
    }
    return values;
  }
}
