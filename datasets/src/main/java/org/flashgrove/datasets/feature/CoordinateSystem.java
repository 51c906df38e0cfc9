package org.flashgrove.datasets.feature;

import java.util.Locale;

/**
 * Coordinate reference system of a file.
 *
 * @param name authority and code, as in {@code EPSG:25832}, or another name for messages; empty if
 *     the file names no system
 * @param epsg the code of EPSG; 0 if the system has none or is unknown
 */
public record CoordinateSystem(String name, int epsg) {
  /** No known system. */
  public static final CoordinateSystem UNKNOWN = new CoordinateSystem("", 0);

  /** WGS 84 longitude and latitude. */
  public static final CoordinateSystem WGS84 = epsg(4326);

  private static final int WGS84_WITH_HEIGHTS = 4979;
  private static final String EPSG = "EPSG";

  /** Returns the system of an EPSG code; the code 0 stands for an unknown system. */
  public static CoordinateSystem epsg(int code) {
    return code == 0 ? UNKNOWN : new CoordinateSystem(EPSG + ":" + code, code);
  }

  /**
   * Returns the system of an authority.
   *
   * @param authority such as {@code EPSG} or {@code OGC}; null or empty means EPSG
   * @param code code of the system at the authority
   */
  public static CoordinateSystem of(String authority, String code) {
    String organization = authority == null || authority.isEmpty() ? EPSG : authority;
    if (organization.equalsIgnoreCase("OGC") && code.toUpperCase(Locale.ROOT).startsWith("CRS84")) {
      return WGS84;
    }
    if (organization.equalsIgnoreCase(EPSG) && code.matches("[1-9][0-9]{0,8}")) {
      return epsg(Integer.parseInt(code));
    }
    return new CoordinateSystem(organization + ":" + code, 0);
  }

  /** Returns whether the file names a system. */
  public boolean isKnown() {
    return !name.isEmpty();
  }

  /** Returns whether x and y are longitude and latitude of WGS 84, with or without heights. */
  public boolean isWgs84() {
    return epsg == WGS84.epsg || epsg == WGS84_WITH_HEIGHTS;
  }

  /** Returns the name, or {@code unknown} if there is none. */
  @Override
  public String toString() {
    return isKnown() ? name : "unknown";
  }
}
