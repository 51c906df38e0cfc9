package org.flashgrove.lab.experiment.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;

/**
 * A spec (text with the kind and the settings of a part of a store) in which missing settings have
 * their default values.
 */
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

  /** Returns the value of a setting, or null if the setting has no value. */
  String text(String key) {
    String value = values.get(key);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Returns the value of a setting as a size in bytes, or null if the setting has no value. */
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

  /**
   * Returns the value of a setting in percent, or null if the setting has no value. The text {@code
   * 0.4} means 40 percent.
   */
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
   * Returns the value of a setting in percent. If the spec does not contain the setting, returns
   * the value of the setting {@code fallback}, which applies to all nodes.
   */
  Double percent(String key, String fallback) {
    return percent(isGiven(key) || !values.containsKey(fallback) ? key : fallback);
  }

  /** Returns the value of a setting as a whole number, or null if the setting has no value. */
  Long number(String key) {
    String value = text(key);
    return value == null ? null : Long.valueOf(value);
  }

  /** Returns the value of a setting as a number, or null if the setting has no value. */
  Double decimal(String key) {
    String value = text(key);
    return value == null ? null : Double.valueOf(value);
  }
}
