package org.flashgrove.jmh.bench.data;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rectangles in a memory-mapped file, which takes no heap in the process of a measured library. An
 * entry has four coordinates, or two if it is a point, in native byte order.
 */
public final class BoxFile implements Boxes {
  private static final int SHIFT = 24;
  private static final int MASK = (1 << SHIFT) - 1;

  private final MappedByteBuffer[] parts;
  private final BoxForm form;
  private final int count;
  private final double[] extent;

  private BoxFile(MappedByteBuffer[] parts, BoxForm form, int count) {
    this.parts = parts;
    this.form = form;
    this.count = count;
    extent = extent();
  }

  /**
   * Maps a file into memory.
   *
   * @param form form of the file's entries
   */
  public static BoxFile map(Path file, BoxForm form) throws IOException {
    int entryBytes = form.entryBytes();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int count = Math.toIntExact(channel.size() / entryBytes);
      MappedByteBuffer[] parts = new MappedByteBuffer[(count >> SHIFT) + 1];
      for (int i = 0; i < parts.length; i++) {
        long from = (long) i * entryBytes << SHIFT;
        long bytes = Math.min((long) entryBytes << SHIFT, channel.size() - from);
        parts[i] = channel.map(FileChannel.MapMode.READ_ONLY, from, bytes);
        parts[i].order(ByteOrder.nativeOrder());
      }
      return new BoxFile(parts, form, count);
    }
  }

  private double[] extent() {
    double[] around = {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    for (int i = 0; i < count; i++) {
      around[0] = Math.min(around[0], minX(i));
      around[1] = Math.min(around[1], minY(i));
      around[2] = Math.max(around[2], maxX(i));
      around[3] = Math.max(around[3], maxY(i));
    }
    return around;
  }

  /** Returns the bounding rectangle of all entries: minX, minY, maxX and maxY. */
  public double[] around() {
    return extent.clone();
  }

  /** Returns the form of the entries. */
  public BoxForm form() {
    return form;
  }

  private double side(int number, int coordinate) {
    MappedByteBuffer part = parts[number >> SHIFT];
    int at = (number & MASK) * form.entryBytes() + coordinate * form.coordinateBytes();
    return form.isDouble() ? part.getDouble(at) : part.getFloat(at);
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public double minX(int number) {
    return side(number, 0);
  }

  @Override
  public double minY(int number) {
    return side(number, 1);
  }

  @Override
  public double maxX(int number) {
    return side(number, form.isPoints() ? 0 : 2);
  }

  @Override
  public double maxY(int number) {
    return side(number, form.isPoints() ? 1 : 3);
  }
}
