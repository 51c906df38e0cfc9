package org.flashgrove.lab.experiment.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/** The presets about the placement of data on flash: WARP (FAST 2026) and NoWA (PVLDB 2026). */
public final class WarpPresets {
  private WarpPresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    List<Preset> presets = new ArrayList<>();
    Arrays.stream(WarpDrive.values()).map(WarpPreset::new).forEach(presets::add);
    presets.add(new NowaPreset());
    presets.add(new WriteRightPreset());
    return List.copyOf(presets);
  }
}
