package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;

/**
 * What all features of a file have in common, as a format needs it that says so before the first of
 * them.
 *
 * @param kind {@link EntryKind#POINTS} if all are points, {@link EntryKind#RECTANGLES} if the file
 *     says rectangles, else {@link EntryKind#GEOMETRIES}
 * @param isGeographic whether x and y are known to be longitude and latitude
 * @param geometryType the type of all geometries as JTS names it, null if they differ
 * @param hasHeights whether some geometries have a z
 * @param names names of attributes
 * @param types their types
 * @param count how many features there are
 * @param extent bounds of all, absent without features
 */
public record FeatureSchema(
    EntryKind kind,
    boolean isGeographic,
    String geometryType,
    boolean hasHeights,
    List<String> names,
    List<AttributeType> types,
    long count,
    Optional<Extent> extent) {
  /** Keeps copies. */
  public FeatureSchema {
    names = List.copyOf(names);
    types = List.copyOf(types);
  }

  /**
   * Reads a file to its end.
   *
   * @param cursor before the first feature; not closed
   * @param step called for each feature
   */
  public static FeatureSchema of(FeatureCursor cursor, Runnable step) {
    List<AttributeType> types = new ArrayList<>();
    ExtentAccumulator bounds = new ExtentAccumulator();
    boolean heights = false;
    Set<String> geometryTypes = new HashSet<>();
    while (cursor.next()) {
      bounds.accept(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
      if (cursor.kind() == EntryKind.GEOMETRIES) {
        Geometry geometry = cursor.geometry();
        geometryTypes.add(geometry.getGeometryType());
        Coordinate first = geometry.getCoordinate();
        heights |= !Double.isNaN(first.getZ());
      }
      for (int i = 0; i < cursor.attributeNames().size(); i++) {
        Object value = cursor.attribute(i);
        AttributeType type = value == null ? null : AttributeType.of(value);
        if (i == types.size()) {
          types.add(type);
        } else {
          types.set(i, AttributeType.both(types.get(i), type));
        }
      }
      step.run();
    }
    List<String> names = cursor.attributeNames();
    while (types.size() < names.size()) {
      types.add(null);
    }
    types.replaceAll(type -> type == null ? AttributeType.TEXT : type);
    String type = typeOf(cursor.kind(), geometryTypes);
    return new FeatureSchema(
        Geometry.TYPENAME_POINT.equals(type) ? EntryKind.POINTS : cursor.kind(),
        cursor.isGeographic(),
        type,
        heights,
        names,
        types,
        bounds.entryCount(),
        bounds.extent());
  }

  private static String typeOf(EntryKind kind, Set<String> types) {
    if (kind == EntryKind.POINTS) {
      return Geometry.TYPENAME_POINT;
    }
    return types.size() == 1 ? types.iterator().next() : null;
  }

  /** Returns a copy with names of attributes that are not reserved, and none there twice. */
  public FeatureSchema withoutNames(String... reserved) {
    Set<String> taken = new HashSet<>(Arrays.asList(reserved));
    List<String> own = new ArrayList<>();
    for (String name : names) {
      String free = name;
      while (!taken.add(free.toLowerCase(Locale.ROOT))) {
        free += "_";
      }
      own.add(free);
    }
    return new FeatureSchema(
        kind, isGeographic, geometryType, hasHeights, own, types, count, extent);
  }

  /** Returns the attributes of a cursor's current feature, as values of the schema's types. */
  public Object[] valuesOf(FeatureCursor cursor) {
    Object[] values = new Object[types.size()];
    int known = Math.min(types.size(), cursor.attributeNames().size());
    for (int i = 0; i < known; i++) {
      values[i] = types.get(i).cast(cursor.attribute(i));
    }
    return values;
  }
}
