package org.flashgrove.datasets.csv;

import java.io.Closeable;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Writes a block trace as CSV, with gzip if the name ends in {@code .gz}. {@link TraceCursor} reads
 * the file back.
 */
public final class TraceCsvWriter implements Closeable {
  private static final long BLOCK_BYTES = 512;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NANOS_PER_TICK = 100;

  /** Time of the first request: 2020-01-01 in ticks of 100 ns since 1601. */
  private static final long FIRST_TICK = 132_223_104_000_000_000L;

  private final CsvOutput output;
  private final TraceForm form;

  private TraceCsvWriter(CsvOutput output, TraceForm form) {
    this.output = output;
    this.form = form;
  }

  /**
   * Creates or truncates a file. The caller must close the writer and then call {@link
   * OutputFile#complete}.
   *
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  public static TraceCsvWriter create(OutputFile file, TraceForm form) {
    return new TraceCsvWriter(CsvOutput.create(file), form);
  }

  /**
   * Writes a request.
   *
   * @param arrivalNanos nanoseconds since the first request
   * @param unit address space of the request, see {@link TraceCursor#unit}
   * @param offsetBytes offset, a multiple of 512 for {@link TraceForm#SPC}
   * @throws IllegalArgumentException if the form cannot represent the offset
   * @throws java.io.UncheckedIOException if writing fails
   */
  public void write(
      long arrivalNanos, int unit, boolean isWrite, long offsetBytes, long lengthBytes) {
    if (form == TraceForm.SPC) {
      if (offsetBytes % BLOCK_BYTES != 0) {
        throw new IllegalArgumentException(
            "offset "
                + offsetBytes
                + " in an SPC trace (allowed: multiples of "
                + BLOCK_BYTES
                + ")");
      }
      output.field(unit).field(offsetBytes / BLOCK_BYTES).field(lengthBytes);
      output.field(isWrite ? "w" : "r").field(arrivalNanos / NANOS_PER_SECOND).endRow();
    } else {
      output.field(FIRST_TICK + arrivalNanos / NANOS_PER_TICK).field("trace").field(unit);
      output.field(isWrite ? "Write" : "Read").field(offsetBytes).field(lengthBytes);
      output.field(0).endRow();
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
