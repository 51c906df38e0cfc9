package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.spec.KindSettings;
import org.junit.jupiter.api.Test;

/** The reference of all settings: complete, and as the document has it. */
class SettingsTest {
  @Test
  void theDocumentIsWhatTheCommandPrints() throws IOException {
    Run run = Run.ok("settings");
    assertThat(Files.readString(Path.of("..", "docs", "settings.md")))
        .as("made anew by: ./flashgrove settings > docs/settings.md")
        .isEqualTo(run.out());
  }

  @Test
  void everyKindAndEveryKeyIsExplained() {
    for (KindSettings kind : SettingKinds.all()) {
      assertThat(kind.summary()).as(kind.name()).endsWith(".");
      assertThat(kind.keys()).as(kind.name()).isNotEmpty();
      for (KindSettings.Key key : kind.keys()) {
        String name = kind.name() + ": " + key.setting().key();
        assertThat(key.setting().allowed()).as(name).isNotBlank();
        assertThat(key.meaning()).as(name).isNotBlank();
      }
    }
  }

  @Test
  void oneKindCanBeAskedFor() throws IOException {
    JsonNode kinds = Run.of("settings", "NAND", "--json").json().get("kinds");
    assertThat(kinds).hasSize(1);
    assertThat(kinds.get(0).get("name").asText()).isEqualTo("nand");
    assertThat(kinds.get(0).get("keys").findValuesAsText("key")).contains("chip", "op", "cmt");
    Run unknown = Run.of("settings", "tape");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("settings 'tape' (allowed: rstar").contains("units)");
  }
}
