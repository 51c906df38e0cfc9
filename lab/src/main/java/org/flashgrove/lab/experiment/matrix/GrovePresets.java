package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * Presets that measure what each optimization of a grove contributes, and the effect of a flash
 * translation layer.
 */
public final class GrovePresets {
  private static final List<String> NAMES = List.of("grove-parts");

  private GrovePresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    return NAMES.stream().<Preset>map(PresetDocuments::read).toList();
  }

  /** Returns the documents of all presets. */
  static List<ExperimentDocument> documents() {
    return NAMES.stream().map(name -> PresetDocuments.read(name).parsed()).toList();
  }
}
