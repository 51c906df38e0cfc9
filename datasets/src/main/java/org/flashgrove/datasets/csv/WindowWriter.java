package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.WindowSink;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Writes query windows as CSV that {@link WindowCursor} reads back without loss; gzip if the name
 * ends in {@code .gz}.
 */
public final class WindowWriter implements WindowSink, Closeable {
  private final CsvOutput output;
  private final String provenance;

  private WindowWriter(OutputFile file, String provenance) {
    this.provenance = provenance;
    this.output =
        CsvOutput.create(file, provenance == null ? HeaderForm.WINDOW : HeaderForm.MADE_WINDOW);
  }

  /**
   * Creates a file of windows, {@code minx,miny,maxx,maxy}.
   *
   * @param file the file, which the caller completes
   * @return a writer to be closed
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static WindowWriter create(OutputFile file) {
    return new WindowWriter(file, null);
  }

  /**
   * Creates a file of windows that say how they were made, {@code minx,miny,maxx,maxy,provenance}.
   *
   * @param file the file, which the caller completes
   * @param provenance a text without commas, quotation marks and line ends
   * @return a writer to be closed
   * @throws IllegalArgumentException if the text has one of them
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static WindowWriter create(OutputFile file, String provenance) {
    if (provenance.chars().anyMatch(c -> c == ',' || c == '"' || c < ' ')) {
      throw new IllegalArgumentException(
          "provenance '" + provenance + "' (allowed: without commas and quotation marks)");
    }
    return new WindowWriter(file, provenance);
  }

  /**
   * Writes one row.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void accept(double minX, double minY, double maxX, double maxY) {
    output.field(minX).field(minY).field(maxX).field(maxY);
    if (provenance != null) {
      output.field(provenance);
    }
    output.endRow();
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
