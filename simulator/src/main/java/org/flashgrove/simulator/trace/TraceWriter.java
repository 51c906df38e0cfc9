package org.flashgrove.simulator.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/**
 * Writes a native trace ({@code docs/format/trace.md}), compressed by gzip if the name ends in
 * {@code .gz}.
 */
public final class TraceWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final OutputStream out;
  private final ByteBuffer record =
      ByteBuffer.allocate(TraceFormat.RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();
  private final byte[] kindNumbers = new byte[OperationKind.COUNT];
  private final byte[] originNumbers = new byte[Origin.COUNT];
  private long count;
  private boolean closed;

  private TraceWriter(String name, OutputStream out) {
    this.name = name;
    this.out = out;
    Arrays.fill(kindNumbers, (byte) -1);
    Arrays.fill(originNumbers, (byte) -1);
    for (int i = 0; i < TraceFormat.KINDS.length; i++) {
      kindNumbers[TraceFormat.KINDS[i].ordinal()] = (byte) i;
    }
    for (int i = 0; i < TraceFormat.ORIGINS.length; i++) {
      originNumbers[TraceFormat.ORIGINS[i].ordinal()] = (byte) i;
    }
  }

  /**
   * Creates a trace file. If the file exists, its content is discarded.
   *
   * @param timed whether arrival times are meaningful
   * @throws UncheckedIOException if the file cannot be created
   */
  public static TraceWriter create(Path file, boolean timed) {
    try {
      return to(Files.newOutputStream(file), file.toString(), timed);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be created", e);
    }
  }

  /**
   * Creates a writer to a stream. Closing the writer closes the stream.
   *
   * @param name name of the trace in messages; if it ends in {@code .gz}, the trace is compressed
   *     by gzip
   * @param timed whether arrival times are meaningful
   * @throws IOException if the stream cannot be written
   */
  public static TraceWriter to(OutputStream stream, String name, boolean timed) throws IOException {
    OutputStream bytes =
        name.toLowerCase(Locale.ROOT).endsWith(".gz")
            ? new GZIPOutputStream(stream, BUFFER_BYTES)
            : stream;
    TraceWriter writer = new TraceWriter(name, new BufferedOutputStream(bytes, BUFFER_BYTES));
    writer.writeHeader(timed);
    return writer;
  }

  private void writeHeader(boolean timed) {
    record.putInt(0, TraceFormat.MAGIC);
    record.putShort(TraceFormat.AT_FORMAT, (short) TraceFormat.FORMAT_VERSION);
    record.putShort(TraceFormat.AT_TIMED, (short) (timed ? 1 : 0));
    writeRecord();
  }

  private void writeRecord() {
    record.putInt(TraceFormat.AT_CRC, TraceFormat.checksum(crc, record));
    try {
      out.write(record.array());
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be written", e);
    }
  }

  /**
   * Appends a request.
   *
   * @throws IllegalArgumentException if the host cannot make requests of this kind or with this
   *     origin
   * @throws UncheckedIOException if writing fails
   */
  public void write(TraceRequest request) {
    byte kind = kindNumbers[request.kind().ordinal()];
    byte origin = originNumbers[request.origin().ordinal()];
    if (kind < 0 || origin < 0 || request.unit() < 0 || request.unit() >= TraceFormat.MOST_UNITS) {
      throw new IllegalArgumentException(
          "request of kind "
              + request.kind()
              + ", origin "
              + request.origin()
              + ", unit "
              + request.unit());
    }
    record.putLong(TraceFormat.AT_ARRIVAL, request.arrivalNanos());
    record.putLong(TraceFormat.AT_OFFSET, request.offsetBytes());
    record.putLong(TraceFormat.AT_LENGTH, request.lengthBytes());
    record.put(TraceFormat.AT_KIND, kind);
    record.put(TraceFormat.AT_ORIGIN, origin);
    record.putShort(TraceFormat.AT_UNIT, (short) request.unit());
    writeRecord();
    count++;
  }

  /** Returns the number of requests written. */
  public long count() {
    return count;
  }

  /** Flushes and closes the file. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(name + ": cannot be closed", e);
      }
    }
  }
}
