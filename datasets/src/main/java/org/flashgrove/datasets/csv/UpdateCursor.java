package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.io.InputStream;
import java.util.List;
import org.flashgrove.datasets.InputException;

/**
 * The rows of an update file, one at a time: an id, the rectangle it has and the rectangle it gets
 * ({@code id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy}).
 *
 * <p>Not safe for use by several threads.
 */
public final class UpdateCursor implements Closeable {
  private static final String ALLOWED_FILES =
      "a readable CSV file of updates, plain or gzip, or - for standard input";

  private final RowReader rows;
  private final Runnable parser = this::parse;
  private final double[] sides = new double[8];
  private long id;

  private UpdateCursor(CsvSource source, BadRowPolicy policy) {
    this.rows = new RowReader(source, List.of(HeaderForm.UPDATE), policy);
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
  public static UpdateCursor open(String path, BadRowPolicy policy) {
    return new UpdateCursor(CsvSource.open(path, ALLOWED_FILES), policy);
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
  public static UpdateCursor of(InputStream stream, String name, BadRowPolicy policy) {
    return new UpdateCursor(CsvSource.of(stream, name), policy);
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

  private void parse() {
    id = rows.identity(0);
    for (int i = 0; i < sides.length; i++) {
      sides[i] = rows.coordinate(i + 1);
    }
    for (int low : new int[] {0, 1, 4, 5}) {
      rows.requireOrdered(low + 1, sides[low], low + 3, sides[low + 2]);
    }
  }

  /**
   * Returns the identity of the object.
   *
   * @return the id, any 64-bit integer
   */
  public long id() {
    return id;
  }

  /**
   * Returns the left side before the update.
   *
   * @return a finite number, at most {@link #oldMaxX}
   */
  public double oldMinX() {
    return sides[0];
  }

  /**
   * Returns the lower side before the update.
   *
   * @return a finite number, at most {@link #oldMaxY}
   */
  public double oldMinY() {
    return sides[1];
  }

  /**
   * Returns the right side before the update.
   *
   * @return a finite number
   */
  public double oldMaxX() {
    return sides[2];
  }

  /**
   * Returns the upper side before the update.
   *
   * @return a finite number
   */
  public double oldMaxY() {
    return sides[3];
  }

  /**
   * Returns the left side after the update.
   *
   * @return a finite number, at most {@link #maxX}
   */
  public double minX() {
    return sides[4];
  }

  /**
   * Returns the lower side after the update.
   *
   * @return a finite number, at most {@link #maxY}
   */
  public double minY() {
    return sides[5];
  }

  /**
   * Returns the right side after the update.
   *
   * @return a finite number
   */
  public double maxX() {
    return sides[6];
  }

  /**
   * Returns the upper side after the update.
   *
   * @return a finite number
   */
  public double maxY() {
    return sides[7];
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
