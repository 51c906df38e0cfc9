package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.flashgrove.datasets.Extent;

/**
 * Describes the data of features that a format cannot store, with one message for each {@link
 * Fact}.
 */
public final class Losses {
  private Losses() {}

  /**
   * Returns messages about the data that are lost when features are read from a file and then
   * written in a format.
   *
   * @param format format to write
   * @param schema schema of the features that were read
   * @return a message for each loss; empty if no data are lost
   */
  public static List<String> of(DataFormat format, FeatureSchema schema) {
    List<String> lines = new ArrayList<>(schema.notes());
    String target = format.name();
    GeometryFacts geometries = schema.geometries();
    if (!format.carries(Fact.IDS) && schema.givenIds() > 0) {
      lines.add(
          line(
              "%s: ids of %s are not written; lines count",
              target, counted(schema.givenIds(), "feature")));
    }
    if (!format.carries(Fact.MISSING_GEOMETRIES) && geometries.withoutGeometry() > 0) {
      lines.add(
          line(
              "%s: %s without a geometry %s not written",
              target,
              counted(geometries.withoutGeometry(), "feature"),
              are(geometries.withoutGeometry())));
    }
    if (!format.carries(Fact.HEIGHTS) && geometries.withHeights() > 0) {
      lines.add(notWritten(target, "heights (z)", geometries.withHeights()));
    }
    if (!format.carries(Fact.MEASURES) && geometries.withMeasures() > 0) {
      lines.add(notWritten(target, "measures (m)", geometries.withMeasures()));
    }
    if (!format.carries(Fact.ATTRIBUTES)) {
      if (!schema.names().isEmpty()) {
        lines.add(
            line(
                "%s: %,d %s not written: %s",
                target,
                schema.names().size(),
                schema.names().size() == 1 ? "attribute is" : "attributes are",
                String.join(", ", schema.names())));
      }
    } else {
      addAttributes(lines, format, schema);
    }
    addCoordinates(lines, format, schema);
    lines.addAll(format.notes(schema));
    return lines;
  }

  /**
   * Returns the message about values of an attribute that become text.
   *
   * @param count number of these values
   */
  public static String keptAsText(String attribute, long count) {
    return line(
        "attribute %s: %s of other types %s kept as text, as no type fits all",
        attribute, counted(count, "value"), are(count));
  }

  /**
   * Returns the message about lists and objects that become JSON text.
   *
   * @param count number of these values
   * @param attributes names of their attributes
   */
  public static String nested(long count, Collection<String> attributes) {
    return line(
        "nested values kept as JSON text: %,d, in the attributes: %s",
        count, String.join(", ", attributes));
  }

  /** Returns the message about {@code count} whole numbers that become text. */
  public static String big(long count) {
    return line(
        "%s that 64 bits do not hold %s kept as text", counted(count, "number"), are(count));
  }

  private static void addAttributes(List<String> lines, DataFormat format, FeatureSchema schema) {
    String target = format.name();
    FeatureSchema written = format.written(schema);
    List<String> asText = new ArrayList<>();
    for (int i = 0; i < schema.names().size(); i++) {
      String name = schema.names().get(i);
      if (!written.names().get(i).equals(name)) {
        lines.add(line("%s: attribute %s is written as %s", target, name, written.names().get(i)));
      }
      if (written.types().get(i) != schema.types().get(i)) {
        asText.add(name + " (" + schema.types().get(i) + ")");
      }
    }
    if (!format.carries(Fact.TYPES) && !schema.likeOtherTypes().isEmpty()) {
      lines.add(
          line(
              "%s: text of %s looks like numbers, days or truth values, and is read as such: %s",
              target,
              counted(schema.likeOtherTypes().size(), "attribute"),
              String.join(", ", schema.likeOtherTypes())));
    }
    if (!asText.isEmpty()) {
      lines.add(
          line(
              "%s: types of %s are not written, only their text: %s",
              target, counted(asText.size(), "attribute"), String.join(", ", asText)));
    }
  }

  private static void addCoordinates(List<String> lines, DataFormat format, FeatureSchema schema) {
    CoordinateSystem system = schema.coordinateSystem();
    boolean isLost = !format.carries(Fact.COORDINATE_SYSTEM);
    boolean isImplied = system.isWgs84() && format.isWgs84(schema);
    if (system.isKnown() && isLost && !isImplied) {
      lines.add(
          line(
              "%s: the coordinate system %s of %s is not written",
              format.name(), system, counted(schema.count(), "feature")));
    }
    boolean isOutside = schema.extent().map(Losses::isOutside).orElse(false);
    if (!system.isKnown() && isOutside && format.isWgs84(schema)) {
      lines.add(
          line(
              "%s: not all coordinates are within -180 to 180 and -90 to 90; readers take them for"
                  + " longitude and latitude in WGS 84",
              format.name()));
    }
  }

  private static boolean isOutside(Extent extent) {
    return extent.minX() < -180 || extent.maxX() > 180 || extent.minY() < -90 || extent.maxY() > 90;
  }

  private static String notWritten(String target, String what, long count) {
    return line("%s: %s of %s are not written", target, what, counted(count, "feature"));
  }

  /** Returns a count and its noun, as in {@code 1 feature} or {@code 2 features}. */
  static String counted(long count, String noun) {
    return line("%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /** Returns the verb after a count. */
  static String are(long count) {
    return count == 1 ? "is" : "are";
  }

  private static String line(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
