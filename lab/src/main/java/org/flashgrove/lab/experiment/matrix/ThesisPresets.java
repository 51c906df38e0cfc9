package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * Presets that repeat experiments of Carniel's thesis (2019) and of Carniel, Ciferri and Ciferri
 * (GEOINFO 2016). Each is a resource {@code NAME.yaml} in this package. Comments in each resource
 * explain its settings.
 */
public final class ThesisPresets {
  private static final List<String> NAMES =
      List.of(
          "thesis-4",
          "thesis-5",
          "thesis-6.5",
          "thesis-6.5-random",
          "thesis-6.6-policy",
          "thesis-6.6-p",
          "thesis-6.6-readbuffer",
          "thesis-6.6-temporal",
          "thesis-6.6-log",
          "thesis-8",
          "geoinfo2016");

  private ThesisPresets() {}

  /** Returns all presets in the order of Carniel's thesis. */
  public static List<Preset> all() {
    return NAMES.stream().<Preset>map(PresetDocuments::read).toList();
  }

  /** Returns the documents of all presets. */
  static List<ExperimentDocument> documents() {
    return NAMES.stream().map(name -> PresetDocuments.read(name).parsed()).toList();
  }
}
