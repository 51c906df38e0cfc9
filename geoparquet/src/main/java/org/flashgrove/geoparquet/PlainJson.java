package org.flashgrove.geoparquet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Value in the metadata of a file. Jackson's parser reads it. Jackson's own trees have many more
 * classes, and loading them would take much of the time in which a process opens its first file.
 *
 * @param value map of names to values, list of values, text, number, boolean, or null
 */
record PlainJson(Object value) {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final PlainJson NULL = new PlainJson(null);

  /**
   * Parses the first value of a text.
   *
   * @return JSON's null for an empty text
   * @throws JsonProcessingException if the text is not JSON
   */
  static PlainJson parse(String json) throws JsonProcessingException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      return parser.nextToken() == null ? NULL : current(parser);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("text in memory", e);
    }
  }

  private static PlainJson current(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, PlainJson> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, current(parser));
        }
        yield new PlainJson(members);
      }
      case START_ARRAY -> {
        List<PlainJson> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(current(parser));
        }
        yield new PlainJson(elements);
      }
      case VALUE_STRING -> new PlainJson(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> new PlainJson(parser.getBooleanValue());
      case VALUE_NULL -> NULL;
      default -> new PlainJson(parser.getNumberValue());
    };
  }

  /** Returns a member of an object. Returns JSON's null if there is none. */
  PlainJson at(String name) {
    return members().getOrDefault(name, NULL);
  }

  /** Returns the members of an object. Another value has none. */
  @SuppressWarnings("unchecked") // all maps are created by this class
  Map<String, PlainJson> members() {
    return isObject() ? (Map<String, PlainJson>) value : Map.of();
  }

  /** Returns the first element of an array. Returns JSON's null if there is none. */
  PlainJson first() {
    return value instanceof List<?> list && !list.isEmpty() ? (PlainJson) list.get(0) : NULL;
  }

  boolean isObject() {
    return value instanceof Map;
  }

  boolean isText() {
    return value instanceof String;
  }

  boolean isNull() {
    return value == null;
  }

  /** Returns a text, number or boolean as text. Returns an empty text for other values. */
  String text() {
    return value == null || value instanceof Map || value instanceof List ? "" : value.toString();
  }

  /** Returns the value in the form of JSON, for messages. Does not escape texts. */
  @Override
  public String toString() {
    if (value instanceof List<?> list) {
      return list.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
    if (isObject()) {
      return members().entrySet().stream()
          .map(each -> '"' + each.getKey() + "\":" + each.getValue())
          .collect(Collectors.joining(",", "{", "}"));
    }
    return isText() ? '"' + text() + '"' : String.valueOf(value);
  }
}
