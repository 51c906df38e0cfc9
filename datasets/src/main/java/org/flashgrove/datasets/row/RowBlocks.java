package org.flashgrove.datasets.row;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Positions of the rows of a file. Successive rows form blocks of a few kilobytes, each with a
 * checksum. Not safe for use by several threads.
 */
public final class RowBlocks {
  /**
   * Default minimum size of a block in bytes. A block ends with the row that makes it reach this
   * size.
   */
  private static final int LEAST_BYTES = 8192;

  private static final int MOST_BYTES = 1 << 28;
  private static final int ENCODED_BYTES = 2 * Long.BYTES + Integer.BYTES;

  private final int leastBytes;
  private long[] offsets = new long[16];
  private long[] firstRows = new long[16];
  private int[] checksums = new int[16];
  private int count;
  private long end;
  private long rows;
  private boolean isCut;
  private final CRC32C sum = new CRC32C();

  /** Creates an empty list of blocks. The first block will begin at {@code offset}. */
  public RowBlocks(long offset) {
    this(offset, LEAST_BYTES);
  }

  /**
   * Creates an empty list of blocks.
   *
   * @param offset offset of the first block
   * @param leastBytes minimum size of a block in bytes
   */
  public RowBlocks(long offset, int leastBytes) {
    end = offset;
    this.leastBytes = leastBytes;
  }

  /** Adds the next row in the order of the file. The row consists of all given bytes. */
  public void add(byte[]... parts) {
    if (count == 0 || isCut || end - offsets[count - 1] >= leastBytes) {
      addBlock(end, rows, 0);
      sum.reset();
      isCut = false;
    }
    for (byte[] each : parts) {
      sum.update(each);
      end += each.length;
    }
    checksums[count - 1] = (int) sum.getValue();
    rows++;
  }

  /** Ends the current block, so that the next row begins a new one. */
  public void cut() {
    isCut = true;
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

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the number of blocks. */
  int count() {
    return count;
  }

  /** Returns the end of the last block. */
  long end() {
    return end;
  }

  /**
   * Returns the index of the block that contains a row.
   *
   * @throws IllegalArgumentException if the file has no such row
   */
  public int blockOf(long row) {
    if (row < 0 || row >= rows) {
      throw new IllegalArgumentException("row " + row + " is not in the file");
    }
    int found = Arrays.binarySearch(firstRows, 0, count, row);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the position of the first byte of a block. */
  public long offset(int block) {
    return offsets[block];
  }

  /** Returns the number of the first row of a block. */
  public long firstRow(int block) {
    return firstRows[block];
  }

  /** Returns the number of the row after the last row of a block. */
  public long endRow(int block) {
    return block + 1 < count ? firstRows[block + 1] : rows;
  }

  /** Returns the number of bytes of a block. */
  public int bytes(int block) {
    return (int) ((block + 1 < count ? offsets[block + 1] : end) - offsets[block]);
  }

  /** Returns whether {@code bytes} have the checksum of the rows that were added to the block. */
  public boolean isIntact(int block, byte[]... bytes) {
    CRC32C now = new CRC32C();
    for (byte[] each : bytes) {
      now.update(each);
    }
    return (int) now.getValue() == checksums[block];
  }

  /** Returns an encoding of the blocks, which {@link #of} decodes. */
  public byte[] toBytes() {
    return EncodedBytes.of(
        out -> {
          out.writeLong(end);
          out.writeLong(rows);
          for (int i = 0; i < count; i++) {
            out.writeLong(offsets[i]);
            out.writeLong(firstRows[i]);
            out.writeInt(checksums[i]);
          }
        });
  }

  /**
   * Decodes the result of {@link #toBytes}.
   *
   * @param begin offset of the first row
   * @param size size of the file
   * @throws IllegalArgumentException if the bytes are not the blocks of a file with this size
   */
  public static RowBlocks of(byte[] bytes, long begin, long size) {
    RowBlocks blocks = new RowBlocks(begin);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      blocks.end = in.readLong();
      blocks.rows = in.readLong();
      while (in.available() >= ENCODED_BYTES) {
        blocks.addBlock(in.readLong(), in.readLong(), in.readInt());
      }
      if (in.available() > 0 || blocks.end != size || !blocks.areAscending(begin)) {
        throw new IllegalArgumentException("blocks of rows of another file");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("blocks of rows that end too early", e);
    }
    return blocks;
  }

  private boolean areAscending(long begin) {
    if (count == 0) {
      return end == begin && rows == 0;
    }
    boolean areAscending = offsets[0] == begin && firstRows[0] == 0;
    for (int i = 0; i < count && areAscending; i++) {
      long bytes = (i + 1 < count ? offsets[i + 1] : end) - offsets[i];
      areAscending = bytes > 0 && bytes <= MOST_BYTES && endRow(i) > firstRows[i];
      areAscending &= endRow(i) - firstRows[i] <= bytes;
    }
    return areAscending;
  }
}
