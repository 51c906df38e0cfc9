package org.flashgrove.cli.maintenance;

import java.io.PrintWriter;
import java.util.function.LongUnaryOperator;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.datasets.geojson.GeoJson;

/**
 * Writes nodes as GeoJSON with one feature on each line. A feature is a Polygon with the properties
 * {@code level}, {@code node}, {@code parent} and {@code entries}. The root has no {@code parent}.
 *
 * <p>Optionally the entries of leaves are written, too. The feature of an entry has {@code level}
 * -1, an {@code id}, and its leaf as {@code parent}. The {@code parent} is missing if the entry is
 * visited before the first node.
 */
final class NodeFeatures implements NodeVisitor {
  private final PrintWriter out;
  private final boolean withEntries;
  private final LongUnaryOperator ids;
  private long leaf = -1;
  private long written;

  /**
   * Creates a writer to {@code out}.
   *
   * @param withEntries whether to write entries, too
   * @param ids converts the ids of entries to the ids to write
   */
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

  /** Writes the end of the GeoJSON document. Returns the number of features. */
  long end() {
    out.println("\n" + GeoJson.END);
    return written;
  }
}
