package org.flashgrove.datasets.osm;

import java.util.Map;

/**
 * An object of OpenStreetMap that becomes features.
 *
 * @param type node, way or relation
 * @param id its number
 * @param tags its tags
 * @param refs of a way its nodes, of a relation its member ways; none of a node
 */
record OsmObject(String type, long id, Map<String, String> tags, long[] refs) {
  /** Returns whether a way ends where it begins, with an area between. */
  boolean isClosed() {
    return refs.length >= 4 && refs[0] == refs[refs.length - 1];
  }
}
