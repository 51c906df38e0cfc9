package org.flashgrove.lab.experiment.matrix;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.flashgrove.datasets.InputException;

/** A mapping whose keys must all be known: its reader asks for that at the end. */
final class YamlMapping {
  private final YamlNode node;
  private final Map<String, YamlNode> entries;
  private final Set<String> known = new LinkedHashSet<>();

  YamlMapping(YamlNode node) {
    this.node = node;
    entries = node.entries();
  }

  YamlNode node() {
    return node;
  }

  /** The value of a key, if it is given. */
  Optional<YamlNode> find(String key) {
    known.add(key);
    return Optional.ofNullable(entries.get(key));
  }

  /** The value of a key that must be given. */
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

  List<YamlNode> items(String key) {
    return find(key).map(YamlNode::items).orElse(List.of());
  }

  List<String> texts(String key) {
    return items(key).stream().map(YamlNode::text).toList();
  }

  /**
   * Refuses keys that nobody asked for.
   *
   * @throws InputException naming the first one, and those that were asked for
   */
  void requireAllKnown() {
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        throw node.wrongKey(key, "unknown key '" + key + "'", String.join(", ", known));
      }
    }
  }
}
