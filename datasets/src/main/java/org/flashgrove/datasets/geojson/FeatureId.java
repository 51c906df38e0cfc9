package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the member {@code id} of a feature. */
final class FeatureId {
  private FeatureId() {}

  /** Reads the id at the current token. Returns null for null, an array or an object. */
  static Object read(JsonParser json, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return json.getLongValue();
    }
    if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      return json.getText();
    }
    json.skipChildren();
    return null;
  }
}
