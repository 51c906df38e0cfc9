package org.flashgrove.datasets.osm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.noding.SegmentString;
import org.locationtech.jts.operation.polygonize.Polygonizer;

/** Creates lines and polygons from ways. */
final class OsmShapes {
  /**
   * Maximum number of corners of a ring that is first tested for validity as a whole. The lines of
   * a larger ring are split without this test.
   */
  private static final int SMALL_RING = 1_000;

  private static final int COST_OF_A_NODE = 2_000;

  private final GeometryFactory factory = new GeometryFactory();
  private final WorkBudget budget;
  private final int mostNodes;

  /**
   * Creates a builder of shapes.
   *
   * @param budget limit for the work that areas cause
   * @param mostNodes maximum number of nodes of an area
   */
  OsmShapes(WorkBudget budget, int mostNodes) {
    this.budget = budget;
    this.mostNodes = mostNodes;
  }

  /** Geometries of an object, or the reason why there are none. Exactly one of the two is null. */
  record Shape(List<Geometry> parts, LeftOut leftOut) {
    static Shape of(Geometry... parts) {
      return new Shape(List.of(parts), null);
    }

    static Shape none(LeftOut reason) {
      return new Shape(null, reason);
    }
  }

  /**
   * Segment between two nodes. The first node has the smaller coordinates, so two segments between
   * the same nodes are equal.
   */
  record Segment(Coordinate from, Coordinate to) implements Comparable<Segment> {
    Coordinate[] ends() {
      return new Coordinate[] {from, to};
    }

    @Override
    public int compareTo(Segment other) {
      int order = from.compareTo(other.from);
      return order != 0 ? order : to.compareTo(other.to);
    }
  }

  /**
   * Returns a way as a line. Nodes at the beginning of the way that are not in the file are
   * skipped, because extracts cut ways at their borders. The library osmium does the same.
   */
  Shape line(OsmObject way, NodePlaces places) {
    Coordinate[] nodes = places.of(way);
    int first = 0;
    while (first < nodes.length && nodes[first] == null) {
      first++;
    }
    Coordinate[] known = Arrays.copyOfRange(nodes, first, nodes.length);
    if (isIncomplete(known) || known.length == 0 && nodes.length > 0) {
      return Shape.none(LeftOut.MISSING_NODE);
    }
    Coordinate[] line = CoordinateArrays.removeRepeatedPoints(known);
    return line.length < 2
        ? Shape.none(first > 0 ? LeftOut.MISSING_NODE : LeftOut.NO_LENGTH)
        : Shape.of(factory.createLineString(line));
  }

  private static boolean isIncomplete(Coordinate[] nodes) {
    return Arrays.stream(nodes).anyMatch(Objects::isNull);
  }

  /**
   * Returns the area bounded by rings of ways. A point belongs to the area if an odd number of
   * rings contain the point. Two identical segments cancel each other.
   *
   * @param ways ways; null stands for a way that is not in the file
   * @return valid polygons, or the reason why there are none: a missing way or node, an open ring,
   *     or crossing lines
   */
  Shape area(List<OsmObject> ways, NodePlaces places) {
    long nodes = 0;
    for (OsmObject way : ways) {
      if (way == null) {
        return Shape.none(LeftOut.MISSING_WAY);
      }
      nodes += way.refs().length;
    }
    if (nodes > mostNodes) {
      return Shape.none(LeftOut.TOO_LARGE);
    }
    budget.charge(COST_OF_A_NODE * nodes);
    Set<Segment> segments = new HashSet<>();
    for (OsmObject way : ways) {
      if (!toggle(places.of(way), segments)) {
        return Shape.none(LeftOut.MISSING_NODE);
      }
    }
    Collection<?> lines = AreaLines.noded(segments, budget);
    return lines == null ? Shape.none(LeftOut.CROSSING) : polygons(lines);
  }

  private Shape polygons(Collection<?> lines) {
    Polygonizer polygonizer = new Polygonizer(true);
    for (Object line : lines) {
      polygonizer.add(factory.createLineString(((SegmentString) line).getCoordinates()));
    }
    boolean isOpen =
        !polygonizer.getDangles().isEmpty()
            || !polygonizer.getCutEdges().isEmpty()
            || !polygonizer.getInvalidRingLines().isEmpty();
    Geometry area = polygonizer.getGeometry();
    if (isOpen || area.isEmpty()) {
      return Shape.none(LeftOut.OPEN_RING);
    }
    if (!area.isValid()) {
      return Shape.none(LeftOut.INVALID);
    }
    area = area.norm(); // otherwise the start of rings could differ from run to run
    List<Geometry> parts = new ArrayList<>();
    for (int i = 0; i < area.getNumGeometries(); i++) {
      parts.add(area.getGeometryN(i));
    }
    return new Shape(parts, null);
  }

  /**
   * Adds each segment between two successive nodes to {@code segments}. If the set already has an
   * equal segment, removes this segment instead. Returns false if a node is missing.
   */
  private static boolean toggle(Coordinate[] nodes, Set<Segment> segments) {
    if (isIncomplete(nodes)) {
      return false;
    }
    for (int i = 1; i < nodes.length; i++) {
      int order = nodes[i - 1].compareTo(nodes[i]);
      Segment segment =
          order < 0 ? new Segment(nodes[i - 1], nodes[i]) : new Segment(nodes[i], nodes[i - 1]);
      if (order != 0 && !segments.remove(segment)) {
        segments.add(segment);
      }
    }
    return true;
  }

  /** Returns the area within a closed way. */
  Shape area(OsmObject way, NodePlaces places) {
    if (way.refs().length <= SMALL_RING) {
      Coordinate[] nodes = places.of(way);
      if (isIncomplete(nodes)) {
        return Shape.none(LeftOut.MISSING_NODE);
      }
      Coordinate[] ring = CoordinateArrays.removeRepeatedPoints(nodes);
      if (ring.length >= 4) {
        Geometry polygon = factory.createPolygon(ring);
        if (polygon.isValid()) {
          return Shape.of(polygon);
        }
      }
    }
    return area(List.of(way), places);
  }
}
