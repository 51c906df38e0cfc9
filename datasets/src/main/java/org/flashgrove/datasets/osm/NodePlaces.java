package org.flashgrove.datasets.osm;

import java.util.Arrays;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;

/** Where the nodes of some ways are: 16 bytes a node. */
final class NodePlaces {
  private static final int UNKNOWN = Integer.MIN_VALUE;
  private static final double UNITS = 1e7;

  private final long[] ids;
  private final int[] lons;
  private final int[] lats;
  private int last;

  /** Looks up the nodes of ways in a file. */
  NodePlaces(List<OsmObject> ways, OsmReader nodes) {
    int count = ways.stream().mapToInt(way -> way.refs().length).sum();
    long[] all = new long[count];
    int at = 0;
    for (OsmObject way : ways) {
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
    Arrays.fill(lons, UNKNOWN);
    OsmReader.NodeSink sink =
        (id, lon, lat, tags) -> {
          int place = find(id);
          if (place >= 0) {
            lons[place] = lon;
            lats[place] = lat;
          }
        };
    while (nodes.nextNodes(sink)) {
      // the sink keeps what is wanted
    }
  }

  /** Finds a node; files have them in ascending order, so most are right behind the last. */
  private int find(long id) {
    int from = last < ids.length && ids[last] <= id ? last : 0;
    int place = Arrays.binarySearch(ids, from, ids.length, id);
    last = place >= 0 ? place : Math.min(-place - 1, Math.max(0, ids.length - 1));
    return place;
  }

  /** Returns a place in degrees. */
  static Coordinate coordinate(int lon, int lat) {
    return new Coordinate(lon / UNITS, lat / UNITS);
  }

  /** Returns the places of nodes; null in the place of one that is not in the file. */
  Coordinate[] of(long[] nodes) {
    Coordinate[] places = new Coordinate[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      int place = Arrays.binarySearch(ids, nodes[i]);
      if (place >= 0 && lons[place] != UNKNOWN) {
        places[i] = coordinate(lons[place], lats[place]);
      }
    }
    return places;
  }
}
