package org.flashgrove.core.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A parsed spec such as {@code rtree:split=quadratic,capacity=96}: a name and keys with values.
 *
 * <p>A component reads the keys it knows with the typed getters and then calls {@link
 * #requireAllUsed()}, which refuses keys that no getter has read and lists those that one has.
 * Sizes take {@code K}, {@code M}, {@code G} (powers of two), fractions a percent sign or a
 * decimal.
 */
public final class Spec {
  private final String name;
  private final Map<String, String> values;
  private final Set<String> known = new LinkedHashSet<>();

  private Spec(String name, Map<String, String> values) {
    this.name = name;
    this.values = values;
  }

  /**
   * Parses a spec string; names and keys are case-insensitive.
   *
   * @throws SpecException if it has not the form {@code name} or {@code name:key=value,...}
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
        if (values.put(key, pair.substring(equals + 1).trim()) != null) {
          throw new SpecException("spec '" + text + "': key '" + key + "' is given twice");
        }
      }
    }
    return new Spec(name, values);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns whether the key is given. */
  public boolean has(String key) {
    known.add(key);
    return values.containsKey(key);
  }

  /** Returns the value of a key, or {@code fallback}. */
  public String text(String key, String fallback) {
    known.add(key);
    return values.getOrDefault(key, fallback);
  }

  /**
   * Returns the value of a key that is one of the allowed words. Compares without case and returns
   * the word as listed.
   */
  public String choice(String key, String fallback, String... allowed) {
    String value = text(key, fallback);
    for (String word : allowed) {
      if (word.equalsIgnoreCase(value)) {
        return word;
      }
    }
    throw wrong(key, value, String.join(", ", allowed));
  }

  /** Returns a switch: {@code on} or {@code off}. */
  public boolean flag(String key, boolean fallback) {
    return choice(key, fallback ? "on" : "off", "on", "off").equals("on");
  }

  /** Returns an integer within bounds. */
  public int integer(String key, int fallback, int min, int max) {
    String value = text(key, Integer.toString(fallback));
    try {
      int parsed = WholeNumber.parseInt(value);
      if (parsed >= min && parsed <= max) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      // reported below, together with the bounds
    }
    throw wrong(key, value, "a whole number from " + min + " to " + max);
  }

  /** Returns a size in bytes such as {@code 512K}, within bounds. */
  public long bytes(String key, long fallback, long min, long max) {
    String value = text(key, Long.toString(fallback));
    long parsed = parseBytes(value);
    if (parsed < min || parsed > max) {
      throw wrong(key, value, "a size from " + min + " to " + max + " bytes, K, M and G known");
    }
    return parsed;
  }

  private static long parseBytes(String value) {
    String digits = value;
    long unit = 1;
    if (!value.isEmpty()) {
      switch (Character.toUpperCase(value.charAt(value.length() - 1))) {
        case 'K':
          unit = 1L << 10;
          break;
        case 'M':
          unit = 1L << 20;
          break;
        case 'G':
          unit = 1L << 30;
          break;
        default:
          break;
      }
      if (unit > 1) {
        digits = value.substring(0, value.length() - 1);
      }
    }
    try {
      return Math.multiplyExact(WholeNumber.parseLong(digits), unit);
    } catch (NumberFormatException | ArithmeticException e) {
      return -1; // below every bound: reported by the caller with what is allowed
    }
  }

  /** Returns a fraction such as {@code 60%} or {@code 0.6}, within bounds. */
  public double fraction(String key, double fallback, double min, double max) {
    String value = text(key, Double.toString(fallback));
    try {
      double parsed =
          value.endsWith("%")
              ? Double.parseDouble(value.substring(0, value.length() - 1)) / 100
              : Double.parseDouble(value);
      if (parsed >= min && parsed <= max) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      // reported below, together with the bounds
    }
    throw wrong(key, value, percent(min) + " to " + percent(max));
  }

  private static String percent(double fraction) {
    return Math.round(fraction * 1000) / 10.0 + "%";
  }

  private SpecException wrong(String key, String value, String allowed) {
    return new SpecException(name + ": " + key + "=" + value + " (allowed: " + allowed + ")");
  }

  /**
   * Refuses the spec if it has a key that no getter has read.
   *
   * @throws SpecException naming the first such key and the known ones
   */
  public void requireAllUsed() {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        throw new SpecException(
            name
                + ": unknown key '"
                + key
                + "' (allowed: "
                + (known.isEmpty() ? "none" : String.join(", ", known))
                + ")");
      }
    }
  }

  /** Returns the keys and values as given. */
  public Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  /** Returns the spec in its one normal form. */
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
