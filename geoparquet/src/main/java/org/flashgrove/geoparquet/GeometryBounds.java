package org.flashgrove.geoparquet;

import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.source.SourceReadException;
import org.flashgrove.geoparquet.page.ParquetFile;
import org.flashgrove.geoparquet.value.ArrowGeometry;
import org.flashgrove.geoparquet.value.CoveringReader;
import org.flashgrove.geoparquet.value.RowReader;
import org.flashgrove.geoparquet.value.WkbBounds;
import org.locationtech.jts.geom.Envelope;

/**
 * Reads the bounds of the geometries of a file.
 *
 * <p>Some files have columns that repeat the bounds of each geometry, called a covering. In a row
 * group without null geometries, the bounds are read from the covering, and may be larger than the
 * geometry. They are computed from the geometry instead in three cases:
 *
 * <ul>
 *   <li>for the first rows of a row group, to compare them with the covering;
 *   <li>for a row whose covering is incomplete;
 *   <li>for all later rows of a row group, if a compared geometry exceeds its covering.
 * </ul>
 *
 * <p>Not safe for use by several threads.
 */
final class GeometryBounds {
  /**
   * Number of rows at the beginning of a row group whose bounds in the covering are compared with
   * the geometry.
   */
  private static final int CHECKED_ROWS = 64;

  private final ParquetFile parquet;
  private final String file;
  private final GeometryColumn column;
  private final RowReader geometries;
  private final CoveringReader covering;
  private final WkbBounds wkb = new WkbBounds();
  private final Envelope box = new Envelope();

  GeometryBounds(ParquetFile parquet, String file, GeometryColumn column) {
    this.parquet = parquet;
    this.file = file;
    this.column = column;
    MessageType schema = parquet.schema();
    geometries =
        new RowReader(parquet, new MessageType("geometries", schema.getType(column.name())));
    List<String[]> paths = column.box();
    covering =
        column.isWkb() && CoveringReader.isReadable(schema, paths)
            ? new CoveringReader(parquet, paths)
            : null;
  }

  /**
   * Reads the bounds of all rows that have a geometry, beginning with the row {@code firstRow}.
   *
   * @param firstRow number of the first row
   * @param sink takes the row number and the bounds of each row
   * @throws InputException if a page or a geometry is damaged
   */
  void forEach(long firstRow, EntrySink sink) {
    long end = 0;
    for (int group = 0; group < parquet.groupCount(); group++) {
      long first = end;
      end += parquet.rowCount(group);
      if (end > Math.max(first, firstRow)) {
        forEach(group, first, end, firstRow, sink);
      }
    }
  }

  private void forEach(int group, long first, long end, long firstRow, EntrySink sink) {
    long row = first;
    try {
      geometries.seek(group);
      boolean isCovered = covering != null && parquet.hasNoNull(group, column.name());
      if (isCovered) {
        covering.open(group);
      }
      for (; row < end; row++) {
        boolean isKnown = isCovered && covering.next();
        boolean isChecked = isKnown && row < first + CHECKED_ROWS;
        if (isKnown) {
          box.init(covering.minX(), covering.maxX(), covering.minY(), covering.maxY());
        }
        if (isChecked || !isKnown) {
          Envelope bounds = geometry(row);
          isCovered &= !isChecked || box.covers(bounds);
          box.init(bounds);
        }
        if (row >= firstRow && !box.isNull()) {
          sink.accept(row, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        }
      }
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

  /** Returns the bounds of the geometry of a row; a null envelope if it has none. */
  private Envelope geometry(long row) {
    while (geometries.row() < row) {
      if (!geometries.next()) {
        throw new IllegalStateException("fewer rows than the footer states");
      }
    }
    Object value = geometries.value(0);
    if (value instanceof byte[] bytes) {
      return wkb.read(bytes)
          ? new Envelope(wkb.minX(), wkb.maxX(), wkb.minY(), wkb.maxY())
          : new Envelope();
    }
    return value == null
        ? new Envelope()
        : ArrowGeometry.of(column.encoding(), value).getEnvelopeInternal();
  }
}
