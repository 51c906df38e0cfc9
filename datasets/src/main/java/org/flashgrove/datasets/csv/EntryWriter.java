package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Writes entries as CSV, with gzip if the name ends in {@code .gz}. {@link CsvFeatures} reads the
 * file back without loss.
 */
public final class EntryWriter implements EntrySink, Closeable {
  private final CsvOutput output;
  private final boolean pointsOnly;

  private EntryWriter(OutputFile file, HeaderForm form) {
    this.output = CsvOutput.create(file, form);
    this.pointsOnly = form.equals(HeaderForm.XY);
  }

  /**
   * Creates a file of points, {@code id,x,y}. The caller must close the writer and then call {@link
   * OutputFile#complete}.
   *
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static EntryWriter points(OutputFile file) {
    return new EntryWriter(file, HeaderForm.XY);
  }

  /**
   * Creates a file of rectangles, {@code id,minx,miny,maxx,maxy}. The caller must close the writer
   * and then call {@link OutputFile#complete}.
   *
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static EntryWriter rectangles(OutputFile file) {
    return new EntryWriter(file, HeaderForm.RECTANGLE);
  }

  /**
   * Writes a row.
   *
   * @throws IllegalArgumentException if this is a writer of points and the entry is not a point
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
   * Writes buffered rows and closes the file. Standard output stays open.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void close() {
    output.close();
  }
}
