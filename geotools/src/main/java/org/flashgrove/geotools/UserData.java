package org.flashgrove.geotools;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Encodes user data of a feature in the format of a URL's query part. Only entries whose keys and
 * values are strings are encoded.
 */
final class UserData {
  private UserData() {}

  /**
   * Returns the entries whose keys and values are strings, encoded as one text. Returns null if
   * there are none.
   *
   * @throws IllegalArgumentException if a string has an unpaired surrogate
   */
  static String write(Map<Object, Object> data) {
    if (data.isEmpty()) {
      return null;
    }
    Map<String, String> kept = new TreeMap<>();
    data.forEach(
        (key, value) -> {
          if (key instanceof String name && value instanceof String text) {
            requireText(name);
            requireText(text);
            kept.put(name, text);
          }
        });
    StringBuilder written = new StringBuilder();
    kept.forEach(
        (key, value) ->
            written
                .append(written.length() == 0 ? "" : "&")
                .append(URLEncoder.encode(key, StandardCharsets.UTF_8))
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return kept.isEmpty() ? null : written.toString();
  }

  private static void requireText(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          "user data: text with half a surrogate pair (allowed: characters of Unicode)");
    }
  }

  /** Decodes a text that {@link #write} returned, and adds the entries to {@code data}. */
  static void read(String written, Map<Object, Object> data) {
    for (String entry : written.split("&")) {
      int equals = entry.indexOf('=');
      data.put(
          URLDecoder.decode(entry.substring(0, equals), StandardCharsets.UTF_8),
          URLDecoder.decode(entry.substring(equals + 1), StandardCharsets.UTF_8));
    }
  }
}
