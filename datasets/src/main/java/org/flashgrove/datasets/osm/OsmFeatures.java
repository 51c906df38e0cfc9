package org.flashgrove.datasets.osm;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Cursor over the features of one layer, numbered from 1. Objects come in the order of the file,
 * and ways before relations. Objects with missing ways or nodes, and areas without a valid
 * boundary, are left out and counted.
 *
 * <p>A way in the file usually lists only the ids of its nodes. The cursor reads as many ways as
 * fit in an eighth of the heap. It then reads the file again to look up the locations of the nodes
 * of these ways. It repeats both steps for the next ways. Memory is thus limited for every file and
 * every order of objects.
 */
final class OsmFeatures extends GeometryCursor {
  /**
   * Bytes of memory for each node of the ways that are read together. This includes the reference
   * to the node in its way, the node's id in a table of ids, and its location.
   */
  private static final int BYTES_A_NODE = 32;

  private static final int MOST_NODES = 1 << 26;

  /**
   * Memory of a relation's reference to a member way before this way is read, in units of one node.
   */
  private static final int MEMBER_COST = 4;

  /** Memory of a node of an area while polygons are built, in units of {@link #BYTES_A_NODE}. */
  private static final int AREA_COST = 16;

  private static final String RELATION_TYPE = "type";

  /** Geometry and the object that it was made from. */
  private record Found(OsmObject object, Geometry geometry) {}

  private final Path path;
  private final OsmLayer layer;
  private final List<String> attributes;
  private final WorkBudget budget;
  private final OsmShapes shapes;
  private final GeometryFactory factory = new GeometryFactory();
  private final OsmReader objects;
  private final OsmReader relations;
  private final OsmReader.NodeSink points = this::addPoint;
  private final Deque<Found> ready = new ArrayDeque<>();
  private final int batchNodes;
  private Iterator<OsmObject> batch = List.<OsmObject>of().iterator();
  private Map<Long, OsmObject> members = Map.of();
  private final Set<Long> tooLarge = new HashSet<>();
  private NodePlaces places;
  private boolean inRelations;
  private Found current;
  private long number;

  OsmFeatures(
      Path path, String name, BadRowPolicy policy, OsmLayer layer, List<String> attributes) {
    super(name, policy);
    this.path = path;
    this.layer = layer;
    this.attributes = List.copyOf(attributes);
    long nodes = Runtime.getRuntime().maxMemory() / 8 / BYTES_A_NODE;
    batchNodes = (int) Math.min(MOST_NODES, nodes);
    budget = new WorkBudget(path, name);
    shapes = new OsmShapes(budget, batchNodes / AREA_COST);
    objects = reader(this::isNeeded);
    relations = layer == OsmLayer.BUILDINGS ? reader(this::isNeeded) : null;
  }

  private OsmReader reader(Predicate<String> wantedTags) {
    return new OsmReader(path, file(), wantedTags, budget);
  }

  /** Returns whether the reader keeps tags with a key. */
  private boolean isNeeded(String key) {
    return layer.hasKey(key) || key.equals(RELATION_TYPE) || attributes.contains(key);
  }

  @Override
  protected boolean advance() {
    while (ready.isEmpty()) {
      if (!readMore()) {
        return false;
      }
    }
    current = ready.remove();
    number++;
    return true;
  }

  @Override
  protected Geometry read() {
    return current.geometry;
  }

  /**
   * Reads further objects and creates features from them. A call may create no feature. Returns
   * false at the end of the file.
   */
  private boolean readMore() {
    if (layer == OsmLayer.POIS) {
      return objects.nextNode(points);
    }
    if (batch.hasNext()) {
      add(batch.next());
      return true;
    }
    places = null;
    if (!inRelations) {
      batch = readWays();
      inRelations = !batch.hasNext();
    }
    if (inRelations && relations != null) {
      batch = readRelations();
    }
    return batch.hasNext();
  }

  private void addPoint(long node, int lon, int lat, Map<String, String> tags) {
    if (!layer.has(tags)) {
      return;
    }
    if (lon == OsmObject.NO_PLACE || lat == OsmObject.NO_PLACE) {
      leaveOut(LeftOut.NO_PLACE.toString());
      return;
    }
    OsmObject object = new OsmObject("node", node, tags, new long[0], null, null);
    ready.add(new Found(object, factory.createPoint(NodePlaces.coordinate(lon, lat))));
  }

  private void add(OsmObject object) {
    OsmShapes.Shape shape;
    if (layer == OsmLayer.HIGHWAYS) {
      shape = shapes.line(object, places);
    } else if (inRelations) {
      shape = area(object);
    } else {
      shape = shapes.area(object, places);
    }
    if (shape.leftOut() != null) {
      leaveOut(shape.leftOut().toString());
    } else {
      shape.parts().forEach(geometry -> ready.add(new Found(object, geometry)));
    }
  }

  private OsmShapes.Shape area(OsmObject relation) {
    List<OsmObject> ways = new ArrayList<>();
    for (long member : relation.refs()) {
      OsmObject way = members.get(member);
      if (way == null && tooLarge.contains(member)) {
        return OsmShapes.Shape.none(LeftOut.TOO_LARGE);
      }
      ways.add(way);
    }
    return shapes.area(ways, places);
  }

  private boolean isWanted(OsmObject way) {
    return layer == OsmLayer.HIGHWAYS || way.isClosed();
  }

  private Iterator<OsmObject> readWays() {
    List<OsmObject> ways = new ArrayList<>();
    long cost = 0;
    while (cost < batchNodes) {
      OsmObject way = objects.nextWay(id -> true, layer::has);
      if (way == null) {
        break;
      }
      if (isWanted(way)) {
        ways.add(way);
        cost += way.cost();
      }
    }
    findPlaces(ways);
    return ways.iterator();
  }

  /** Reads relations of the layer and the ways that are their members. */
  private Iterator<OsmObject> readRelations() {
    List<OsmObject> found = new ArrayList<>();
    members = new HashMap<>();
    tooLarge.clear();
    long cost = 0;
    while (cost < batchNodes / 2) {
      OsmObject relation = relations.nextMultipolygon(layer::has);
      if (relation == null) {
        break;
      }
      found.add(relation);
      cost += relation.cost() + (long) MEMBER_COST * relation.refs().length;
      for (long member : relation.refs()) {
        members.put(member, null);
      }
    }
    if (!found.isEmpty()) {
      readMembers();
      findPlaces(members.values().stream().filter(way -> way != null).toList());
    }
    return found.iterator();
  }

  /** Reads as many member ways as fit in memory. */
  private void readMembers() {
    long cost = 0;
    try (OsmReader ways = reader(key -> false)) {
      while (true) {
        OsmObject way = ways.nextWay(members::containsKey, tags -> true);
        if (way == null) {
          return;
        }
        if (cost + way.cost() > batchNodes) {
          tooLarge.add(way.id());
        } else {
          cost += way.cost();
          members.put(way.id(), way);
        }
      }
    }
  }

  private void findPlaces(List<OsmObject> ways) {
    if (!ways.isEmpty()) {
      places = new NodePlaces(ways, () -> reader(key -> false));
    }
  }

  @Override
  protected String place() {
    return "feature " + number;
  }

  @Override
  public EntryKind kind() {
    return layer == OsmLayer.POIS ? EntryKind.POINTS : EntryKind.GEOMETRIES;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return CoordinateSystem.WGS84;
  }

  @Override
  public boolean isTyped() {
    return false; // values of tags are text, whatever they mean
  }

  @Override
  protected long number() {
    return number;
  }

  @Override
  public List<String> attributeNames() {
    return attributes;
  }

  @Override
  public Object attribute(int attribute) {
    String name = attributes.get(attribute);
    return switch (name) {
      case OsmFormat.ID -> current.object.id();
      case OsmFormat.TYPE -> current.object.type();
      default -> current.object.tags().get(name);
    };
  }

  @Override
  public void close() {
    objects.close();
    if (relations != null) {
      relations.close();
    }
  }
}
