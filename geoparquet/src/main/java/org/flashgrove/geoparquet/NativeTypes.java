package org.flashgrove.geoparquet;

import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeographyLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeometryLogicalTypeAnnotation;

/**
 * Types GEOMETRY and GEOGRAPHY of Parquet. Libraries of Parquet before 1.16, such as that of Spark
 * 4.0, lack them. A file is then read and written by its GeoParquet metadata alone.
 */
final class NativeTypes {
  private static final String GEOMETRY = nameOf("GeometryLogicalTypeAnnotation");
  private static final Set<String> ALL = Set.of(GEOMETRY, nameOf("GeographyLogicalTypeAnnotation"));

  private NativeTypes() {}

  private static String nameOf(String type) {
    return LogicalTypeAnnotation.class.getName() + "$" + type;
  }

  /** Returns whether a type, which may be null, is a native geometry type. */
  static boolean contain(LogicalTypeAnnotation type) {
    return type != null && ALL.contains(type.getClass().getName());
  }

  /** Returns the coordinate system of a native geometry type, or null for the default. */
  static String systemOf(LogicalTypeAnnotation type) {
    return isOnSphere(type) ? Known.ofGeography(type) : Known.ofGeometry(type);
  }

  /** Returns whether the edges of a native geometry type are on the sphere. */
  static boolean isOnSphere(LogicalTypeAnnotation type) {
    return !type.getClass().getName().equals(GEOMETRY);
  }

  /**
   * Returns the type GEOMETRY. Returns null if the library of Parquet lacks it.
   *
   * @param system coordinate system; null for the default
   */
  static LogicalTypeAnnotation geometry(String system) {
    try {
      Class.forName(GEOMETRY, false, NativeTypes.class.getClassLoader());
      return Known.geometry(system);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Calls of methods that only newer libraries have. */
  private static final class Known {
    static String ofGeometry(LogicalTypeAnnotation type) {
      return ((GeometryLogicalTypeAnnotation) type).getCrs();
    }

    static String ofGeography(LogicalTypeAnnotation type) {
      return ((GeographyLogicalTypeAnnotation) type).getCrs();
    }

    static LogicalTypeAnnotation geometry(String system) {
      return LogicalTypeAnnotation.geometryType(system);
    }
  }
}
