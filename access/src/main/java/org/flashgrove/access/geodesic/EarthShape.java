package org.flashgrove.access.geodesic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.geometry.GeometryForm;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Polygon;

/**
 * Vertices, geodesic edges and areas of a geometry on the earth.
 *
 * <p>If a polygon is a rectangle between two meridians and two parallels, its sides follow these
 * lines instead of geodesics. A parallel is approximated by several geodesics, to within 5 mm. If
 * this needs more than {@value #MOST_PIECES} geodesics, it is approximated to within 1 m.
 */
final class EarthShape {
  private static final double PIECE_DEGREES = 0.006;
  private static final int MOST_PIECES = 4096;

  /** Index of the first vertex of each part. A part is a point, a line or a ring. */
  private final List<Integer> parts = new ArrayList<>();

  private final List<EarthArea> areas = new ArrayList<>();
  private EarthVertex[] vertices = new EarthVertex[8];
  private int count;

  /** Edge from each vertex to the next one, or null if there is none. */
  private GeodesicEdge[] edges = new GeodesicEdge[8];

  private boolean hasEdges;

  /** Returns the shape of a geometry. The geometry may be empty. */
  static EarthShape of(Geometry geometry) {
    EarthShape shape = new EarthShape();
    for (Geometry atom : GeometryForm.atoms(geometry)) {
      if (atom instanceof Polygon polygon) {
        shape.add(polygon);
      } else {
        shape.addPath(atom.getCoordinates());
      }
    }
    return shape;
  }

  /** Returns the shape of a rectangle between two meridians and two parallels. */
  static EarthShape of(Envelope box) {
    EarthShape shape = new EarthShape();
    shape.add(box);
    return shape;
  }

  private void add(Envelope box) {
    Coordinate[] corners = corners(box);
    if (box.getWidth() == 0) {
      addPath(new Coordinate[] {corners[0], corners[2]});
    } else if (box.getHeight() == 0) {
      addPath(Arrays.copyOf(corners, corners.length / 2));
    } else {
      areas.add(new EarthArea(addPath(corners), List.of()));
    }
  }

  private void add(Polygon polygon) {
    if (polygon.isRectangle()) {
      add(polygon.getEnvelopeInternal());
      return;
    }
    EarthRing shell = addPath(polygon.getExteriorRing().getCoordinates());
    List<EarthRing> holes = new ArrayList<>();
    for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
      LineString hole = polygon.getInteriorRingN(i);
      if (!hole.isEmpty()) {
        holes.add(addPath(hole.getCoordinates()));
      }
    }
    areas.add(new EarthArea(shell, holes));
  }

  private static Coordinate[] corners(Envelope box) {
    int pieces =
        (int) Math.min(MOST_PIECES, Math.max(1, Math.ceil(box.getWidth() / PIECE_DEGREES)));
    Coordinate[] path = new Coordinate[2 * pieces + 3];
    for (int i = 0; i <= pieces; i++) {
      double x = i == pieces ? box.getMaxX() : box.getMinX() + box.getWidth() * i / pieces;
      path[i] = new Coordinate(x, box.getMinY());
      path[2 * pieces + 1 - i] = new Coordinate(x, box.getMaxY());
    }
    path[2 * pieces + 2] = path[0];
    return path;
  }

  private EarthRing addPath(Coordinate[] path) {
    int first = count;
    parts.add(first);
    for (Coordinate at : path) {
      if (count == vertices.length) {
        vertices = Arrays.copyOf(vertices, 2 * count);
        edges = Arrays.copyOf(edges, 2 * count);
      }
      EarthVertex vertex = new EarthVertex(at.y, at.x);
      vertices[count] = vertex;
      if (count > first && !vertices[count - 1].isAt(vertex)) {
        edges[count - 1] = new GeodesicEdge(vertices[count - 1], vertex);
        hasEdges = true;
      }
      count++;
    }
    return new EarthRing(edgesFrom(first));
  }

  /**
   * Returns the edges of a part. They include edges without length, because a path may turn around
   * the axis at a pole.
   */
  private List<GeodesicEdge> edgesFrom(int first) {
    List<GeodesicEdge> found = new ArrayList<>();
    for (int i = first; i < count - 1; i++) {
      GeodesicEdge edge = edges[i];
      found.add(edge == null ? new GeodesicEdge(vertices[i], vertices[i + 1]) : edge);
    }
    return found;
  }

  /**
   * Returns the least distance between two shapes in metres.
   *
   * <p>If two edges do not cross, the shortest line between them begins at an end of one of the
   * edges. The reason is the positive curvature of the ellipsoid: a geodesic perpendicular to both
   * edges could be moved sideways to become shorter (second variation of the length, Synge). If no
   * edge of an area crosses an edge of another part, the area and the part are disjoint or one
   * contains the other.
   */
  double to(EarthShape other) {
    if (holdsPartOf(other) || other.holdsPartOf(this)) {
      return 0;
    }
    double least = betweenVertices(other);
    if (hasEdges) {
      least = edgesTo(other, least);
    }
    if (other.hasEdges) {
      least = other.edgesTo(this, least);
    }
    return hasEdges && other.hasEdges && least > 0 && crosses(other) ? 0 : least;
  }

  private boolean holdsPartOf(EarthShape other) {
    for (EarthArea area : areas) {
      for (int part : other.parts) {
        if (area.contains(other.vertices[part])) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the distance of the two vertices that are nearest to each other on the auxiliary
   * sphere. If both shapes consist of points, returns the exact least distance.
   */
  private double betweenVertices(EarthShape other) {
    EarthVertex nearest = vertices[0];
    EarthVertex nearestOther = other.vertices[0];
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < other.count; j++) {
        double square = vertices[i].squareTo(other.vertices[j]);
        if (square < least) {
          least = square;
          nearest = vertices[i];
          nearestOther = other.vertices[j];
        }
      }
    }
    double distance = nearest.to(nearestOther);
    if (!hasEdges && !other.hasEdges) {
      return betweenPoints(other, distance);
    }
    return distance;
  }

  private double betweenPoints(EarthShape other, double known) {
    double least = known;
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < other.count; j++) {
        if (vertices[i].leastTo(other.vertices[j]) < least) {
          least = Math.min(least, vertices[i].to(other.vertices[j]));
        }
      }
    }
    return least;
  }

  /**
   * Returns the minimum of {@code known} and all distances from an edge of this shape to a vertex
   * of the other shape.
   */
  private double edgesTo(EarthShape other, double known) {
    double least = known;
    for (int j = 0; j < other.count; j++) {
      EarthVertex vertex = other.vertices[j];
      double fromEnd = Double.NaN; // distance from the end of the previous edge, if it was measured
      for (int i = 0; i < count; i++) {
        GeodesicEdge edge = edges[i];
        boolean mayBeNearer =
            (edge == null ? vertices[i].leastTo(vertex) : edge.leastTo(vertex)) < least;
        double fromStart = fromEnd;
        fromEnd = Double.NaN;
        if (mayBeNearer) {
          fromStart = Double.isNaN(fromStart) ? vertices[i].to(vertex) : fromStart;
          if (edge == null) {
            least = Math.min(least, fromStart);
          } else {
            fromEnd = edge.end.to(vertex);
            least = edge.to(vertex, fromStart, fromEnd, least);
          }
        }
      }
    }
    return least;
  }

  private boolean crosses(EarthShape other) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < other.count; j++) {
        boolean mayCross =
            edges[i] != null && other.edges[j] != null && edges[i].mayCross(other.edges[j]);
        if (mayCross && EdgeCrossing.isOf(edges[i], other.edges[j])) {
          return true;
        }
      }
    }
    return false;
  }
}
