package org.flashgrove.lab.experiment.results;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.lab.experiment.Details;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/**
 * Reads and writes the table PrintIndex of the benchmark framework FESTIval. It has a row for each
 * node of a tree, with the bounds of the node's entries as well-known text.
 */
final class NodeRows {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private NodeRows() {}

  static void insert(Connection connection, long number, List<Details.Node> nodes)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO printindex (pe_id, node_id, geom, node_height, parent_node)"
                + " VALUES (?, ?, ?, ?, ?)")) {
      for (Details.Node node : nodes) {
        Envelope bounds = new Envelope(node.minX(), node.maxX(), node.minY(), node.maxY());
        insert.setLong(1, number);
        insert.setLong(2, node.id());
        insert.setString(3, GEOMETRIES.toGeometry(bounds).toText());
        insert.setInt(4, node.height());
        insert.setLong(5, node.parent());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  static List<Details.Node> select(Connection connection, long number) throws SQLException {
    List<Details.Node> nodes = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT node_id, node_height, parent_node, geom FROM printindex WHERE pe_id = ?"
                + " ORDER BY rowid")) {
      select.setLong(1, number);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Envelope bounds = new WKTReader().read(row.getString(4)).getEnvelopeInternal();
          nodes.add(
              new Details.Node(
                  row.getLong(1),
                  row.getInt(2),
                  row.getLong(3),
                  bounds.getMinX(),
                  bounds.getMinY(),
                  bounds.getMaxX(),
                  bounds.getMaxY()));
        }
      }
      return nodes;
    } catch (ParseException e) {
      throw new SQLException("a node whose bounds are no well-known text", e);
    }
  }
}
