package org.flashgrove.datasets.osm;

import java.util.Map;

/**
 * OpenStreetMap object from which features are made.
 *
 * @param type node, way or relation
 * @param id number of the object
 * @param tags requested tags of the object
 * @param refs nodes of a way, or member ways of a relation; empty for a node
 * @param lons longitudes of the nodes of a way in units of 1e-7 degrees, if the file stores them
 *     with the way; otherwise null
 * @param lats latitudes, like {@code lons}
 */
record OsmObject(
    String type, long id, Map<String, String> tags, long[] refs, int[] lons, int[] lats) {
  /** Marks a longitude or latitude that is missing or out of range. */
  static final int NO_PLACE = Integer.MIN_VALUE;

  private static final int OBJECT_COST = 8;
  private static final int TAG_COST = 4;
  private static final int CHARS_A_NODE = 16;

  /**
   * Returns whether a way is a ring. A ring has at least four node references, and begins and ends
   * at the same node.
   */
  boolean isClosed() {
    return refs.length >= 4 && refs[0] == refs[refs.length - 1];
  }

  /** Returns whether the file stores the locations of the nodes with the way. */
  boolean hasPlaces() {
    return lons != null;
  }

  /** Returns the memory of the object, in units of one node. */
  long cost() {
    long cost = OBJECT_COST + (long) refs.length;
    for (String value : tags.values()) {
      cost += TAG_COST + value.length() / CHARS_A_NODE;
    }
    return cost;
  }
}
