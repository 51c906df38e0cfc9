package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.EntrySink;

/**
 * Writes entries as CSV that {@link CsvFeatures} reads back without loss; gzip if the name ends in
 * {@code .gz}.
 */
public final class EntryWriter implements EntrySink, Closeable {
  private final CsvOutput output;
  private final boolean pointsOnly;

  private EntryWriter(String path, HeaderForm form) {
    this.output = CsvOutput.create(path, form);
    this.pointsOnly = form.equals(HeaderForm.XY);
  }

  /**
   * Creates a file of points, {@code id,x,y}.
   *
   * @param path the file, or {@code -} for standard output
   * @return a writer to be closed
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static EntryWriter points(String path) {
    return new EntryWriter(path, HeaderForm.XY);
  }

  /**
   * Creates a file of rectangles, {@code id,minx,miny,maxx,maxy}.
   *
   * @param path the file, or {@code -} for standard output
   * @return a writer to be closed
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static EntryWriter rectangles(String path) {
    return new EntryWriter(path, HeaderForm.RECTANGLE);
  }

  /**
   * Writes one row.
   *
   * @throws IllegalArgumentException if the file is one of points and the entry is not a point
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    if (pointsOnly) {
      if (minX != maxX || minY != maxY) {
        throw new IllegalArgumentException("entry " + id + " is not a point");
      }
      output.field(id).field(minX).field(minY).endRow();
    } else {
      output.field(id).field(minX).field(minY).field(maxX).field(maxY).endRow();
    }
  }

  /**
   * Writes what is left and closes the file; standard output stays open.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void close() {
    output.close();
  }
}
