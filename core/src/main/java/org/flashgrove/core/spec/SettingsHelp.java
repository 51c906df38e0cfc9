package org.flashgrove.core.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Descriptions of the keys of one kind, which is an implementation that a spec names. They are read
 * from {@code META-INF/settings/NAME.txt}; other modules may provide such files. The first line
 * describes the kind and the other lines have the form {@code key: meaning}. A line {@code like
 * OTHER} includes all keys of another file.
 *
 * @param summary description of the kind; empty if there is no file
 * @param keys description of each key
 */
public record SettingsHelp(String summary, Map<String, String> keys) {
  private static final String LIKE = "like ";
  private static final Pattern KEY = Pattern.compile("([a-z0-9]+): (.*)");

  /**
   * Reads the descriptions of a kind.
   *
   * @param kind name of the kind in specs
   */
  public static SettingsHelp of(String kind) {
    Map<String, String> keys = new LinkedHashMap<>();
    String summary = "";
    String file = "META-INF/settings/" + kind + ".txt";
    try (InputStream bytes = SettingsHelp.class.getClassLoader().getResourceAsStream(file)) {
      String text = bytes == null ? "" : new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : (Iterable<String>) text.lines()::iterator) {
        Matcher key = KEY.matcher(line);
        if (line.startsWith(LIKE)) {
          keys.putAll(of(line.substring(LIKE.length()).trim()).keys());
        } else if (key.matches()) {
          keys.put(key.group(1), key.group(2));
        } else {
          summary = line;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
    return new SettingsHelp(summary, Collections.unmodifiableMap(keys));
  }
}
