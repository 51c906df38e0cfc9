package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.WindowSink;

/**
 * Writes query windows as CSV that {@link WindowCursor} reads back without loss; gzip if the name
 * ends in {@code .gz}.
 */
public final class WindowWriter implements WindowSink, Closeable {
  private final CsvOutput output;

  private WindowWriter(String path) {
    this.output = CsvOutput.create(path, HeaderForm.WINDOW);
  }

  /**
   * Creates a file of windows, {@code minx,miny,maxx,maxy}.
   *
   * @param path the file, or {@code -} for standard output
   * @return a writer to be closed
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static WindowWriter create(String path) {
    return new WindowWriter(path);
  }

  /**
   * Writes one row.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void accept(double minX, double minY, double maxX, double maxY) {
    output.field(minX).field(minY).field(maxX).field(maxY).endRow();
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
