package org.flashgrove.geoparquet;

import org.apache.parquet.schema.MessageType;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.source.SourceReadException;
import org.flashgrove.geoparquet.page.ParquetFile;
import org.flashgrove.geoparquet.value.ArrowGeometry;
import org.flashgrove.geoparquet.value.RowReader;
import org.flashgrove.geoparquet.value.WkbBounds;
import org.locationtech.jts.geom.Envelope;

/**
 * Computes the bounds of the geometries of a file. Columns that repeat these bounds (a covering)
 * are not read, because only the geometries show whether a covering is correct. Not safe for use by
 * several threads.
 */
final class GeometryBounds {
  private final ParquetFile parquet;
  private final String file;
  private final String encoding;
  private final RowReader geometries;
  private final WkbBounds wkb = new WkbBounds();
  private final Envelope box = new Envelope();

  GeometryBounds(ParquetFile parquet, String file, GeometryColumn column) {
    this.parquet = parquet;
    this.file = file;
    encoding = column.encoding();
    geometries =
        new RowReader(
            parquet, new MessageType("geometries", parquet.schema().getType(column.name())));
  }

  /**
   * Computes the bounds of all geometries that are not empty, beginning with the row {@code
   * firstRow}.
   *
   * @param firstRow number of the first row
   * @param sink takes the row number and the bounds of each row
   * @throws InputException if a page or a geometry is damaged
   */
  void forEach(long firstRow, EntrySink sink) {
    long row = 0;
    int group = 0;
    while (group < parquet.groupCount() && row + parquet.rowCount(group) <= firstRow) {
      row += parquet.rowCount(group);
      group++;
    }
    geometries.seek(group);
    for (; next(row); row++) {
      if (row >= firstRow && !box.isNull()) {
        sink.accept(row, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
      }
    }
  }

  /**
   * Reads the bounds of the geometry in the next row. The bounds are a null envelope if the
   * geometry is null or empty.
   *
   * @param row number of this row, for messages
   * @return false at the end of the file
   */
  private boolean next(long row) {
    try {
      if (!geometries.next()) {
        return false;
      }
      Object value = geometries.value(0);
      box.setToNull();
      if (value instanceof byte[] bytes) {
        if (wkb.read(bytes)) {
          box.init(wkb.minX(), wkb.maxX(), wkb.minY(), wkb.maxY());
        }
      } else if (value != null) {
        box.init(ArrowGeometry.of(encoding, value).getEnvelopeInternal());
      }
      return true;
    } catch (InputException | SourceReadException e) {
      throw e;
    } catch (RuntimeException e) { // by the bytes of a damaged page or geometry
      throw new InputException(
          file,
          "row " + (row + 1),
          "cannot be read (" + e.getMessage() + ")",
          "a complete Parquet file",
          e);
    }
  }
}
