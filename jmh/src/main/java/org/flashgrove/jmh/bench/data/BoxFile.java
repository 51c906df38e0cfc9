package org.flashgrove.jmh.bench.data;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rectangles in a file that is mapped: outside of the heap that a peer has, and not read into it.
 * Four floats a rectangle, two a point, in the order of the machine.
 */
public final class BoxFile implements Boxes {
  private static final int SHIFT = 24;
  private static final int MASK = (1 << SHIFT) - 1;

  private final MappedByteBuffer[] parts;
  private final int entryBytes;
  private final int count;
  private final double[] extent;

  private BoxFile(MappedByteBuffer[] parts, int entryBytes, int count) {
    this.parts = parts;
    this.entryBytes = entryBytes;
    this.count = count;
    extent = extent();
  }

  /**
   * Maps a file.
   *
   * @param points whether it has points
   */
  public static BoxFile map(Path file, boolean points) throws IOException {
    int entryBytes = (points ? 2 : 4) * Float.BYTES;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int count = Math.toIntExact(channel.size() / entryBytes);
      MappedByteBuffer[] parts = new MappedByteBuffer[(count >> SHIFT) + 1];
      for (int i = 0; i < parts.length; i++) {
        long from = (long) i * entryBytes << SHIFT;
        long bytes = Math.min((long) entryBytes << SHIFT, channel.size() - from);
        parts[i] = channel.map(FileChannel.MapMode.READ_ONLY, from, bytes);
        parts[i].order(ByteOrder.nativeOrder());
      }
      return new BoxFile(parts, entryBytes, count);
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

  /** Returns minX, minY, maxX, maxY of all. */
  public double[] around() {
    return extent.clone();
  }

  /** Returns whether these are points. */
  public boolean isPoints() {
    return entryBytes == 2 * Float.BYTES;
  }

  private float side(int number, int offset) {
    return parts[number >> SHIFT].getFloat((number & MASK) * entryBytes + offset);
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
    return side(number, Float.BYTES);
  }

  @Override
  public double maxX(int number) {
    return side(number, isPoints() ? 0 : 2 * Float.BYTES);
  }

  @Override
  public double maxY(int number) {
    return side(number, isPoints() ? Float.BYTES : 3 * Float.BYTES);
  }
}
