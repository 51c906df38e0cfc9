package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.io.InputStream;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.WindowSink;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.TextSource;

/**
 * Cursor over the query windows of a CSV file, in the order of the file. The columns are {@code
 * minx,miny,maxx,maxy}, and optionally {@code provenance}, which is ignored.
 *
 * <p>Not safe for use by several threads.
 */
public final class WindowCursor implements Closeable {
  private static final String ALLOWED_FILES =
      "a readable CSV file of query windows, plain or gzip, or - for standard input";

  private final RowReader rows;
  private final Runnable parser = this::parse;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  private WindowCursor(TextSource source, BadRowPolicy policy) {
    this.rows =
        new RowReader(
            source,
            List.of(HeaderForm.WINDOW, HeaderForm.MADE_WINDOW),
            false,
            FormatOptions.BY_ENDING,
            policy);
  }

  /**
   * Opens a file and reads its header.
   *
   * @param path a file, or {@code -} for standard input
   * @param policy decides about bad rows
   * @return a cursor before the first row
   * @throws InputException if the file does not exist, is empty, or has an unknown header
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static WindowCursor open(String path, BadRowPolicy policy) {
    return new WindowCursor(TextSource.open(InputFile.named(path), ALLOWED_FILES), policy);
  }

  /**
   * Reads the header of a stream. The cursor owns the stream.
   *
   * @param stream plain or gzip text
   * @param name name of the stream in messages
   * @param policy decides about bad rows
   * @return a cursor before the first row
   * @throws InputException if the stream is empty or has an unknown header
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static WindowCursor of(InputStream stream, String name, BadRowPolicy policy) {
    return new WindowCursor(TextSource.of(stream, name), policy);
  }

  /**
   * Moves to the next valid row.
   *
   * @return false at the end
   * @throws InputException at a bad row, unless the policy skips it
   * @throws java.io.UncheckedIOException if reading fails
   */
  public boolean next() {
    return rows.next(parser);
  }

  /**
   * Passes all remaining windows to a sink.
   *
   * @return number of windows
   * @throws InputException at a bad row, unless the policy skips it
   * @throws java.io.UncheckedIOException if reading fails
   */
  public long forEach(WindowSink sink) {
    long count = 0;
    while (next()) {
      sink.accept(minX, minY, maxX, maxY);
      count++;
    }
    return count;
  }

  private void parse() {
    minX = rows.coordinate(0);
    minY = rows.coordinate(1);
    maxX = rows.coordinate(2);
    maxY = rows.coordinate(3);
    rows.requireOrdered(0, minX, 2, maxX);
    rows.requireOrdered(1, minY, 3, maxY);
  }

  /** Closes the file. Standard input stays open. */
  @Override
  public void close() {
    rows.close();
  }
}
