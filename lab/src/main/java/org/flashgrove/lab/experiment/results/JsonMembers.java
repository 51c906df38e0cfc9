package org.flashgrove.lab.experiment.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts between maps and the text of a database column that contains a JSON object. */
final class JsonMembers {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS =
      new TypeReference<>() {};

  private JsonMembers() {}

  /** Returns {@code value} as JSON. */
  static String write(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the members of a JSON object. */
  static Map<String, Object> read(String text) throws SQLException {
    try {
      return JSON.readValue(text, MEMBERS);
    } catch (JsonProcessingException e) {
      throw new SQLException("a row that is no JSON", e);
    }
  }
}
