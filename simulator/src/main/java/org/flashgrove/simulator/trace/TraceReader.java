package org.flashgrove.simulator.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads a native trace ({@code docs/format/trace.md}), optionally compressed by gzip. */
public final class TraceReader implements TraceSource {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final InputStream in;
  private final ByteBuffer record =
      ByteBuffer.allocate(TraceFormat.RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();
  private final boolean timed;
  private long number;

  private TraceReader(String name, InputStream in) {
    this.name = name;
    this.in = in;
    if (!readRecord() || record.getInt(0) != TraceFormat.MAGIC) {
      throw new TraceException(
          name + ": not a trace; pass a file in the format of docs/format/trace.md");
    }
    requireIntact("header");
    int version = record.getShort(TraceFormat.AT_FORMAT);
    if (version != TraceFormat.FORMAT_VERSION) {
      throw new TraceException(
          name + ": trace format " + version + " (allowed: " + TraceFormat.FORMAT_VERSION + ")");
    }
    timed = record.getShort(TraceFormat.AT_TIMED) == 1;
  }

  /**
   * Opens a file.
   *
   * @throws TraceException if the file does not exist, is a directory, or is not a trace
   * @throws UncheckedIOException if reading fails
   */
  public static TraceReader open(Path file) {
    InputStream bytes = null;
    if (Files.isDirectory(file)) {
      throw new TraceException(file + ": is a directory; pass a trace file");
    }
    try {
      bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
      bytes.mark(2);
      boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
      bytes.reset();
      InputStream plain =
          packed
              ? new BufferedInputStream(new GZIPInputStream(bytes, BUFFER_BYTES), BUFFER_BYTES)
              : bytes;
      TraceReader reader = new TraceReader(file.toString(), plain);
      bytes = null;
      return reader;
    } catch (EOFException | ZipException e) {
      throw new TraceException(file + ": the gzip stream is damaged (" + e.getMessage() + ")");
    } catch (IOException e) {
      if (!Files.exists(file)) {
        throw new TraceException(file + ": no such file; give the path of a trace");
      }
      throw new UncheckedIOException(file + ": cannot be read", e);
    } finally {
      close(bytes);
    }
  }

  private static void close(InputStream bytes) {
    if (bytes != null) {
      try {
        bytes.close();
      } catch (IOException e) {
        return; // the failure that led here is reported instead of this one
      }
    }
  }

  private boolean readRecord() {
    try {
      int read = in.readNBytes(record.array(), 0, TraceFormat.RECORD_BYTES);
      if (read > 0 && read < TraceFormat.RECORD_BYTES) {
        throw new TraceException(
            name
                + ", record "
                + number
                + ": the file ends inside the record; copy the whole trace again");
      }
      return read > 0;
    } catch (EOFException | ZipException e) {
      throw new TraceException(
          name + ", record " + number + ": the gzip stream is damaged (" + e.getMessage() + ")");
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read", e);
    }
  }

  private void requireIntact(String what) {
    if (record.getInt(TraceFormat.AT_CRC) != TraceFormat.checksum(crc, record)) {
      throw new TraceException(
          name + ", " + what + ": the checksum does not match; copy the trace again");
    }
  }

  @Override
  public boolean isTimed() {
    return timed;
  }

  @Override
  public boolean next(TraceRequest into) {
    number++;
    if (!readRecord()) {
      return false;
    }
    requireIntact("record " + number);
    int kind = record.get(TraceFormat.AT_KIND);
    int origin = record.get(TraceFormat.AT_ORIGIN);
    long offset = record.getLong(TraceFormat.AT_OFFSET);
    long length = record.getLong(TraceFormat.AT_LENGTH);
    boolean known =
        kind >= 0
            && kind < TraceFormat.KINDS.length
            && origin >= 0
            && origin < TraceFormat.ORIGINS.length;
    if (!known || offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
      throw new TraceException(
          name
              + ", record "
              + number
              + ": kind "
              + kind
              + ", origin "
              + origin
              + ", offset "
              + offset
              + ", length "
              + length
              + "; see docs/format/trace.md for the allowed values");
    }
    into.arriveAt(record.getLong(TraceFormat.AT_ARRIVAL))
        .set(TraceFormat.KINDS[kind], TraceFormat.ORIGINS[origin])
        .cover(record.getShort(TraceFormat.AT_UNIT) & 0xFFFF, offset, length);
    return true;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }
}
