package org.flashgrove.simulator.device;

import org.flashgrove.simulator.figures.Origin;

/**
 * Assigns pages to classes by the time that usually passes until the host replaces a page. Pages of
 * lower classes are replaced sooner. The last class contains only the log, because a compaction of
 * the log replaces all its pages together.
 */
final class PageClasses {
  /** Level of a page whose level is not known. */
  static final int UNKNOWN = -1;

  private static final int LEAST_WITH_LOG = 2;
  private static final int LEAST_WITH_MAP = 4;

  private PageClasses() {}

  /**
   * Returns the part of the data that counts of programmed pages distinguish. It is {@code origin},
   * but blocks of an index are divided by their level.
   *
   * @param level level of the page in an index of blocks, or {@link #UNKNOWN}
   */
  static Origin part(Origin origin, int level) {
    if (origin != Origin.INDEX || level == UNKNOWN) {
      return origin;
    }
    return level == 0 ? Origin.COMPONENT_UPPER : Origin.COMPONENT_LOWER;
  }

  /**
   * Returns the class of the pages that the host writes with {@code origin}.
   *
   * @param level level of the page in an index of blocks, or {@link #UNKNOWN}. Blocks of lower
   *     levels are replaced sooner.
   * @param classes number of classes, at least 1. With fewer than four classes, the page map and
   *     the superblocks share the class of the lowest level.
   */
  static int of(Origin origin, int level, int classes) {
    int last = classes - 1;
    if (origin == Origin.LOG || classes < LEAST_WITH_LOG) {
      return last;
    }
    int first = classes < LEAST_WITH_MAP ? 0 : 1;
    int deepest = last - 1;
    return switch (origin) {
      case MAP, TEMP -> 0;
      case INTERNAL -> first;
      default -> level == UNKNOWN ? deepest : Math.min(first + level, deepest);
    };
  }
}
