package org.flashgrove.spark.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Writes the body of a sealed table in chunks, and compresses each chunk separately. The caller
 * closes it.
 */
final class ChunkWriter implements AutoCloseable {
  private final OutputStream out;
  private final ChunkPacker packer;
  private final RecordColumns columns;
  private final byte[] chunk;
  private int filled;
  private int[] lengths = new int[1024];
  private int count;
  private long written;

  /**
   * Creates a writer.
   *
   * @param columns columns of the table's rows
   * @param chunkBytes uncompressed length of a chunk
   */
  ChunkWriter(OutputStream out, RecordColumns columns, int chunkBytes, int pageSize) {
    this.out = out;
    this.columns = columns;
    chunk = new byte[chunkBytes];
    packer = new ChunkPacker(columns, chunkBytes, pageSize);
  }

  /** Appends bytes to the body. */
  void write(byte[] from, int length) throws IOException {
    for (int done = 0; done < length; ) {
      int piece = Math.min(length - done, chunk.length - filled);
      System.arraycopy(from, done, chunk, filled, piece);
      filled += piece;
      done += piece;
      if (filled == chunk.length) {
        flush();
      }
    }
  }

  private void flush() throws IOException {
    if (filled == 0) {
      return;
    }
    int length = packer.pack(chunk, filled);
    boolean isSmaller = length < filled;
    put(isSmaller ? packer.bytes() : chunk, isSmaller ? length : filled);
    filled = 0;
  }

  private void put(byte[] stored, int length) throws IOException {
    out.write(stored, 0, length);
    if (count == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    lengths[count++] = length;
    written += length;
  }

  /** Returns the uncompressed length of a chunk. */
  int chunkBytes() {
    return chunk.length;
  }

  /**
   * Appends a whole chunk in its stored form. The bytes appended before must fill whole chunks.
   *
   * @param stored array that begins with the packed chunk, or with the chunk itself if packing does
   *     not make it smaller
   */
  void writePacked(byte[] stored, int length) throws IOException {
    if (filled > 0) {
      throw new IllegalStateException("a chunk is not complete");
    }
    put(stored, length);
  }

  /**
   * Writes the last chunk, which may be shorter than the others.
   *
   * @return positions of all chunks
   */
  Chunks finish() throws IOException {
    flush();
    return new Chunks(chunk.length, Arrays.copyOf(lengths, count), written, columns);
  }

  @Override
  public void close() {
    packer.close();
  }
}
