package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.io.InputStream;
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
 * A row has at most 16,777,216 characters and 1,024 fields, and well-known text at most 64
 * parentheses within each other: what is read of a file at a time has a bound, packed or not.
 *
 * <p>Not safe for use by several threads.
 */
public final class EntryCursor implements Closeable {
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
  private Envelope old;

  private EntryCursor(CsvSource source, BadRowPolicy policy, RowForms forms) {
    this.rows = new RowReader(source, forms.headers(), policy);
    this.wkt = new WktParser(rows, geometries);
    HeaderForm form = rows.form();
    if (form.equals(HeaderForm.WKT)) {
      this.kind = EntryKind.GEOMETRIES;
      this.parser = this::parseGeometry;
    } else if (form.equals(HeaderForm.RECTANGLE)) {
      this.kind = EntryKind.RECTANGLES;
      this.parser = () -> parseRectangle(1);
    } else if (form.equals(HeaderForm.UPDATE)) {
      this.kind = EntryKind.MOVES;
      this.parser = this::parseMove;
    } else if (form.equals(HeaderForm.KEY)) {
      this.kind = EntryKind.KEYS;
      this.parser = this::parseKey;
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
    return open(path, policy, RowForms.ENTRIES);
  }

  /** Opens a file whose rows have the given forms, and reads its header. */
  public static EntryCursor open(String path, BadRowPolicy policy, RowForms forms) {
    return new EntryCursor(CsvSource.open(path, forms.allowedFiles()), policy, forms);
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
    return of(stream, name, policy, RowForms.ENTRIES);
  }

  /** Reads a stream whose rows have the given forms. */
  public static EntryCursor of(
      InputStream stream, String name, BadRowPolicy policy, RowForms forms) {
    return new EntryCursor(CsvSource.of(stream, name), policy, forms);
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

  /** Reads a rectangle whose sides begin at a column. */
  private void parseRectangle(int column) {
    id = rows.identity(0);
    minX = rows.coordinate(column);
    minY = rows.coordinate(column + 1);
    maxX = rows.coordinate(column + 2);
    maxY = rows.coordinate(column + 3);
    rows.requireOrdered(column, minX, column + 2, maxX);
    rows.requireOrdered(column + 1, minY, column + 3, maxY);
  }

  private void parseMove() {
    parseRectangle(1);
    old = new Envelope(minX, maxX, minY, maxY);
    parseRectangle(5);
  }

  private void parseKey() {
    id = rows.identity(0);
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
   * Returns what the rows hold.
   *
   * @return the kind, by the header
   */
  public EntryKind kind() {
    return kind;
  }

  /**
   * Returns the identity of the current entry.
   *
   * @return the id, any 64-bit integer
   */
  public long id() {
    return id;
  }

  /**
   * Returns the left side of the current entry.
   *
   * @return a finite number, at most {@link #maxX}
   */
  public double minX() {
    return minX;
  }

  /**
   * Returns the lower side of the current entry.
   *
   * @return a finite number, at most {@link #maxY}
   */
  public double minY() {
    return minY;
  }

  /**
   * Returns the right side of the current entry.
   *
   * @return a finite number
   */
  public double maxX() {
    return maxX;
  }

  /**
   * Returns the upper side of the current entry.
   *
   * @return a finite number
   */
  public double maxY() {
    return maxY;
  }

  /**
   * Returns the current object itself: what the well-known text says, otherwise a point or a
   * rectangle (of lower dimension if its width or height is 0), made on demand.
   *
   * @return a geometry with at least one coordinate, all of them finite
   * @throws IllegalStateException for rows of ids alone
   */
  public Geometry geometry() {
    return switch (kind) {
      case GEOMETRIES -> geometry;
      case POINTS -> geometries.createPoint(new Coordinate(minX, minY));
      case RECTANGLES, MOVES -> geometries.toGeometry(new Envelope(minX, maxX, minY, maxY));
      case KEYS -> throw new IllegalStateException("the rows say ids alone");
    };
  }

  /**
   * Returns the rectangle that the current object has; the one it gets is {@link #minX} to {@link
   * #maxY}.
   *
   * @throws IllegalStateException unless the rows are {@link EntryKind#MOVES}
   */
  public Envelope old() {
    if (kind != EntryKind.MOVES) {
      throw new IllegalStateException("the rows say one rectangle");
    }
    return old;
  }

  /** Returns an exception for a current row that was parsed but is not acceptable. */
  public InputException problem(String wrong, String allowed) {
    return rows.problem(wrong, allowed);
  }

  /**
   * Returns where the current row begins.
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
