package org.flashgrove.datasets.osm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.operation.polygonize.Polygonizer;

/** Makes lines and polygons of ways. */
final class OsmShapes {
  private final GeometryFactory factory = new GeometryFactory();

  /**
   * Returns a way as a line, as osmium does: nodes that are not in the file are passed over at its
   * beginning, as extracts cut ways at their borders.
   *
   * @return null if it has no length, or lacks a later node
   */
  Geometry line(OsmObject way, NodePlaces places) {
    Coordinate[] nodes = places.of(way.refs());
    int first = 0;
    while (first < nodes.length && nodes[first] == null) {
      first++;
    }
    Coordinate[] known = Arrays.copyOfRange(nodes, first, nodes.length);
    if (known.length == 0 || isIncomplete(known)) {
      return null;
    }
    Coordinate[] line = CoordinateArrays.removeRepeatedPoints(known);
    return line.length < 2 ? null : factory.createLineString(line);
  }

  private static boolean isIncomplete(Coordinate[] nodes) {
    return Arrays.stream(nodes).anyMatch(Objects::isNull);
  }

  /**
   * Returns the area that rings of ways bound, by parity: what lies within an odd number of rings.
   * Two stretches between the same nodes cancel each other.
   *
   * @param ways null stands for one that is not in the file
   * @return valid polygons; none if a way or node is not there, a ring is open or crosses itself
   */
  List<Geometry> area(List<OsmObject> ways, NodePlaces places) {
    Set<Map.Entry<Coordinate, Coordinate>> segments = new HashSet<>();
    for (OsmObject way : ways) {
      if (way == null || !toggle(places.of(way.refs()), segments)) {
        return List.of();
      }
    }
    Polygonizer polygonizer = new Polygonizer(true);
    for (Map.Entry<Coordinate, Coordinate> segment : segments) {
      polygonizer.add(
          factory.createLineString(new Coordinate[] {segment.getKey(), segment.getValue()}));
    }
    boolean isOpen =
        !polygonizer.getDangles().isEmpty()
            || !polygonizer.getCutEdges().isEmpty()
            || !polygonizer.getInvalidRingLines().isEmpty();
    Geometry area = polygonizer.getGeometry();
    if (isOpen || area.isEmpty() || !area.isValid()) {
      return List.of();
    }
    area = area.norm(); // else where rings begin would differ from run to run
    List<Geometry> parts = new ArrayList<>();
    for (int i = 0; i < area.getNumGeometries(); i++) {
      parts.add(area.getGeometryN(i));
    }
    return parts;
  }

  /** Adds the segments between nodes, or takes away those that are there; false if one lacks. */
  private static boolean toggle(
      Coordinate[] nodes, Set<Map.Entry<Coordinate, Coordinate>> segments) {
    if (isIncomplete(nodes)) {
      return false;
    }
    for (int i = 1; i < nodes.length; i++) {
      int order = nodes[i - 1].compareTo(nodes[i]);
      Map.Entry<Coordinate, Coordinate> segment =
          order < 0 ? Map.entry(nodes[i - 1], nodes[i]) : Map.entry(nodes[i], nodes[i - 1]);
      if (order != 0 && !segments.remove(segment)) {
        segments.add(segment);
      }
    }
    return true;
  }

  /** Returns the area within a closed way. */
  List<Geometry> area(OsmObject way, NodePlaces places) {
    Coordinate[] nodes = places.of(way.refs());
    if (isIncomplete(nodes)) {
      return List.of();
    }
    Coordinate[] ring = CoordinateArrays.removeRepeatedPoints(nodes);
    if (ring.length >= 4) {
      Geometry polygon = factory.createPolygon(ring);
      if (polygon.isValid()) {
        return List.of(polygon);
      }
    }
    return area(List.of(way), places);
  }
}
