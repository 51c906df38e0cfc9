package org.flashgrove.geotools.file;

import java.time.Instant;
import java.time.LocalDate;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.sidecar.table.TableAttributes;

/** Converts attribute values of data files to the classes of their types. */
final class FileValues {
  private FileValues() {}

  static Class<?> classOf(AttributeType type) {
    return TableAttributes.typeOf(type).javaType();
  }

  /**
   * Returns a value as an object of the class of a type.
   *
   * @param value value in the file, or null; may be the text of a value, as in CSV
   * @throws IllegalArgumentException if the value is not of this type
   */
  static Object of(AttributeType type, Object value) {
    if (value == null || classOf(type).isInstance(value)) {
      return value;
    }
    String text = AttributeType.textOf(value);
    try {
      return switch (type) {
        case TEXT -> text;
        case INTEGER -> Long.valueOf(text);
        case REAL -> Double.valueOf(text);
        case BOOLEAN -> Boolean.valueOf(text);
        case DATE -> LocalDate.parse(text);
        case MOMENT -> Instant.parse(text);
        case BYTES -> throw new IllegalArgumentException(text);
      };
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("value " + text + " is no " + type, e);
    }
  }
}
