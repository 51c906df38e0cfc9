package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * Experiments with groves: what each of their ideas is worth, and what a translation layer does.
 */
public final class GrovePresets {
  private static final List<String> NAMES = List.of("grove-parts");

  private GrovePresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    return NAMES.stream().<Preset>map(PresetDocuments::read).toList();
  }

  /** Their documents. */
  static List<ExperimentDocument> documents() {
    return NAMES.stream().map(name -> PresetDocuments.read(name).parsed()).toList();
  }
}
