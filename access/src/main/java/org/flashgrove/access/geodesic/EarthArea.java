package org.flashgrove.access.geodesic;

import java.util.List;

/** A polygon with geodesic edges: a shell and its holes. */
record EarthArea(EarthRing shell, List<EarthRing> holes) {
  /** Returns whether a point lies inside; the result is undefined for a point on an edge. */
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
