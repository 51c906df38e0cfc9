package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.flashgrove.datasets.feature.CoordinateSystem;

/**
 * Reads the member {@code crs} of GeoJSON before RFC 7946. The member names a coordinate system
 * other than WGS 84.
 */
final class CrsMember {
  static final String NAME = "crs";

  private CrsMember() {}

  /** Reads the member, which begins at the current token of the parser. */
  static CoordinateSystem read(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return CoordinateSystem.UNKNOWN;
    }
    int depth = json.getParsingContext().getNestingDepth();
    String name = "";
    while (json.getParsingContext().getNestingDepth() >= depth) {
      JsonToken token = json.nextToken();
      boolean isValue = token.isScalarValue() && json.currentName() != null;
      if (isValue && (json.currentName().equals("name") || json.currentName().equals("code"))) {
        name = json.getText();
      }
    }
    return systemOf(name);
  }

  /** Returns the system for a URN such as {@code urn:ogc:def:crs:EPSG::25832}, or for a code. */
  private static CoordinateSystem systemOf(String name) {
    String[] parts = name.split(":", -1);
    String code = parts[parts.length - 1];
    if (name.isEmpty() || code.isEmpty()) {
      return CoordinateSystem.UNKNOWN;
    }
    boolean isUrn = parts.length > 4 && parts[0].equalsIgnoreCase("urn");
    String authority = isUrn ? parts[4] : parts.length == 2 ? parts[0] : null;
    return authority == null && parts.length > 1
        ? new CoordinateSystem(name, 0)
        : CoordinateSystem.of(authority, code);
  }
}
