package org.flashgrove.access.geodesic;

import java.util.List;

/** A polygon with geodesic edges: a ring without its holes. */
record EarthArea(EarthRing shell, List<EarthRing> holes) {
  /** Returns whether a point lies inside; any answer will do for a point on an edge. */
  boolean contains(EarthVertex point) {
    if (!shell.contains(point)) {
      return false;
    }
    for (EarthRing hole : holes) {
      if (hole.contains(point)) {
        return false;
      }
    }
    return true;
  }
}
