package org.flashgrove.datasets.feature;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.datasets.file.Excerpt;

/**
 * Coordinate reference system of a file.
 *
 * @param name authority and code, such as {@code EPSG:25832} or {@code ESRI:102001}, or another
 *     name; empty if the file names no system
 * @param epsg EPSG code; 0 if the system has none or is unknown
 * @param definition WKT of a system without an EPSG code; empty if there is none
 */
public record CoordinateSystem(String name, int epsg, String definition) {
  /** Unknown system. */
  public static final CoordinateSystem UNKNOWN = new CoordinateSystem("", 0);

  /** WGS 84 longitude and latitude. */
  public static final CoordinateSystem WGS84 = epsg(4326);

  private static final int WGS84_WITH_HEIGHTS = 4979;
  private static final String EPSG = "EPSG";

  /** Maximum length of a definition, so that the header of a file stays small. */
  private static final int MOST_CHARS = 1 << 16;

  private static final Pattern CODED = Pattern.compile("([A-Za-z][A-Za-z0-9_]*):([^:\\s]+)");
  private static final Pattern NAME_IN_TEXT = Pattern.compile("\"([^\"]+)\"");

  /** Drops the definition if it is too long, or if there is an EPSG code. */
  public CoordinateSystem {
    boolean isKept = epsg == 0 && definition != null && definition.length() <= MOST_CHARS;
    definition = isKept ? definition : "";
  }

  /** Creates a system without a definition. */
  public CoordinateSystem(String name, int epsg) {
    this(name, epsg, "");
  }

  /** Returns the system with an EPSG code. Code 0 stands for an unknown system. */
  public static CoordinateSystem epsg(int code) {
    return code == 0 ? UNKNOWN : new CoordinateSystem(EPSG + ":" + code, code);
  }

  /**
   * Returns the system that an authority defines under a code.
   *
   * @param authority for example {@code EPSG} or {@code OGC}; null or empty for EPSG
   * @param code code of the system
   */
  public static CoordinateSystem of(String authority, String code) {
    return of(authority, code, "");
  }

  /**
   * Returns the system that an authority defines under a code, together with its definition.
   *
   * @param definition WKT, or empty
   */
  public static CoordinateSystem of(String authority, String code, String definition) {
    String organization = authority == null || authority.isEmpty() ? EPSG : authority;
    if (organization.equalsIgnoreCase("OGC") && code.toUpperCase(Locale.ROOT).startsWith("CRS84")) {
      return WGS84;
    }
    if (organization.equalsIgnoreCase(EPSG) && code.matches("[1-9][0-9]{0,8}")) {
      return epsg(Integer.parseInt(code));
    }
    return new CoordinateSystem(organization + ":" + code, 0, definition);
  }

  /**
   * Returns a system without an authority.
   *
   * @param name name of the system; null or empty to use the name in the definition
   * @param definition WKT; null or empty for none
   */
  public static CoordinateSystem named(String name, String definition) {
    String text = definition == null ? "" : definition;
    if (name != null && !name.isBlank()) {
      return new CoordinateSystem(name, 0, text);
    }
    if (text.isBlank()) {
      return UNKNOWN;
    }
    Matcher found = NAME_IN_TEXT.matcher(text);
    return new CoordinateSystem(found.find() ? found.group(1) : "of its definition", 0, text);
  }

  /** Returns whether the file names a system. */
  public boolean isKnown() {
    return !name.isEmpty();
  }

  /**
   * Returns the part of the name before the colon, or null if the name is not an authority and a
   * code.
   */
  public String authority() {
    Matcher coded = CODED.matcher(name);
    return coded.matches() ? coded.group(1) : null;
  }

  /**
   * Returns the part of the name after the colon, or null if the name is not an authority and a
   * code.
   */
  public String code() {
    Matcher coded = CODED.matcher(name);
    return coded.matches() ? coded.group(2) : null;
  }

  /**
   * Returns whether two systems are the same. Systems with the same authority and code are the
   * same. Systems without a code must have the same name and the same definition.
   */
  public boolean isSame(CoordinateSystem other) {
    return name.equals(other.name) && (code() != null || definition.equals(other.definition));
  }

  /** Returns whether x and y are longitude and latitude in WGS 84, with or without heights. */
  public boolean isWgs84() {
    return epsg == WGS84.epsg || epsg == WGS84_WITH_HEIGHTS;
  }

  /** Returns the name, or {@code unknown}. */
  @Override
  public String toString() {
    return isKnown() ? Excerpt.of(name) : "unknown";
  }
}
