package org.flashgrove.datasets.osm;

import java.util.Map;

/**
 * An object of OpenStreetMap that becomes features.
 *
 * @param type node, way or relation
 * @param id its number
 * @param tags the requested tags of the object
 * @param refs of a way its nodes, of a relation its member ways; none of a node
 * @param lons longitudes of a way's nodes in units of 1e-7 degrees, if the file has them with the
 *     way; else null
 * @param lats latitudes likewise
 */
record OsmObject(
    String type, long id, Map<String, String> tags, long[] refs, int[] lons, int[] lats) {
  /** Marks a missing longitude or latitude, or one that is not on the earth. */
  static final int NO_PLACE = Integer.MIN_VALUE;

  private static final int OBJECT_COST = 8;
  private static final int TAG_COST = 4;
  private static final int CHARS_A_NODE = 16;

  /** Returns whether a way ends where it begins, with an area between. */
  boolean isClosed() {
    return refs.length >= 4 && refs[0] == refs[refs.length - 1];
  }

  /** Returns whether the file stores the locations of all nodes on the way. */
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
