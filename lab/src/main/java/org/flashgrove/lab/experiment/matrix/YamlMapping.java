package org.flashgrove.lab.experiment.matrix;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.flashgrove.datasets.InputException;

/**
 * A mapping that rejects unknown keys. The reader calls {@link #requireAllKnown} after it has read
 * all keys that it knows.
 */
final class YamlMapping {
  private final YamlNode node;
  private final Map<String, YamlNode> entries;
  private final Set<String> known = new LinkedHashSet<>();

  YamlMapping(YamlNode node) {
    this.node = node;
    entries = node.entries();
  }

  private YamlMapping() {
    node = null;
    entries = Map.of();
  }

  /** Returns a mapping without keys, which stands for a value that is not a mapping. */
  static YamlMapping absent() {
    return new YamlMapping();
  }

  boolean isAbsent() {
    return node == null;
  }

  YamlNode node() {
    return node;
  }

  /** Returns the value of an optional key. */
  Optional<YamlNode> find(String key) {
    known.add(key);
    return Optional.ofNullable(entries.get(key));
  }

  /** Returns the value of a required key. */
  YamlNode get(String key) {
    return find(key).orElseThrow(() -> node.wrong("'" + key + "' is missing", key + ": ..."));
  }

  String text(String key, String fallback) {
    return find(key).map(YamlNode::text).orElse(fallback);
  }

  long integer(String key, long fallback, long least, long most) {
    return find(key).map(value -> value.integer(least, most)).orElse(fallback);
  }

  double above(String key, double fallback, double bound) {
    return find(key).map(value -> value.above(bound)).orElse(fallback);
  }

  /** Returns whether an optional key has the value {@code other} instead of {@code usual}. */
  boolean chooses(String key, String usual, String other) {
    return find(key).map(value -> value.choice(List.of(usual, other))).orElse(usual).equals(other);
  }

  /** Returns whether an optional key has the value {@code on}. */
  boolean isOn(String key) {
    return find(key).map(value -> value.choice(List.of("on", "off"))).orElse("off").equals("on");
  }

  List<YamlNode> items(String key) {
    return find(key).map(YamlNode::items).orElse(List.of());
  }

  /**
   * Throws an exception if the mapping has a key that was not read.
   *
   * @throws InputException if there is such a key; the message names it and lists the known keys
   */
  void requireAllKnown() {
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        throw node.wrongKey(key, "unknown key '" + key + "'", String.join(", ", known));
      }
    }
  }
}
