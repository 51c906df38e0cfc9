package org.flashgrove.datasets.osm;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.locationtech.jts.geom.Coordinate;

/** Locations of the nodes of selected ways. Each node takes 16 bytes. */
final class NodePlaces {
  private static final double UNITS = 1e7;

  private final long[] ids;
  private final int[] lons;
  private final int[] lats;
  private int last;

  /**
   * Reads from the file the locations of the nodes of all ways that do not store these locations
   * themselves.
   */
  NodePlaces(List<OsmObject> ways, Supplier<OsmReader> file) {
    List<OsmObject> asking = ways.stream().filter(way -> !way.hasPlaces()).toList();
    int count = asking.stream().mapToInt(way -> way.refs().length).sum();
    long[] all = new long[count];
    int at = 0;
    for (OsmObject way : asking) {
      System.arraycopy(way.refs(), 0, all, at, way.refs().length);
      at += way.refs().length;
    }
    Arrays.sort(all);
    int different = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[different++] = all[i];
      }
    }
    ids = Arrays.copyOf(all, different);
    lons = new int[different];
    lats = new int[different];
    Arrays.fill(lons, OsmObject.NO_PLACE);
    OsmReader.NodeSink sink =
        (id, lon, lat, tags) -> {
          int place = find(id);
          if (place >= 0 && lon != OsmObject.NO_PLACE && lat != OsmObject.NO_PLACE) {
            lons[place] = lon;
            lats[place] = lat;
          }
        };
    if (count > 0) {
      try (OsmReader nodes = file.get()) {
        while (nodes.nextNode(sink)) {
          // the sink stores the locations
        }
      }
    }
  }

  /**
   * Returns the index of a node, or a negative number if no way needs the node. The search begins
   * at the node found last, because files list nodes in ascending order.
   */
  private int find(long id) {
    int from = last < ids.length && ids[last] <= id ? last : 0;
    int place = Arrays.binarySearch(ids, from, ids.length, id);
    last = place >= 0 ? place : Math.min(-place - 1, Math.max(0, ids.length - 1));
    return place;
  }

  /** Converts a location to degrees. */
  static Coordinate coordinate(int lon, int lat) {
    return new Coordinate(lon / UNITS, lat / UNITS);
  }

  /** Returns the locations of the nodes of a way, with null for nodes that are not in the file. */
  Coordinate[] of(OsmObject way) {
    long[] nodes = way.refs();
    Coordinate[] places = new Coordinate[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      if (way.hasPlaces()) {
        places[i] = coordinate(way.lons()[i], way.lats()[i]);
        continue;
      }
      int place = Arrays.binarySearch(ids, nodes[i]);
      if (place >= 0 && lons[place] != OsmObject.NO_PLACE) {
        places[i] = coordinate(lons[place], lats[place]);
      }
    }
    return places;
  }
}
