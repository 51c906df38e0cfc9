package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.io.InputStream;
import java.util.List;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The entries of a CSV file, one at a time and in the order of the file. The header decides the
 * kind: {@code id,x,y}, {@code id,lon,lat}, {@code id,minx,miny,maxx,maxy} or {@code id,wkt}, in
 * any order and case of the columns; text is UTF-8, quoting is that of RFC 4180, gzip is unpacked.
 *
 * <p>Not safe for use by several threads.
 */
public final class EntryCursor implements Closeable {
  private static final List<HeaderForm> FORMS =
      List.of(HeaderForm.XY, HeaderForm.LON_LAT, HeaderForm.RECTANGLE, HeaderForm.WKT);

  private final RowReader rows;
  private final EntryKind kind;
  private final WktParser wkt;
  private final GeometryFactory geometries = new GeometryFactory();
  private final Runnable parser;
  private long id;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private Geometry geometry;

  private EntryCursor(CsvSource source, BadRowPolicy policy) {
    this.rows = new RowReader(source, FORMS, policy);
    this.wkt = new WktParser(rows, geometries);
    HeaderForm form = rows.form();
    if (form.equals(HeaderForm.WKT)) {
      this.kind = EntryKind.GEOMETRIES;
      this.parser = this::parseGeometry;
    } else if (form.equals(HeaderForm.RECTANGLE)) {
      this.kind = EntryKind.RECTANGLES;
      this.parser = this::parseRectangle;
    } else {
      this.kind = EntryKind.POINTS;
      this.parser = this::parsePoint;
    }
  }

  /**
   * Opens a file and reads its header.
   *
   * @param path the file, or {@code -} for standard input
   * @param policy what to do with bad rows
   * @return a cursor before the first row
   * @throws InputException if the file does not exist, is empty, or has an unknown header
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static EntryCursor open(String path, BadRowPolicy policy) {
    return new EntryCursor(CsvSource.open(path), policy);
  }

  /**
   * Reads the header of a stream, which belongs to the cursor from now on.
   *
   * @param stream plain or gzip text
   * @param name stands for the file in messages
   * @param policy what to do with bad rows
   * @return a cursor before the first row
   * @throws InputException if the stream is empty or has an unknown header
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static EntryCursor of(InputStream stream, String name, BadRowPolicy policy) {
    return new EntryCursor(CsvSource.of(stream, name), policy);
  }

  /**
   * Goes to the next good row.
   *
   * @return false at the end
   * @throws InputException at a bad row, unless the policy leaves it out
   * @throws java.io.UncheckedIOException if reading fails
   */
  public boolean next() {
    return rows.next(parser);
  }

  /**
   * Hands all further entries to a sink.
   *
   * @param sink takes them
   * @return how many there were
   * @throws InputException at a bad row, unless the policy leaves it out
   * @throws java.io.UncheckedIOException if reading fails
   */
  public long forEach(EntrySink sink) {
    long count = 0;
    while (next()) {
      sink.accept(id, minX, minY, maxX, maxY);
      count++;
    }
    return count;
  }

  private void parsePoint() {
    id = rows.identity(0);
    minX = rows.coordinate(1);
    minY = rows.coordinate(2);
    maxX = minX;
    maxY = minY;
  }

  private void parseRectangle() {
    id = rows.identity(0);
    minX = rows.coordinate(1);
    minY = rows.coordinate(2);
    maxX = rows.coordinate(3);
    maxY = rows.coordinate(4);
    rows.requireOrdered(1, minX, 3, maxX);
    rows.requireOrdered(2, minY, 4, maxY);
  }

  private void parseGeometry() {
    id = rows.identity(0);
    geometry = wkt.parse(1);
    Envelope bounds = geometry.getEnvelopeInternal();
    minX = bounds.getMinX();
    minY = bounds.getMinY();
    maxX = bounds.getMaxX();
    maxY = bounds.getMaxY();
  }

  /**
   * Tells what the rows hold.
   *
   * @return the kind, by the header
   */
  public EntryKind kind() {
    return kind;
  }

  /**
   * Identity of the current entry.
   *
   * @return the id, any 64-bit integer
   */
  public long id() {
    return id;
  }

  /**
   * Left side of the current entry.
   *
   * @return a finite number, at most {@link #maxX}
   */
  public double minX() {
    return minX;
  }

  /**
   * Lower side of the current entry.
   *
   * @return a finite number, at most {@link #maxY}
   */
  public double minY() {
    return minY;
  }

  /**
   * Right side of the current entry.
   *
   * @return a finite number
   */
  public double maxX() {
    return maxX;
  }

  /**
   * Upper side of the current entry.
   *
   * @return a finite number
   */
  public double maxY() {
    return maxY;
  }

  /**
   * The current object itself: what the well-known text says, otherwise a point or a rectangle (of
   * lower dimension if its width or height is 0), made on demand.
   *
   * @return a geometry with at least one coordinate, all of them finite
   */
  public Geometry geometry() {
    return switch (kind) {
      case GEOMETRIES -> geometry;
      case POINTS -> geometries.createPoint(new Coordinate(minX, minY));
      case RECTANGLES -> geometries.toGeometry(new Envelope(minX, maxX, minY, maxY));
    };
  }

  /**
   * Tells where the current row begins.
   *
   * @return line number, counted from 1
   */
  public long lineNumber() {
    return rows.lineNumber();
  }

  /**
   * Counts the bad rows left out so far.
   *
   * @return number of rows
   */
  public long skippedRows() {
    return rows.skippedRows();
  }

  /** Closes the file; standard input stays open. */
  @Override
  public void close() {
    rows.close();
  }
}
