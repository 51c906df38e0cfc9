package org.flashgrove.core.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Description of a kind, which is an implementation that a spec names, with all of its keys. These
 * include keys that exist only with certain values of other keys.
 *
 * @param part role of the kind in a store, such as {@code index}
 * @param name name of the kind in specs
 * @param summary description of the kind
 * @param keys keys of the kind
 */
public record KindSettings(String part, String name, String summary, List<Key> keys) {
  /**
   * Description of a key.
   *
   * @param setting the key, its default and its allowed values
   * @param meaning description; empty if missing
   * @param only values of other keys, such as {@code ftl=dftl}. The key exists only in a spec that
   *     contains at least one of them; if the list is empty, the key always exists
   */
  public record Key(Setting setting, String meaning, List<String> only) {}

  /**
   * Finds the keys of a kind by passing specs to a reader and recording the keys that it reads.
   *
   * @param sample a spec with all required keys
   * @param reader reads a spec; may reject it
   */
  public static KindSettings of(String part, String sample, Consumer<Spec> reader) {
    Spec usual = read(sample, reader);
    SettingsHelp help = SettingsHelp.of(usual.name());
    Map<String, Setting> found = new LinkedHashMap<>();
    Map<String, List<String>> only = new LinkedHashMap<>();
    usual.settings().forEach(setting -> found.put(setting.key(), setting));
    for (Setting choice : usual.settings()) {
      for (String word : choice.words()) {
        String given = choice.key() + "=" + word;
        String text = sample + (usual.values().isEmpty() ? ":" : ",") + given;
        for (Setting setting : read(text, reader).settings()) {
          if (found.putIfAbsent(setting.key(), setting) == null) {
            only.put(setting.key(), new ArrayList<>());
          }
          if (only.containsKey(setting.key())) {
            only.get(setting.key()).add(given);
          }
        }
      }
    }
    List<Key> keys = new ArrayList<>();
    for (Setting setting : found.values()) {
      keys.add(
          new Key(
              setting,
              help.keys().getOrDefault(setting.key(), ""),
              only.getOrDefault(setting.key(), List.of())));
    }
    return new KindSettings(part, usual.name(), help.summary(), List.copyOf(keys));
  }

  private static Spec read(String text, Consumer<Spec> reader) {
    Spec spec = Spec.parse(text);
    try {
      reader.accept(spec);
    } catch (SpecException e) {
      // values of two keys may exclude each other; keys that were read before the error are kept
    }
    return spec;
  }
}
