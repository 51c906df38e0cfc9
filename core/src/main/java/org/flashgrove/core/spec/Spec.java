package org.flashgrove.core.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A parsed spec such as {@code rtree:split=quadratic,capacity=96}: a name, and keys with values.
 *
 * <p>A component reads its keys with the typed getters and then calls {@link #requireAllUsed()},
 * which rejects keys that no getter has read. The spec records the getter calls ({@link
 * #settings}), so error messages and the settings reference agree. Sizes accept {@code K}, {@code
 * M} and {@code G} (powers of two); fractions accept a percent sign or a decimal.
 */
public final class Spec {
  private final String name;
  private final Map<String, String> values;
  private final Map<String, Setting> asked = new LinkedHashMap<>();

  private Spec(String name, Map<String, String> values) {
    this.name = name;
    this.values = values;
  }

  /**
   * Parses a spec string; names and keys are case-insensitive.
   *
   * @throws SpecException if the text does not have the form {@code name} or {@code
   *     name:key=value,...}, or a value contains a control character
   */
  public static Spec parse(String text) {
    int colon = text.indexOf(':');
    String name = (colon < 0 ? text : text.substring(0, colon)).trim().toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      throw new SpecException("spec '" + text + "' has no name (allowed: name:key=value,...)");
    }
    Map<String, String> values = new LinkedHashMap<>();
    if (colon >= 0 && !text.substring(colon + 1).isBlank()) {
      for (String pair : text.substring(colon + 1).split(",", -1)) {
        int equals = pair.indexOf('=');
        if (equals <= 0) {
          throw new SpecException(
              "spec '" + text + "': '" + pair.trim() + "' (allowed: key=value, such as buffer=1M)");
        }
        String key = pair.substring(0, equals).trim().toLowerCase(Locale.ROOT);
        String value = pair.substring(equals + 1).trim();
        requireText(text, key, value);
        if (values.put(key, value) != null) {
          throw new SpecException("spec '" + text + "': key '" + key + "' is given twice");
        }
      }
    }
    return new Spec(name, values);
  }

  /**
   * Throws if a value contains a control character or an unpaired surrogate, because such a value
   * cannot be stored in a line of text.
   */
  private static void requireText(String text, String key, String value) {
    for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
      if (isNoText(value.codePointAt(i))) {
        throw new SpecException(
            "spec '"
                + text
                + "': "
                + key
                + " has a control character or half a character; use others");
      }
    }
  }

  private static boolean isNoText(int codePoint) {
    return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
  }

  /** Returns the name with which the spec begins. */
  public String name() {
    return name;
  }

  /** Returns whether the spec contains a key. */
  public boolean has(String key) {
    asked.putIfAbsent(key, new Setting(key, "", "", List.of()));
    return values.containsKey(key);
  }

  /** Returns the value of a key, or {@code fallback} if the key is missing. */
  public String text(String key, String fallback) {
    asked.putIfAbsent(key, new Setting(key, fallback, "", List.of()));
    return values.getOrDefault(key, fallback);
  }

  private String text(Setting setting) {
    asked.put(setting.key(), setting);
    return values.getOrDefault(setting.key(), setting.usual());
  }

  /**
   * Returns the value of a key in a custom format.
   *
   * @param fallback text of the default value
   * @param allowed description of the allowed values, for messages
   * @param reader parses a text; returns null or throws {@link NumberFormatException} if the text
   *     is invalid
   */
  public <T> T value(
      String key, String fallback, String allowed, Function<String, @Nullable T> reader) {
    return read(new Setting(key, fallback, allowed, List.of()), reader);
  }

  private <T> T read(Setting setting, Function<String, @Nullable T> reader) {
    String value = text(setting);
    try {
      T read = reader.apply(value);
      if (read != null) {
        return read;
      }
    } catch (NumberFormatException e) {
      // reported below, together with what is allowed
    }
    throw wrong(setting, value);
  }

  /** Returns the value of a key, or {@code fallback} if the key is missing. */
  private <T> T read(Setting setting, T fallback, Function<String, @Nullable T> reader) {
    asked.put(setting.key(), setting);
    return values.containsKey(setting.key()) ? read(setting, reader) : fallback;
  }

  /**
   * Returns the value of a key, which must be one of the allowed words. Ignores case and returns
   * the word as listed.
   */
  public String choice(String key, String fallback, String... allowed) {
    Setting setting = new Setting(key, fallback, String.join(", ", allowed), List.of(allowed));
    String value = text(setting);
    for (String word : allowed) {
      if (word.equalsIgnoreCase(value)) {
        return word;
      }
    }
    throw wrong(setting, value);
  }

  /** Returns whether the value of a key is {@code on}; the other allowed value is {@code off}. */
  public boolean flag(String key, boolean fallback) {
    return choice(key, fallback ? "on" : "off", "on", "off").equals("on");
  }

  /**
   * Returns the value of a key, an integer from {@code min} to {@code max}, or {@code fallback} if
   * the key is missing.
   */
  public int integer(String key, int fallback, int min, int max) {
    return integer(key, Integer.toString(fallback), fallback, min, max);
  }

  /**
   * Returns the value of a key, an integer from {@code min} to {@code max}, or 0 if the key is
   * missing.
   */
  public int integerIfGiven(String key, int min, int max) {
    return integer(key, "", 0, min, max);
  }

  private int integer(String key, String usual, int fallback, int min, int max) {
    String allowed = "a whole number from " + min + (max == Integer.MAX_VALUE ? "" : " to " + max);
    return read(
        new Setting(key, usual, allowed, List.of()),
        fallback,
        text -> {
          int parsed = WholeNumber.parseInt(text);
          return parsed >= min && parsed <= max ? parsed : null;
        });
  }

  /**
   * Returns the value of a key, a size such as {@code 512K} from {@code min} to {@code max} bytes,
   * or {@code fallback} if the key is missing.
   */
  public long bytes(String key, long fallback, long min, long max) {
    return bytes(key, size(fallback), fallback, min, max);
  }

  /**
   * Returns the value of a key, a size from {@code min} to {@code max} bytes, or 0 if the key is
   * missing.
   */
  public long bytesIfGiven(String key, long min, long max) {
    return bytes(key, "", 0, min, max);
  }

  private long bytes(String key, String usual, long fallback, long min, long max) {
    String allowed = "a size from " + size(min) + (max == Long.MAX_VALUE ? "" : " to " + size(max));
    return read(
        new Setting(key, usual, allowed, List.of()),
        fallback,
        text -> {
          long parsed = parseBytes(text);
          return parsed >= min && parsed <= max ? parsed : null;
        });
  }

  /** Formats a number of bytes in the largest unit that divides it. */
  private static String size(long bytes) {
    String units = "KMG";
    int unit = 0;
    long rest = bytes;
    while (unit < units.length() && rest > 0 && rest % 1024 == 0) {
      rest /= 1024;
      unit++;
    }
    return unit == 0 ? Long.toString(bytes) : rest + units.substring(unit - 1, unit);
  }

  private static long parseBytes(String value) {
    String digits = value;
    long unit = 1;
    if (!value.isEmpty()) {
      switch (Character.toUpperCase(value.charAt(value.length() - 1))) {
        case 'K' -> unit = 1L << 10;
        case 'M' -> unit = 1L << 20;
        case 'G' -> unit = 1L << 30;
        default -> {}
      }
      if (unit > 1) {
        digits = value.substring(0, value.length() - 1);
      }
    }
    try {
      return Math.multiplyExact(WholeNumber.parseLong(digits), unit);
    } catch (NumberFormatException | ArithmeticException e) {
      return -1; // below every bound, so the caller rejects it
    }
  }

  /**
   * Returns the value of a key, a fraction such as {@code 60%} or {@code 0.6} from {@code min} to
   * {@code max}, or {@code fallback} if the key is missing.
   */
  public double fraction(String key, double fallback, double min, double max) {
    return read(
        new Setting(key, percent(fallback), percent(min) + " to " + percent(max), List.of()),
        fallback,
        text -> {
          double parsed =
              text.endsWith("%")
                  ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
                  : Double.parseDouble(text);
          return parsed >= min && parsed <= max ? parsed : null;
        });
  }

  private static String percent(double fraction) {
    double percents = Math.round(fraction * 1000) / 10.0;
    return percents == Math.rint(percents) ? (long) percents + "%" : percents + "%";
  }

  private SpecException wrong(Setting setting, String value) {
    return new SpecException(
        name + ": " + setting.key() + "=" + value + " (allowed: " + setting.allowed() + ")");
  }

  /** Returns the keys that the getters have read, in the order of the calls. */
  public List<Setting> settings() {
    return List.copyOf(asked.values());
  }

  /**
   * Rejects a spec with a key that no getter has read.
   *
   * @throws SpecException if there is such a key; the message names the first one and lists the
   *     known keys
   */
  public void requireAllUsed() {
    for (String key : values.keySet()) {
      if (!asked.containsKey(key)) {
        throw new SpecException(
            name
                + ": unknown key '"
                + key
                + "' (allowed: "
                + (asked.isEmpty() ? "none" : String.join(", ", asked.keySet()))
                + ")");
      }
    }
  }

  /** Returns the keys and values as given. */
  public Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  /** Returns the spec as text: the name in lower case, then the keys in the given order. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name);
    char separator = ':';
    for (Map.Entry<String, String> value : values.entrySet()) {
      text.append(separator).append(value.getKey()).append('=').append(value.getValue());
      separator = ',';
    }
    return text.toString();
  }
}
