package org.flashgrove.geoparquet;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.BinaryFormat;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.DiskSource;

/**
 * Data format GeoParquet. It reads the native types GEOMETRY and GEOGRAPHY of Parquet, and versions
 * 1.0 and 1.1 of GeoParquet, whose metadata describe columns of WKB or GeoArrow. It writes version
 * 1.1 with WKB in a column of the native type GEOMETRY, and a covering (a column of bounding
 * boxes).
 *
 * <p>GeoParquet defines no ids, so ids are in a column {@code id} of integers. If there is no such
 * column, the reader numbers the rows from 1. A file may have several geometry columns. The option
 * for the layer then gives the name of the column to read. The default is the primary column.
 */
public final class GeoParquetFormat extends BinaryFormat implements RowFormat {
  /** Creates the format. */
  public GeoParquetFormat() {
    super("geoparquet", ".parquet", true, FileSignature.PARQUET);
  }

  @Override
  protected GeometryCursor open(Path file, String shownName, BadRowPolicy policy, String layer) {
    return GeoParquetFeatures.open(file, shownName, policy, layer);
  }

  @Override
  public RowFile openRows(Path file, String shownName, String layer, byte[] places) {
    FileSignature.require(file, shownName, FileSignature.PARQUET);
    return openRows(new DiskSource(file, shownName), layer, places);
  }

  @Override
  public RowFile openRows(ByteSource source, String layer, byte[] places) {
    return new GeoParquetRows(source, layer, places);
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new GeoParquetWriter(file, written(schema));
  }

  @Override
  public List<String> notes(FeatureSchema schema) {
    CoordinateSystem system = schema.coordinateSystem();
    return !system.isKnown() || RowSupport.isDefault(system)
        ? List.of()
        : List.of(
            "geoparquet: only readers of native types find the coordinate system "
                + system
                + ", since GeoParquet 1.1 asks for a definition in PROJJSON");
  }

  @Override
  public FeatureSchema written(FeatureSchema schema) {
    return schema.withoutNames(
        false, GeoParquetWriter.ID, GeoParquetWriter.GEOMETRY, GeoParquetWriter.BOX);
  }
}
