package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.MoveSink;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Writes moves of points as CSV, {@code id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy},
 * with gzip if the name ends in {@code .gz}. {@link CsvFeatures} reads the file back without loss.
 */
public final class MoveWriter implements MoveSink, Closeable {
  private final CsvOutput output;

  private MoveWriter(CsvOutput output) {
    this.output = output;
  }

  /**
   * Creates a file. The caller must close the writer and then call {@link OutputFile#complete}.
   *
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static MoveWriter create(OutputFile file) {
    return new MoveWriter(CsvOutput.create(file, HeaderForm.UPDATE));
  }

  /**
   * Writes a row.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  public void accept(long id, double oldX, double oldY, double x, double y) {
    output.field(id).field(oldX).field(oldY).field(oldX).field(oldY);
    output.field(x).field(y).field(x).field(y).endRow();
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
