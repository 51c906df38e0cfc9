package org.flashgrove.datasets.geopackage;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.geometry.WkbShape;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/** Cursor over rows of one feature table, in the order of their keys. */
final class GeoPackageFeatures extends GeometryCursor {
  private static final int[] ENVELOPE_DOUBLES = {0, 4, 6, 6, 8};

  private final FeatureTable table;
  private final TableRows rows;
  private final Runnable release;
  private final WKBReader reader = new WKBReader(new GeometryFactory());
  private Long id;

  /**
   * Creates a cursor.
   *
   * @param rows rows of the table
   * @param release called when the cursor is closed
   */
  GeoPackageFeatures(FeatureTable table, TableRows rows, BadRowPolicy policy, Runnable release) {
    super(table.file(), policy);
    this.table = table;
    this.rows = rows;
    this.release = release;
  }

  /** Creates a cursor over all rows of a table. The cursor owns the table. */
  static GeoPackageFeatures all(FeatureTable table, BadRowPolicy policy) {
    try {
      return new GeoPackageFeatures(table, TableRows.all(table), policy, table::close);
    } catch (RuntimeException e) {
      table.close();
      throw e;
    }
  }

  @Override
  protected boolean advance() {
    try {
      if (!rows.next()) {
        return false;
      }
      id = table.keyColumn() == 0 ? null : (Long) rows.integer(table.keyColumn());
      return true;
    } catch (SQLException e) {
      throw table.failed(e);
    }
  }

  @Override
  protected Geometry read() {
    try {
      byte[] blob = rows.bytes(table.geometryColumn());
      return blob == null ? null : geometry(blob);
    } catch (SQLException e) {
      throw table.failed(e);
    }
  }

  /** Reads the header of a GeoPackage geometry, and the WKB after it. */
  private Geometry geometry(byte[] blob) {
    int flags = blob.length < 8 ? 0xff : blob[3];
    int envelope = flags >> 1 & 7;
    boolean isStandard =
        blob.length >= 8 && blob[0] == 'G' && blob[1] == 'P' && (flags & 0x20) == 0;
    if (!isStandard || envelope >= ENVELOPE_DOUBLES.length) {
      throw problem("a geometry without the header of a GeoPackage", "standard geometries");
    }
    int start = 8 + 8 * ENVELOPE_DOUBLES[envelope];
    if (start > blob.length) {
      throw problem("a geometry that ends too early", "standard geometries");
    }
    byte[] bytes = Arrays.copyOfRange(blob, start, blob.length);
    try {
      WkbShape.require(bytes);
      return reader.read(bytes);
    } catch (ParseException | IllegalArgumentException e) {
      throw problem(String.valueOf(e.getMessage()), "well-known binary");
    }
  }

  @Override
  protected String place() {
    return "row " + rows.number();
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return table.system();
  }

  @Override
  protected Object givenId() {
    return id;
  }

  @Override
  protected long number() {
    return rows.number();
  }

  @Override
  public List<String> attributeNames() {
    return table.names();
  }

  @Override
  public Object attribute(int attribute) {
    try {
      return GeoPackageType.value(table.typeOf(attribute), rows.value(table.columnOf(attribute)));
    } catch (SQLException e) {
      throw table.failed(e);
    }
  }

  @Override
  public AttributeType declaredType(int attribute) {
    return table.typeOf(attribute);
  }

  @Override
  public void close() {
    release.run();
  }
}
