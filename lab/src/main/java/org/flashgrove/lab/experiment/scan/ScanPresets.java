package org.flashgrove.lab.experiment.scan;

import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * The presets that repeat figures of Lee, Lee and Park, <em>Optimizing Index Scans on Flash Memory
 * SSDs</em>.
 */
public final class ScanPresets {
  static final String SOURCE =
      "Lee, Lee and Park, Optimizing Index Scans on Flash Memory SSDs (2011)";

  private ScanPresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    return List.of(
        new Figure2(),
        new Figure5(),
        new Figure6(),
        new Table2(),
        new DirectScans(),
        new ChooserGrid());
  }
}
