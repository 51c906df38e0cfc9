package org.flashgrove.lab.research;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.lrun.LruNPresets;
import org.flashgrove.lab.experiment.lsm.LsmPresets;
import org.flashgrove.lab.experiment.matrix.DocumentPresets;
import org.flashgrove.lab.experiment.micro.RawFlashComparison;
import org.flashgrove.lab.experiment.placement.WarpPresets;
import org.flashgrove.lab.experiment.scan.ScanPresets;

/**
 * The presets of {@code run} by name. To add a preset, add it to a list such as {@link
 * LsmPresets#all}.
 */
final class PresetCatalog {
  private static final Map<String, Preset> BY_NAME = new LinkedHashMap<>();

  static {
    List<Preset> all = new ArrayList<>();
    all.addAll(LruNPresets.all());
    all.addAll(ScanPresets.all());
    all.addAll(LsmPresets.all());
    all.addAll(DocumentPresets.all());
    all.add(new RawFlashComparison());
    all.addAll(WarpPresets.all());
    all.forEach(preset -> BY_NAME.put(preset.name(), preset));
  }

  private PresetCatalog() {}

  /** Returns all presets in the order of their lists. */
  static Iterable<Preset> all() {
    return BY_NAME.values();
  }

  /**
   * Returns the preset with a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Preset named(String name) {
    Preset preset = BY_NAME.get(name);
    if (preset == null) {
      throw new IllegalArgumentException(
          "unknown preset '" + name + "' (allowed: " + String.join(", ", BY_NAME.keySet()) + ")");
    }
    return preset;
  }
}
