package org.flashgrove.datasets.osm;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The features of one layer, numbered from 1: objects in the order of the file, ways before
 * relations. Objects are left out and counted that lack ways or nodes, or bound no valid area.
 *
 * <p>Ways are read before the places of their nodes are known: as many ways as fit into an eighth
 * of the memory, then the file is gone through for their nodes, and so on. So memory has a bound,
 * whatever the length of the file and the order of its objects; each batch is one more pass.
 */
final class OsmFeatures extends GeometryCursor {
  /** What a node of a batch takes: in its way, in the table of ids, and its place. */
  private static final int BYTES_A_NODE = 32;

  private static final int MOST_NODES = 1 << 26;
  private static final int MOST_MEMBERS = 1 << 14;

  /** A geometry, and the object it is made of. */
  private record Found(OsmObject object, Geometry geometry) {}

  private final Path path;
  private final OsmLayer layer;
  private final List<String> attributes;
  private final OsmShapes shapes = new OsmShapes();
  private final GeometryFactory factory = new GeometryFactory();
  private final OsmReader objects;
  private final OsmReader relations;
  private final Deque<Found> ready = new ArrayDeque<>();
  private final int batchNodes;
  private Iterator<OsmObject> batch = List.<OsmObject>of().iterator();
  private Map<Long, OsmObject> members = Map.of();
  private NodePlaces places;
  private boolean inRelations;
  private Found current;
  private long id;

  OsmFeatures(
      Path path, String name, BadRowPolicy policy, OsmLayer layer, List<String> attributes) {
    super(name, policy);
    this.path = path;
    this.layer = layer;
    this.attributes = List.copyOf(attributes);
    long nodes = Runtime.getRuntime().maxMemory() / 8 / BYTES_A_NODE;
    batchNodes = (int) Math.min(MOST_NODES, nodes);
    objects = new OsmReader(path, name);
    relations = layer == OsmLayer.BUILDINGS ? new OsmReader(path, name) : null;
  }

  @Override
  protected boolean advance() {
    while (ready.isEmpty()) {
      if (!readMore()) {
        return false;
      }
    }
    current = ready.remove();
    id++;
    return true;
  }

  @Override
  protected Geometry read() {
    return current.geometry;
  }

  /** Makes further features of the layer, perhaps none; false at the end. */
  private boolean readMore() {
    if (layer == OsmLayer.POIS) {
      return objects.nextNodes(this::addPoint);
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

  private void addPoint(long node, int lon, int lat, OsmReader.TagView view) {
    Map<String, String> tags = view.read();
    if (layer.has(tags)) {
      Coordinate place = NodePlaces.coordinate(lon, lat);
      ready.add(
          new Found(new OsmObject("node", node, tags, new long[0]), factory.createPoint(place)));
    }
  }

  private void add(OsmObject object) {
    List<Geometry> found;
    if (layer == OsmLayer.HIGHWAYS) {
      Geometry line = shapes.line(object, places);
      found = line == null ? List.of() : List.of(line);
    } else if (inRelations) {
      List<OsmObject> ways = new ArrayList<>();
      for (long member : object.refs()) {
        ways.add(members.get(member));
      }
      found = shapes.area(ways, places);
    } else {
      found = shapes.area(object, places);
    }
    found.forEach(geometry -> ready.add(new Found(object, geometry)));
    if (found.isEmpty()) {
      leaveOut();
    }
  }

  private boolean isWanted(OsmObject way) {
    return layer.has(way.tags()) && (layer == OsmLayer.HIGHWAYS || way.isClosed());
  }

  private Iterator<OsmObject> readWays() {
    List<OsmObject> ways = new ArrayList<>();
    int nodes = 0;
    while (nodes < batchNodes) {
      OsmObject way = objects.nextWay();
      if (way == null) {
        break;
      }
      if (isWanted(way)) {
        ways.add(way);
        nodes += way.refs().length;
      }
    }
    findPlaces(ways);
    return ways.iterator();
  }

  /** Reads relations of the layer, and the ways that are their members. */
  private Iterator<OsmObject> readRelations() {
    List<OsmObject> found = new ArrayList<>();
    members = new HashMap<>();
    while (members.size() < MOST_MEMBERS) {
      OsmObject relation = relations.nextMultipolygon();
      if (relation == null) {
        break;
      }
      if (layer.has(relation.tags())) {
        found.add(relation);
        for (long member : relation.refs()) {
          members.put(member, null);
        }
      }
    }
    if (!found.isEmpty()) {
      try (OsmReader ways = new OsmReader(path, file())) {
        for (OsmObject way = ways.nextWay(); way != null; way = ways.nextWay()) {
          if (members.containsKey(way.id())) {
            members.put(way.id(), way);
          }
        }
      }
      findPlaces(members.values().stream().filter(way -> way != null).toList());
    }
    return found.iterator();
  }

  private void findPlaces(List<OsmObject> ways) {
    if (!ways.isEmpty()) {
      try (OsmReader nodes = new OsmReader(path, file())) {
        places = new NodePlaces(ways, nodes);
      }
    }
  }

  @Override
  protected String place() {
    return "feature " + id;
  }

  @Override
  public EntryKind kind() {
    return layer == OsmLayer.POIS ? EntryKind.POINTS : EntryKind.GEOMETRIES;
  }

  @Override
  public boolean isGeographic() {
    return true;
  }

  @Override
  public long id() {
    return id;
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
