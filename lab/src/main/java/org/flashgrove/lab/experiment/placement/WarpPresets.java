package org.flashgrove.lab.experiment.placement;

import java.util.Arrays;
import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/** The presets after WARP (FAST 2026). */
public final class WarpPresets {
  private WarpPresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    return Arrays.stream(WarpDrive.values()).<Preset>map(WarpPreset::new).toList();
  }
}
