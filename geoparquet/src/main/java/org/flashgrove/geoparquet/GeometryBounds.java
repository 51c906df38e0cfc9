package org.flashgrove.geoparquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.source.SourceReadException;
import org.flashgrove.geoparquet.page.ColumnScan;
import org.flashgrove.geoparquet.page.ParquetFile;
import org.flashgrove.geoparquet.value.ArrowGeometry;
import org.flashgrove.geoparquet.value.BinaryValues;
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
  private final GeometryColumn column;
  private final EntrySink sink;
  private final WkbBounds wkb = new WkbBounds();

  /** True if the current row has a geometry that is not empty. */
  private boolean hasBounds;

  /**
   * Creates a reader of bounds.
   *
   * @param sink takes the row number and the bounds of each row
   */
  GeometryBounds(ParquetFile parquet, String file, GeometryColumn column, EntrySink sink) {
    this.parquet = parquet;
    this.file = file;
    this.column = column;
    this.sink = sink;
  }

  /**
   * Computes the bounds of all geometries that are not empty, beginning with the row {@code
   * firstRow}.
   *
   * @param firstRow number of the first row
   * @throws InputException if a page or a geometry is damaged
   */
  void forEach(long firstRow) {
    long row = 0;
    int group = 0;
    while (group < parquet.groupCount() && row + parquet.rowCount(group) <= firstRow) {
      row += parquet.rowCount(group);
      group++;
    }
    if (column.isWkb()) {
      ColumnDescriptor binary = parquet.schema().getColumnDescription(new String[] {column.name()});
      try (ColumnScan pages = new ColumnScan(parquet, binary, group)) {
        readPages(pages, new BinaryValues(binary, parquet.writer()), group, row, firstRow);
      }
    } else {
      readRows(group, row, firstRow);
    }
  }

  /**
   * Reads the bounds of well-known binary.
   *
   * @param firstGroup number of the first row group
   * @param start number of the first row of this group
   */
  private void readPages(
      ColumnScan pages, BinaryValues values, int firstGroup, long start, long firstRow) {
    long row = start;
    long end = start; // first row of the current row group
    int group = firstGroup;
    while (true) {
      ColumnScan.Page page = next(pages, row);
      if (page.group() != group) {
        while (group < page.group()) {
          end += parquet.rowCount(group++);
        }
        if (row != end) {
          throw damaged(row, "the column has another number of values than rows", null);
        }
      }
      if (page.data() == null) {
        return;
      }
      row = readPage(page, values, row, firstRow);
    }
  }

  private ColumnScan.Page next(ColumnScan pages, long row) {
    try {
      return pages.next();
    } catch (InputException | SourceReadException e) {
      throw e;
    } catch (RuntimeException e) { // caused by a damaged page
      throw damaged(row, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Reads the bounds in a page.
   *
   * @param start number of the first row of the page
   * @return number of the first row after the page
   */
  private long readPage(ColumnScan.Page page, BinaryValues values, long start, long firstRow) {
    long row = start;
    try {
      values.begin(page);
    } catch (IOException | RuntimeException e) { // caused by a damaged page
      throw damaged(row, "cannot be read (" + e.getMessage() + ")", e);
    }
    for (; advance(values, row); row++) {
      if (hasBounds && row >= firstRow) {
        sink.accept(row, wkb.minX(), wkb.minY(), wkb.maxX(), wkb.maxY());
      }
    }
    return row;
  }

  /** Reads the bounds of the next value. Returns false at the end of the page. */
  private boolean advance(BinaryValues values, long row) {
    try {
      boolean hasNext = values.next();
      ByteBuffer value = hasNext ? values.value() : null;
      hasBounds = value != null && wkb.read(value);
      return hasNext;
    } catch (IOException | RuntimeException e) { // caused by a damaged page or geometry
      throw damaged(row, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Reads the bounds of geometries in an encoding of GeoArrow. */
  private void readRows(int group, long start, long firstRow) {
    RowReader geometries =
        new RowReader(
            parquet, new MessageType("geometries", parquet.schema().getType(column.name())));
    geometries.seek(group);
    for (long row = start; true; row++) {
      Envelope box = new Envelope();
      try {
        if (!geometries.next()) {
          return;
        }
        Object value = geometries.value(0);
        if (value != null) {
          box = ArrowGeometry.of(column.encoding(), value).getEnvelopeInternal();
        }
      } catch (InputException | SourceReadException e) {
        throw e;
      } catch (RuntimeException e) { // caused by a damaged page or geometry
        throw damaged(row, "cannot be read (" + e.getMessage() + ")", e);
      }
      if (row >= firstRow && !box.isNull()) {
        sink.accept(row, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
      }
    }
  }

  private InputException damaged(long row, String wrong, Exception cause) {
    return new InputException(file, "row " + (row + 1), wrong, "a complete Parquet file", cause);
  }
}
