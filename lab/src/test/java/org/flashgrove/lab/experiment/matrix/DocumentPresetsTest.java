package org.flashgrove.lab.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.flashgrove.lab.experiment.Scale;
import org.junit.jupiter.api.Test;

/**
 * The presets' documents: every store of every scale can be made, and there are as many as
 * announced.
 */
class DocumentPresetsTest {
  private static final Map<String, Integer> FULL =
      Map.ofEntries(
          Map.entry("thesis-4", 360),
          Map.entry("thesis-5", 90),
          Map.entry("thesis-6.5", 60),
          Map.entry("thesis-6.5-random", 24),
          Map.entry("thesis-6.6-policy", 25),
          Map.entry("thesis-6.6-p", 25),
          Map.entry("thesis-6.6-readbuffer", 25),
          Map.entry("thesis-6.6-temporal", 20),
          Map.entry("thesis-6.6-log", 25),
          Map.entry("thesis-8", 24),
          Map.entry("geoinfo2016", 420),
          Map.entry("grove-parts", 28));

  @Test
  void everyStoreOfEveryScaleCanBeMade() {
    List<ExperimentDocument> documents = DocumentPresets.documents();
    assertThat(documents).hasSameSizeAs(FULL.keySet());
    for (ExperimentDocument document : documents) {
      List<Configuration> full = document.matrix().expand(Scale.FULL);
      assertThat(full).as(document.name()).hasSize(FULL.get(document.name()));
      for (Scale smaller : new Scale[] {Scale.SMALL, Scale.MEDIUM}) {
        assertThat(document.matrix().expand(smaller)).as(document.name()).isNotEmpty();
      }
      assertThat(document.tables()).isNotEmpty();
      assertThat(document.plots()).isNotEmpty();
    }
  }
}
