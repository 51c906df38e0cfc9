package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.WindowSink;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Writes query windows as CSV, with gzip if the name ends in {@code .gz}. {@link WindowCursor}
 * reads the file back without loss.
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
   * Creates a file of windows, {@code minx,miny,maxx,maxy}. The caller must close the writer and
   * then call {@link OutputFile#complete}.
   *
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static WindowWriter create(OutputFile file) {
    return new WindowWriter(file, null);
  }

  /**
   * Creates a file of windows with their provenance, {@code minx,miny,maxx,maxy,provenance}. The
   * caller must close the writer and then call {@link OutputFile#complete}.
   *
   * @param provenance text without commas, quotation marks and line breaks, written in each row
   * @throws IllegalArgumentException if the text has one of these characters
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static WindowWriter create(OutputFile file, String provenance) {
    if (provenance.chars().anyMatch(c -> c == ',' || c == '"' || c < ' ')) {
      throw new IllegalArgumentException(
          "provenance '"
              + provenance
              + "': has a comma, quotation mark or control character; remove it");
    }
    return new WindowWriter(file, provenance);
  }

  /**
   * Writes a row.
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
   * Writes buffered rows and closes the file. Standard output stays open.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void close() {
    output.close();
  }
}
