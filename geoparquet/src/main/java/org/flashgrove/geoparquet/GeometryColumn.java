package org.flashgrove.geoparquet;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.geoparquet.page.ParquetFile;

/**
 * Geometry column of a file, as the metadata {@code geo} of GeoParquet 1.x or a native type of
 * Parquet describes it.
 *
 * @param name name of the column
 * @param encoding {@code wkb}, or a type of GeoArrow such as {@code point}
 * @param system coordinate system
 * @param isOnSphere true if edges follow the surface of a sphere or spheroid; false if they are
 *     straight in the plane of the coordinates
 * @param hasLostDefinition whether the file defines the system by PROJJSON without an EPSG code;
 *     this definition is lost when the file is read
 * @param coverings names of the columns that repeat the bounds of the geometries
 */
record GeometryColumn(
    String name,
    String encoding,
    CoordinateSystem system,
    boolean isOnSphere,
    boolean hasLostDefinition,
    Set<String> coverings) {
  /**
   * Key under which {@link GeoParquetWriter} stores the well-known text of a coordinate system in
   * the footer.
   */
  static final String DEFINITION = "flashgrove.crs";

  private static final String WKB = "wkb";
  private static final Set<String> ENCODINGS =
      Set.of(
          WKB, "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon");

  /** Names of the bounds of a box. */
  static final List<String> BOX = List.of("xmin", "ymin", "xmax", "ymax");

  /** Names by which a column with WKB is recognized in a file without metadata. */
  private static final List<String> USUAL_NAMES = List.of("geometry", "geom", "wkb_geometry");

  /** Returns whether the values of the column are well-known binary (WKB). */
  boolean isWkb() {
    return encoding.equals(WKB);
  }

  /**
   * Returns the geometry columns of a file. The primary column comes first.
   *
   * @param file name of the file, for messages
   * @throws InputException if the file has no geometry column, or if its metadata are wrong
   */
  static List<GeometryColumn> of(ParquetFile parquet, String file) {
    List<GeometryColumn> found = new ArrayList<>();
    String geo = parquet.text("geo");
    if (geo != null) {
      found.addAll(described(parse(geo, file), parquet, file));
    }
    for (Type column : parquet.schema().getFields()) {
      boolean isKnown = found.stream().anyMatch(each -> each.name.equals(column.getName()));
      GeometryColumn typed = isKnown ? null : typed(column, parquet);
      if (typed != null) {
        found.add(typed);
      }
    }
    if (found.isEmpty()) {
      parquet.schema().getFields().stream()
          .filter(column -> isBinary(column) && USUAL_NAMES.contains(column.getName()))
          .findFirst()
          .ifPresent(
              column ->
                  found.add(
                      new GeometryColumn(
                          column.getName(),
                          WKB,
                          CoordinateSystem.UNKNOWN,
                          false,
                          false,
                          Set.of())));
    }
    if (found.isEmpty()) {
      throw new InputException(
          file, 0, "has no geometry column", "GeoParquet, or a column geometry of WKB");
    }
    return found;
  }

  /**
   * Returns one of the geometry columns of a file.
   *
   * @param layer name of the column; null for the primary column
   * @throws IllegalArgumentException if there is no geometry column with this name
   */
  static GeometryColumn choose(List<GeometryColumn> geometries, String layer) {
    if (layer == null) {
      return geometries.get(0);
    }
    for (GeometryColumn each : geometries) {
      if (each.name().equals(layer)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "layer "
            + layer
            + " (allowed: --layer "
            + String.join(", ", geometries.stream().map(GeometryColumn::name).toList())
            + ")");
  }

  private static PlainJson parse(String geo, String file) {
    try {
      PlainJson root = PlainJson.parse(geo);
      if (root.at("columns").isObject() && root.at("primary_column").isText()) {
        return root;
      }
    } catch (JsonProcessingException e) {
      throw wrong(file, "metadata that are not JSON", "the metadata of GeoParquet", e);
    }
    throw wrong(file, "metadata without columns", "the metadata of GeoParquet", null);
  }

  private static InputException wrong(String file, String wrong, String allowed, Exception cause) {
    return new InputException(file, "metadata geo", wrong, allowed, cause);
  }

  private static List<GeometryColumn> described(PlainJson root, ParquetFile parquet, String file) {
    List<GeometryColumn> found = new ArrayList<>();
    String primary = root.at("primary_column").text();
    for (Map.Entry<String, PlainJson> each : root.at("columns").members().entrySet()) {
      String name = each.getKey();
      if (!parquet.schema().containsField(name)) {
        throw wrong(file, "no column " + Excerpt.quoted(name), "columns of the file", null);
      }
      found.add(
          name.equals(primary) ? 0 : found.size(), described(name, each.getValue(), parquet, file));
    }
    if (found.isEmpty() || !found.get(0).name.equals(primary)) {
      throw wrong(
          file, "no description of the primary column", "one for each geometry column", null);
    }
    return found;
  }

  private static GeometryColumn described(
      String name, PlainJson column, ParquetFile parquet, String file) {
    MessageType schema = parquet.schema();
    String encoding = column.at("encoding").text().toLowerCase(Locale.ROOT);
    if (!ENCODINGS.contains(encoding)) {
      throw wrong(
          file,
          "encoding " + Excerpt.quoted(encoding) + " of column " + Excerpt.quoted(name),
          "WKB, or a type of GeoArrow",
          null);
    }
    if (encoding.equals(WKB) && !isBinary(schema.getType(name))) {
      throw wrong(file, "column " + Excerpt.quoted(name) + " is not binary", "WKB", null);
    }
    Set<String> coverings = new HashSet<>();
    for (PlainJson side : column.at("covering").at("bbox").members().values()) {
      coverings.add(side.first().text());
    }
    coverings.remove(name);
    PlainJson crs = column.members().get("crs");
    requireSystem(name, crs, file);
    boolean isSphere = column.at("edges").text().equals("spherical");
    CoordinateSystem system = crs == null ? CoordinateSystem.WGS84 : systemOf(crs);
    boolean isLost = isLost(crs);
    if (crs != null && crs.isText()) { // some writers put a code or WKT there
      GeometryColumn ofText = typed(name, crs.text(), isSphere, parquet);
      system = ofText.system;
      isLost = ofText.hasLostDefinition;
    } else if (!system.isKnown()) {
      GeometryColumn typed = typed(schema.getType(name), parquet);
      system = typed == null ? system : typed.system;
    }
    return new GeometryColumn(name, encoding, system, isSphere, isLost, coverings);
  }

  /**
   * Throws an exception if the JSON that describes a coordinate system does not have the required
   * form.
   */
  private static void requireSystem(String column, PlainJson crs, String file) {
    boolean isText = crs != null && crs.isText() && !crs.text().isBlank();
    if (crs != null && !crs.isNull() && !crs.isObject() && !isText) {
      throw wrong(
          file,
          "crs " + Excerpt.of(crs.toString()) + " of column " + Excerpt.quoted(column),
          "PROJJSON, or null for an unknown system",
          null);
    }
  }

  /**
   * Returns the coordinate system that a PROJJSON object describes. A JSON null stands for an
   * unknown system.
   */
  private static CoordinateSystem systemOf(PlainJson crs) {
    PlainJson authority = crs.at("id").at("authority");
    PlainJson code = crs.at("id").at("code");
    if (!authority.isNull() && !code.isNull()) {
      return CoordinateSystem.of(authority.text(), code.text());
    }
    PlainJson name = crs.at("name");
    return CoordinateSystem.named(name.isText() ? name.text() : null, "");
  }

  private static boolean isLost(PlainJson crs) {
    return crs != null && crs.isObject() && systemOf(crs).epsg() == 0;
  }

  private static boolean isBinary(Type column) {
    return column.isPrimitive()
        && !column.isRepetition(Type.Repetition.REPEATED)
        && column.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
  }

  private static GeometryColumn typed(Type column, ParquetFile parquet) {
    LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
    if (!isBinary(column) || !NativeTypes.contain(meaning)) {
      return null;
    }
    return typed(
        column.getName(), NativeTypes.systemOf(meaning), NativeTypes.isOnSphere(meaning), parquet);
  }

  /**
   * Returns the description of a column that has a native geometry type.
   *
   * @param crs coordinate system of the type: {@code srid:CODE}, {@code projjson:KEY} with a key of
   *     the footer, the code of an authority, PROJJSON, or WKT; null stands for longitude and
   *     latitude
   */
  private static GeometryColumn typed(
      String name, String crs, boolean isOnSphere, ParquetFile parquet) {
    if (crs == null || crs.isBlank()) {
      return new GeometryColumn(name, WKB, CoordinateSystem.WGS84, isOnSphere, false, Set.of());
    }
    String text = crs.strip();
    int colon = text.indexOf(':');
    String head = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = text.substring(colon + 1).strip();
    if (head.equals("projjson") && parquet.text(rest) != null) {
      text = parquet.text(rest);
    }
    CoordinateSystem system;
    boolean isLost = false;
    if (text.startsWith("{")) {
      PlainJson parsed = projJson(text);
      system = systemOf(parsed);
      isLost = isLost(parsed);
    } else if (head.equals("srid") && rest.matches("[0-9]{1,9}")) {
      system = CoordinateSystem.epsg(Integer.parseInt(rest));
    } else if (head.matches("[a-z]+") && rest.matches("[A-Za-z0-9]+")) {
      system = CoordinateSystem.of(text.substring(0, colon), rest);
    } else {
      boolean isDefinition = text.contains("["); // WKT, which has the name in it
      system = CoordinateSystem.named(isDefinition ? null : text, isDefinition ? text : "");
    }
    String definition = parquet.text(DEFINITION);
    if (definition != null && system.epsg() == 0) {
      system = new CoordinateSystem(system.name(), 0, definition);
    }
    return new GeometryColumn(name, WKB, system, isOnSphere, isLost, Set.of());
  }

  private static PlainJson projJson(String text) {
    try {
      return PlainJson.parse(text);
    } catch (JsonProcessingException e) {
      return new PlainJson(Map.of("name", new PlainJson(Excerpt.of(text))));
    }
  }
}
