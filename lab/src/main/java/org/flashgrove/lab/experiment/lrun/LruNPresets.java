package org.flashgrove.lab.experiment.lrun;

import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * The presets that repeat figures of Yang et al., <em>An efficient buffer scheme for flash-based
 * databases</em>.
 */
public final class LruNPresets {
  static final String SOURCE =
      "Yang and others, An efficient buffer scheme for flash-based databases";

  private static final double[] HALF = {0.5};
  private static final int[] LOW = {10_000};

  /**
   * Number of entries of a tree of height 3, 4 and 5. Yang et al. do not state the numbers for
   * heights 4 and 5.
   */
  private static final int[] BY_HEIGHT = {10_000, 100_000, 300_000};

  /**
   * Names of the parameters: fraction k of a page that one level of the tree occupies, number of
   * levels, number of entries, and size of the buffer in pages.
   */
  static final List<String> PARAMETERS = List.of("k", "height", "n", "pages");

  private LruNPresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    return List.of(
        new Figure8(),
        new Figure9(),
        new Figure11(),
        new ImprovementFigure(
            "lrun-fig12",
            "LRU-N over LRU-P for buffers of 4, 8 and 16 pages",
            LOW,
            HALF,
            "",
            "pages"),
        new TraceFigure("lrun-fig13", "Financial", MadeTrace.TRANSACTIONS, "k", "pages"),
        new TraceFigure("lrun-fig14", "WebSearch", MadeTrace.SEARCHES, "k", "pages"),
        new ImprovementFigure(
            "lrun-fig15",
            "LRU-N over LRU-P for heights 3, 4 and 5",
            BY_HEIGHT,
            HALF,
            "height",
            "pages"),
        new ImprovementFigure(
            "lrun-fig16",
            "LRU-N over LRU-P for k = 0.3, 0.5 and 0.7",
            LOW,
            LookUps.SHARES,
            "pages",
            "k"),
        new TraceFigure("lrun-fig17", "Financial", MadeTrace.TRANSACTIONS, "pages", "k"),
        new TraceFigure("lrun-fig18", "WebSearch", MadeTrace.SEARCHES, "pages", "k"),
        new Figure19());
  }
}
