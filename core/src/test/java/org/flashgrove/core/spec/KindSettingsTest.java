package org.flashgrove.core.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The keys of a kind are found by reading specs of it. */
class KindSettingsTest {
  /** A reader as those of parts are: keys that depend on others, and combinations it refuses. */
  private static void read(Spec spec) {
    String colour = spec.choice("colour", "none", "none", "red", "blue");
    int width = spec.integer("width", 3, 1, 9);
    if (!colour.equals("none")) {
      spec.fraction("gloss", 0.125, 0, 1);
    }
    if (colour.equals("blue")) {
      spec.bytes("depth", 2048, 1, Long.MAX_VALUE);
      throw new SpecException("refused");
    }
    spec.integerIfGiven("boards", 1, Integer.MAX_VALUE);
    spec.value("seek", "1ms", "a time", text -> text.endsWith("ms") ? text : null);
    spec.requireAllUsed();
    assertThat(width).isEqualTo(3);
  }

  @Test
  void keysAreThoseThatAReaderAsksFor() {
    KindSettings kind = KindSettings.of("furniture", "shelf", KindSettingsTest::read);
    assertThat(kind.name()).isEqualTo("shelf");
    assertThat(kind.summary()).isEqualTo("A shelf: for this test.");
    assertThat(kind.keys())
        .containsExactly(
            key("colour", "none", "none, red, blue", "what it looks like"),
            key("width", "3", "a whole number from 1 to 9", "how wide it is"),
            key("boards", "", "a whole number from 1", ""),
            key("seek", "1ms", "a time", ""),
            key("gloss", "12.5%", "0% to 100%", "", "colour=red", "colour=blue"),
            key("depth", "2K", "a size from 1", "how deep it is", "colour=blue"));
  }

  private static KindSettings.Key key(
      String key, String usual, String allowed, String meaning, String... only) {
    List<String> words = key.equals("colour") ? List.of("none", "red", "blue") : List.of();
    return new KindSettings.Key(new Setting(key, usual, allowed, words), meaning, List.of(only));
  }

  @Test
  void aKindWithoutHelpHasNone() {
    assertThat(SettingsHelp.of("nothing")).isEqualTo(new SettingsHelp("", Map.of()));
  }
}
