package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.datasets.feature.Losses;

/** Properties of a feature. Names are numbered in the order in which they occur in the file. */
final class Properties {
  private static final int MOST = 1 << 10;
  private static final JsonFactory TEXTS = new JsonFactory();

  private final List<String> names = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();
  private Object[] values = new Object[16];
  private final Set<String> nested = new LinkedHashSet<>();
  private long nestedValues;
  private long bigNumbers;

  /** Removes the values, but keeps the names. */
  void clear() {
    Arrays.fill(values, null);
  }

  List<String> names() {
    return names;
  }

  /** Returns the argument of {@link #add}, or the name of the property, for each attribute. */
  List<String> keys() {
    return keys;
  }

  /**
   * Adds the attributes of another file.
   *
   * @param ofFile result of {@link #keys} for that file
   * @param added index of the attribute that is no property; -1 for none
   */
  void addAll(List<String> ofFile, int added) {
    for (int i = 0; i < ofFile.size(); i++) {
      if (i == added) {
        add(ofFile.get(i));
      } else {
        placeOf(ofFile.get(i));
      }
    }
  }

  Object value(int place) {
    return place < values.length ? values[place] : null;
  }

  /** Reads the JSON object, or the JSON null, at the current token of the parser. */
  void read(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new BadFeatureException("properties is no object", "an object or null");
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      int place = placeOf(json.currentName());
      JsonToken token = json.nextToken();
      if (token.isStructStart()) {
        nested.add(names.get(place));
        nestedValues++;
      }
      set(place, value(json, token));
    }
  }

  /** Sets the value of the property with an index. */
  void set(int place, Object value) {
    if (place >= values.length) {
      values = Arrays.copyOf(values, 2 * place);
    }
    values[place] = value;
  }

  /** Returns a message for each kind of values that have become text so far. */
  List<String> losses() {
    List<String> losses = new ArrayList<>();
    if (bigNumbers > 0) {
      losses.add(Losses.big(bigNumbers));
    }
    if (nestedValues > 0) {
      losses.add(Losses.nested(nestedValues, nested));
    }
    return losses;
  }

  /** Adds an attribute that is not a property of features. Returns its index. */
  int add(String name) {
    keys.add(name);
    names.add(freeName(name));
    return names.size() - 1;
  }

  private String freeName(String name) {
    String free = name;
    while (names.contains(free)) {
      free += "_";
    }
    return free;
  }

  private int placeOf(String name) {
    Integer known = places.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() == MOST) {
      throw new BadFeatureException(
          "properties have more than " + MOST + " names", "at most " + MOST + " in a file");
    }
    places.put(name, names.size());
    return add(name);
  }

  private Object value(JsonParser json, JsonToken token) throws IOException {
    switch (token) {
      case VALUE_NULL:
        return null;
      case VALUE_TRUE, VALUE_FALSE:
        return json.getBooleanValue();
      case VALUE_NUMBER_INT:
        return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
            ? bigNumber(json)
            : (Object) json.getLongValue();
      case VALUE_NUMBER_FLOAT:
        return Double.isFinite(json.getDoubleValue()) ? json.getDoubleValue() : bigNumber(json);
      case START_OBJECT, START_ARRAY:
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = TEXTS.createGenerator(text)) {
          copy.copyCurrentStructure(json);
        }
        return text.toString();
      default:
        return json.getText();
    }
  }

  private String bigNumber(JsonParser json) throws IOException {
    bigNumbers++;
    return json.getText();
  }
}
