package org.flashgrove.datasets.flatgeobuf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Positions of the features of a file. Successive features form blocks of about {@value
 * #LEAST_BYTES} bytes, each with a checksum. Not safe for use by several threads.
 */
final class FeatureBlocks {
  /**
   * Minimum size of a block in bytes. A block ends with the feature that makes it reach this size.
   */
  private static final int LEAST_BYTES = 8192;

  private static final int ENCODED_BYTES = 2 * Long.BYTES + Integer.BYTES;

  private long[] offsets = new long[16];
  private long[] firstRows = new long[16];
  private int[] checksums = new int[16];
  private int count;
  private long end;
  private long rows;
  private final CRC32C sum = new CRC32C();

  /** Creates an empty list of blocks. The first block will begin at {@code offset}. */
  FeatureBlocks(long offset) {
    end = offset;
  }

  /** Adds the next feature in the order of the file. */
  void add(byte[] content) {
    if (count == 0 || end - offsets[count - 1] >= LEAST_BYTES) {
      addBlock(end, rows, 0);
      sum.reset();
    }
    byte[] size = new byte[Integer.BYTES];
    ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN).putInt(content.length);
    sum.update(size);
    sum.update(content);
    checksums[count - 1] = (int) sum.getValue();
    end += size.length + content.length;
    rows++;
  }

  private void addBlock(long offset, long firstRow, int checksum) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      firstRows = Arrays.copyOf(firstRows, 2 * count);
      checksums = Arrays.copyOf(checksums, 2 * count);
    }
    offsets[count] = offset;
    firstRows[count] = firstRow;
    checksums[count++] = checksum;
  }

  /** Returns the number of features. */
  long rows() {
    return rows;
  }

  /** Returns the index of the block that contains a row, which must exist. */
  int blockOf(long row) {
    int found = Arrays.binarySearch(firstRows, 0, count, row);
    return found >= 0 ? found : -found - 2;
  }

  long offset(int block) {
    return offsets[block];
  }

  long firstRow(int block) {
    return firstRows[block];
  }

  long bytes(int block) {
    return (block + 1 < count ? offsets[block + 1] : end) - offsets[block];
  }

  /**
   * Returns whether {@code bytes} have the checksum of the features that were added to the block.
   */
  boolean isIntact(int block, byte[] bytes) {
    CRC32C now = new CRC32C();
    now.update(bytes);
    return (int) now.getValue() == checksums[block];
  }

  /** Returns an encoding of the blocks, which {@link #of} decodes. */
  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(end);
      out.writeLong(rows);
      for (int i = 0; i < count; i++) {
        out.writeLong(offsets[i]);
        out.writeLong(firstRows[i]);
        out.writeInt(checksums[i]);
      }
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes the result of {@link #toBytes}.
   *
   * @param begin offset of the first feature
   * @param size size of the file
   * @throws IllegalArgumentException if the bytes are not the blocks of a file with this size
   */
  static FeatureBlocks of(byte[] bytes, long begin, long size) {
    FeatureBlocks blocks = new FeatureBlocks(begin);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      blocks.end = in.readLong();
      blocks.rows = in.readLong();
      while (in.available() >= ENCODED_BYTES) {
        blocks.addBlock(in.readLong(), in.readLong(), in.readInt());
      }
      if (in.available() > 0 || blocks.end != size || !blocks.areAscending(begin)) {
        throw new IllegalArgumentException("blocks of features of another file");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("blocks of features that end too early", e);
    }
    return blocks;
  }

  private boolean areAscending(long begin) {
    long offset = begin;
    long row = 0;
    for (int i = 0; i < count; i++) {
      boolean follows = i == 0 || offsets[i] > offset && firstRows[i] > row;
      if (!follows || i == 0 && (offsets[0] != begin || firstRows[0] != 0)) {
        return false;
      }
      offset = offsets[i];
      row = firstRows[i];
    }
    return count == 0 ? end == begin && rows == 0 : end > offset && rows > row;
  }
}
