package org.flashgrove.cli.maintenance;

import java.io.PrintWriter;
import java.util.function.LongUnaryOperator;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.datasets.geojson.GeoJson;

/**
 * Writes nodes as GeoJSON, one feature a line: a Polygon with the properties {@code level}, {@code
 * node}, {@code parent} (none for the root) and {@code entries}; if wanted also the entries of
 * leaves, whose {@code level} is -1, with {@code id} and the leaf as {@code parent}; entries that
 * come before all nodes have none.
 */
final class NodeFeatures implements NodeVisitor {
  private final PrintWriter out;
  private final boolean withEntries;
  private final LongUnaryOperator ids;
  private long leaf = -1;
  private long written;

  /** Writes to {@code out}; {@code ids} returns what the id of an entry is written as. */
  NodeFeatures(PrintWriter out, boolean withEntries, LongUnaryOperator ids) {
    this.out = out;
    this.ids = ids;
    this.withEntries = withEntries;
    out.print(GeoJson.BEGIN);
  }

  @Override
  public void node(
      int level,
      long nodeId,
      long parentId,
      int entryCount,
      double minX,
      double minY,
      double maxX,
      double maxY) {
    leaf = nodeId;
    feature(
        "\"level\":"
            + level
            + ",\"node\":"
            + nodeId
            + ",\"parent\":"
            + parent(parentId)
            + ",\"entries\":"
            + entryCount,
        GeoJson.polygon(minX, minY, maxX, maxY));
  }

  @Override
  public void entry(long id, double minX, double minY, double maxX, double maxY) {
    if (withEntries) {
      feature(
          "\"level\":-1,\"id\":" + ids.applyAsLong(id) + ",\"parent\":" + parent(leaf),
          GeoJson.geometry(minX, minY, maxX, maxY));
    }
  }

  private static String parent(long node) {
    return node < 0 ? "null" : Long.toString(node);
  }

  private void feature(String properties, String geometry) {
    out.print(written++ == 0 ? "\n" : ",\n");
    out.print("{\"type\":\"Feature\",\"properties\":{" + properties + "},\"geometry\":");
    out.print(geometry);
    out.print("}");
  }

  /** Ends the collection; returns the number of features. */
  long end() {
    out.println("\n" + GeoJson.END);
    return written;
  }
}
