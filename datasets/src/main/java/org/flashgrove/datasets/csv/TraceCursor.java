package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.TextSource;

/**
 * Cursor over the requests of a block trace in CSV, in the order of the file.
 *
 * <p>Not safe for use by several threads.
 */
public final class TraceCursor implements Closeable {
  private static final long BLOCK_BYTES = 512;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NANOS_PER_TICK = 100;
  private static final long MOST_BLOCKS = Long.MAX_VALUE / BLOCK_BYTES / 2;
  private static final long MOST_SECONDS = 4_000_000_000L;
  private static final int MOST_UNITS = 1 << 16;

  private final RowReader rows;
  private final Runnable parser;
  private final Map<String, Integer> disks = new LinkedHashMap<>();
  private long firstTick = Long.MIN_VALUE;
  private long arrivalNanos;
  private int unit;
  private boolean write;
  private long offsetBytes;
  private long lengthBytes;

  private TraceCursor(TextSource source, TraceForm form, BadRowPolicy policy) {
    rows = new RowReader(source, form.columns(), form.mostFields(), policy);
    parser = form == TraceForm.SPC ? this::parseSpc : this::parseMsr;
  }

  /**
   * Opens a file.
   *
   * @param path a file, plain or gzip, or {@code -} for standard input
   * @param policy decides about bad rows
   * @return a cursor before the first request
   * @throws org.flashgrove.datasets.InputException if the file does not exist
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static TraceCursor open(String path, TraceForm form, BadRowPolicy policy) {
    return new TraceCursor(
        TextSource.open(
            InputFile.named(path), "a readable trace in " + form + " form, plain or gzip"),
        form,
        policy);
  }

  /**
   * Moves to the next valid row.
   *
   * @return false at the end
   * @throws org.flashgrove.datasets.InputException at a bad row, unless the policy skips it
   * @throws java.io.UncheckedIOException if reading fails
   */
  public boolean next() {
    return rows.next(parser);
  }

  private void parseSpc() {
    unit = (int) whole(0, MOST_UNITS - 1);
    offsetBytes = whole(1, MOST_BLOCKS) * BLOCK_BYTES;
    lengthBytes = whole(2, Integer.MAX_VALUE);
    write = isWrite(3, "r", "w");
    double seconds = rows.coordinate(4);
    if (seconds < 0 || seconds > MOST_SECONDS) {
      throw rows.problem(
          "seconds " + Excerpt.quoted(rows.text(4)), "0 to " + MOST_SECONDS + " seconds");
    }
    arrivalNanos = Math.round(seconds * NANOS_PER_SECOND);
  }

  /**
   * Reads a row of an MSR trace. Arrival times are relative to the first row, because nanoseconds
   * since 1601 do not fit in a long.
   */
  private void parseMsr() {
    long tick = whole(0, Long.MAX_VALUE);
    String disk = rows.text(1) + "." + whole(2, Integer.MAX_VALUE);
    write = isWrite(3, "read", "write");
    offsetBytes = whole(4, MOST_BLOCKS * BLOCK_BYTES);
    lengthBytes = whole(5, Integer.MAX_VALUE);
    if (firstTick == Long.MIN_VALUE) {
      firstTick = tick;
    }
    long ticks = tick - firstTick;
    if (Math.abs(ticks) > MOST_SECONDS * (NANOS_PER_SECOND / NANOS_PER_TICK)) {
      throw rows.problem(
          "timestamp " + Excerpt.quoted(rows.text(0)) + " is far from the first row's",
          "within " + MOST_SECONDS + " seconds");
    }
    arrivalNanos = ticks * NANOS_PER_TICK;
    unit = disks.computeIfAbsent(disk, name -> disks.size());
    if (unit >= MOST_UNITS) {
      throw rows.problem("a disk too many", "at most " + MOST_UNITS);
    }
  }

  private long whole(int column, long most) {
    long value = rows.identity(column);
    if (value < 0 || value > most) {
      throw rows.problem(
          rows.form().columns().get(column) + " " + Excerpt.quoted(rows.text(column)),
          "0 to " + most);
    }
    return value;
  }

  private boolean isWrite(int column, String read, String write) {
    String text = rows.text(column);
    if (!text.equalsIgnoreCase(read) && !text.equalsIgnoreCase(write)) {
      throw rows.problem(
          rows.form().columns().get(column) + " " + Excerpt.quoted(text), read + " or " + write);
    }
    return text.equalsIgnoreCase(write);
  }

  /**
   * Returns the arrival time in nanoseconds. All arrival times of a file are relative to the same
   * moment. A request may have an earlier time than the previous request.
   */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /**
   * Returns the number of the address space of the request. In an SPC trace it is the unit, 0 to
   * 65,535. In an MSR trace, the disks are numbered from 0 in the order in which they occur.
   */
  public int unit() {
    return unit;
  }

  /** Returns whether the request is a write. */
  public boolean isWrite() {
    return write;
  }

  /** Returns the offset of the request in its unit, in bytes. */
  public long offsetBytes() {
    return offsetBytes;
  }

  /** Returns the length of the request in bytes, 0 or more. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /** Returns the number of bad rows skipped so far. */
  public long skippedRows() {
    return rows.skippedRows();
  }

  /** Closes the file. Standard input stays open. */
  @Override
  public void close() {
    rows.close();
  }
}
