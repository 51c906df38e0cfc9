package org.flashgrove.datasets.geopackage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.IsoWkb;
import org.flashgrove.datasets.file.OutputFile;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.sqlite.SQLiteConfig;

/**
 * Sorts features by the position of their centres on a Hilbert curve, and passes them to another
 * writer. Features near each other then share pages of the file. Features without a geometry come
 * first. Until the writer is closed, the features are in a temporary SQLite database next to the
 * target, which sorts them with bounded memory.
 */
public final class CurveSortedWriter implements FeatureWriter {
  private static final int BATCH = 1_000;
  private static final long WITHOUT_GEOMETRY = -1;

  private final FeatureWriter target;
  private final List<AttributeType> types;
  private final HilbertCurve curve;
  private final IsoWkb wkb = new IsoWkb();
  private final WKBReader reader = new WKBReader();
  private final Path file;
  private final Connection database;
  private final PreparedStatement insertion;
  private int pending;

  /**
   * Creates a writer.
   *
   * @param output the file that the target writes; the temporary file is next to it
   * @param schema the features, with their extent
   * @param target writes the sorted features; this writer closes it
   * @throws UncheckedIOException if the temporary file cannot be created
   */
  public CurveSortedWriter(OutputFile output, FeatureSchema schema, FeatureWriter target) {
    this.target = target;
    types = schema.types();
    Extent extent = schema.extent().orElse(new Extent(0, 0, 1, 1));
    curve = new HilbertCurve(extent.minX(), extent.minY(), extent.maxX(), extent.maxY());
    SQLiteConfig config = new SQLiteConfig();
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    try {
      file = Files.createTempFile(output.directory(), ".flashgrove-", ".tmp");
      file.toFile().deleteOnExit(); // an interrupted program closes nothing
      database = config.createConnection("jdbc:sqlite:" + file);
      database.setAutoCommit(false);
      StringBuilder columns = new StringBuilder("position, id, geometry");
      for (int i = 0; i < types.size(); i++) {
        columns.append(", a").append(i); // without a type, so that values stay as they are
      }
      try (Statement statement = database.createStatement()) {
        statement.execute("CREATE TABLE features (" + columns + ")");
      }
      String values = ", ?".repeat(types.size());
      insertion = database.prepareStatement("INSERT INTO features VALUES (?, ?, ?" + values + ")");
    } catch (IOException e) {
      throw new UncheckedIOException(output.name() + ": cannot be created", e);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static UncheckedIOException failed(SQLException e) {
    return new UncheckedIOException(new IOException("temporary file: cannot be used", e));
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    try {
      insertion.setLong(1, position(geometry));
      insertion.setLong(2, id);
      insertion.setBytes(3, geometry == null ? null : wkb.write(geometry));
      for (int i = 0; i < attributes.length; i++) {
        insertion.setObject(4 + i, GeoPackageType.stored(attributes[i]));
      }
      insertion.addBatch();
      pending++;
      if (pending == BATCH) {
        insertion.executeBatch();
        pending = 0;
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private long position(Geometry geometry) {
    if (geometry == null) {
      return WITHOUT_GEOMETRY;
    }
    Envelope box = geometry.getEnvelopeInternal();
    return curve.valueOfCentre(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  @Override
  public void close() {
    try (target) {
      insertion.executeBatch();
      try (Statement statement = database.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT * FROM features ORDER BY position, rowid")) {
        while (rows.next()) {
          write(rows);
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      discard();
    }
  }

  private void write(ResultSet row) throws SQLException {
    Object[] attributes = new Object[types.size()];
    for (int i = 0; i < attributes.length; i++) {
      attributes[i] = GeoPackageType.value(types.get(i), row.getObject(4 + i));
    }
    byte[] bytes = row.getBytes(3);
    try {
      target.write(row.getLong(2), bytes == null ? null : reader.read(bytes), attributes);
    } catch (ParseException e) {
      throw new IllegalStateException("geometries that this class wrote", e);
    }
  }

  private void discard() {
    FeatureTable.close(database);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be removed", e);
    }
  }
}
