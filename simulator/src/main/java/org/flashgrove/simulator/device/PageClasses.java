package org.flashgrove.simulator.device;

import org.flashgrove.simulator.figures.Origin;

/**
 * Assigns pages to classes by the time that usually passes until the host replaces a page. Class 0
 * contains the pages replaced soonest.
 */
final class PageClasses {
  private static final int LOG = 0;
  private static final int MAP = 1;
  private static final int INTERNAL = 2;

  private PageClasses() {}

  /**
   * Returns the class of the pages that the host writes with {@code origin}.
   *
   * @param classes number of classes, at least 1; with fewer than four classes, origins share the
   *     last class
   */
  static int of(Origin origin, int classes) {
    int last = classes - 1;
    return switch (origin) {
      case LOG -> LOG;
      case MAP -> Math.min(MAP, last);
      case INTERNAL -> Math.min(INTERNAL, last);
      default -> last;
    };
  }
}
