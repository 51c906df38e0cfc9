package org.flashgrove.geotools.value;

import java.io.IOException;
import org.geotools.api.referencing.FactoryException;
import org.geotools.api.referencing.crs.CoordinateReferenceSystem;
import org.geotools.referencing.CRS;

/**
 * Converts coordinate reference systems to and from text. The text is the authority's code if this
 * code defines the complete system, including the order of its axes. Otherwise it is WKT.
 */
final class CrsText {
  private static final String LONGITUDE_FIRST = "longitude first ";

  private CrsText() {}

  /** Returns the text of a coordinate reference system. Returns null for null. */
  static String of(CoordinateReferenceSystem crs) {
    if (crs == null) {
      return null;
    }
    try {
      String code = CRS.lookupIdentifier(crs, false);
      if (code != null) {
        if (isSame(crs, CRS.decode(code, false))) {
          return code;
        }
        if (isSame(crs, CRS.decode(code, true))) {
          return LONGITUDE_FIRST + code;
        }
      }
    } catch (FactoryException e) {
      return crs.toWKT(); // no authority knows it
    }
    return crs.toWKT();
  }

  private static boolean isSame(CoordinateReferenceSystem one, CoordinateReferenceSystem other) {
    return one.equals(other) || one.toWKT().equals(other.toWKT());
  }

  /**
   * Parses a coordinate reference system; returns null for null.
   *
   * @throws IOException if the code is unknown, or the WKT is invalid
   */
  static CoordinateReferenceSystem parse(String text) throws IOException {
    if (text == null) {
      return null;
    }
    try {
      if (text.startsWith(LONGITUDE_FIRST)) {
        return CRS.decode(text.substring(LONGITUDE_FIRST.length()), true);
      }
      return text.contains("[") ? CRS.parseWKT(text) : CRS.decode(text, false);
    } catch (FactoryException e) {
      throw new IOException("coordinate reference system '" + text + "': " + e.getMessage(), e);
    }
  }
}
