package org.flashgrove.lab.experiment.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;

/** A spec in which missing settings have their default values. */
final class KnownSpec {
  private static final List<KindSettings> KINDS = SettingKinds.all();
  private static final Map<String, Long> UNITS =
      Map.of("K", 1L << 10, "M", 1L << 20, "G", 1L << 30);

  private final String name;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, String> given;

  /**
   * Reads a spec.
   *
   * @param part kind of part, such as index or buffer, as {@link KindSettings} names it
   */
  KnownSpec(String part, String text) {
    Spec spec = Spec.parse(text.replaceFirst("\\+pool.*", ""));
    name = spec.name();
    given = spec.values();
    for (KindSettings kind : KINDS) {
      if (kind.part().equals(part) && kind.name().equals(name)) {
        for (KindSettings.Key key : kind.keys()) {
          values.put(key.setting().key(), key.setting().usual());
        }
      }
    }
    values.putAll(given);
  }

  String name() {
    return name;
  }

  boolean isGiven(String key) {
    return given.containsKey(key);
  }

  /** Returns the value of a setting, or null if it has none. */
  String text(String key) {
    String value = values.get(key);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Returns a size in bytes, or null. */
  Long bytes(String key) {
    String value = text(key);
    if (value == null) {
      return null;
    }
    String unit = value.substring(value.length() - 1);
    return UNITS.containsKey(unit)
        ? Long.valueOf(Long.parseLong(value.substring(0, value.length() - 1)) * UNITS.get(unit))
        : Long.valueOf(value);
  }

  /** Returns a share in percent, or null. The text {@code 0.4} means 40 percent. */
  Double percent(String key) {
    String value = text(key);
    if (value == null) {
      return null;
    }
    return value.endsWith("%")
        ? Double.valueOf(value.substring(0, value.length() - 1))
        : Double.valueOf(100 * Double.parseDouble(value));
  }

  /**
   * Returns a share in percent from a setting, or from a fallback setting that applies to all
   * nodes.
   */
  Double percent(String key, String fallback) {
    return percent(isGiven(key) || !values.containsKey(fallback) ? key : fallback);
  }

  /** Returns a whole number, or null. */
  Long number(String key) {
    String value = text(key);
    return value == null ? null : Long.valueOf(value);
  }

  /** Returns a number, or null. */
  Double decimal(String key) {
    String value = text(key);
    return value == null ? null : Double.valueOf(value);
  }
}
