package org.flashgrove.simulator.device;

import org.flashgrove.simulator.figures.Origin;

/** Classes of pages by the time after which the host replaces them. */
final class PageClasses {
  private static final int LOG = 0;
  private static final int MAP = 1;
  private static final int INTERNAL = 2;

  private PageClasses() {}

  /**
   * Returns the class of pages of an origin.
   *
   * @param classes number of classes, at least 1
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
