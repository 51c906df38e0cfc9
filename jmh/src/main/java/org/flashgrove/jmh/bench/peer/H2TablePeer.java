package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.engine.Constants;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Peer for an H2 table with a spatial index. The peer's memory setting is the size of H2's cache.
 * Window queries use the operator {@code &&}, which H2GIS also uses.
 */
final class H2TablePeer extends SqlTablePeer {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final PeerSettings settings;

  H2TablePeer(PeerSettings settings) {
    this.settings = settings;
  }

  @Override
  public String description() {
    return "H2 "
        + Constants.VERSION
        + ", table with a spatial index, CACHE_SIZE of "
        + settings.mebibytes()
        + " MiB";
  }

  @Override
  Connection connect(Path directory) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:h2:file:"
            + directory.resolve("places").toAbsolutePath()
            + ";CACHE_SIZE="
            + settings.memoryBytes() / 1024
            + ";WRITE_DELAY=0");
  }

  @Override
  List<String> creation() {
    return List.of(
        "CREATE TABLE places(id BIGINT PRIMARY KEY, geom GEOMETRY, x DOUBLE PRECISION,"
            + " name VARCHAR, category VARCHAR, amount BIGINT, score DOUBLE PRECISION)",
        "CREATE SPATIAL INDEX of_geom ON places(geom)",
        "CREATE INDEX of_name ON places(name)",
        "CREATE INDEX of_category ON places(category)",
        "CREATE INDEX of_amount ON places(amount)");
  }

  @Override
  List<String> insertions() {
    return List.of("INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?)");
  }

  @Override
  int setPlace(PreparedStatement statement, int insertion, long id, double[] box)
      throws SQLException {
    statement.setLong(1, id);
    int parameter = setWindow(statement, 2, new Envelope(box[0], box[2], box[1], box[3]));
    statement.setDouble(parameter++, box[0]);
    return parameter;
  }

  @Override
  String window() {
    return "SELECT " + COLUMNS + " FROM places r WHERE r.geom && ?";
  }

  @Override
  int setWindow(PreparedStatement query, double minX, double minY, double maxX, double maxY)
      throws SQLException {
    return setWindow(query, 1, new Envelope(minX, maxX, minY, maxY));
  }

  private static int setWindow(PreparedStatement statement, int parameter, Envelope box)
      throws SQLException {
    statement.setObject(parameter, GEOMETRIES.toGeometry(box));
    return parameter + 1;
  }

  @Override
  void settle(Statement statement) throws SQLException {
    statement.execute("ANALYZE");
  }
}
