package org.flashgrove.spark.remote;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Writes the body of a sealed table in chunks, and compresses each chunk separately. The caller
 * closes it.
 */
final class ChunkWriter implements AutoCloseable {
  /** Fastest compression level that finds repetitions across pages. */
  private static final int LEVEL = 1;

  private final OutputStream out;
  private final ZstdCompressCtx codec = new ZstdCompressCtx();
  private final byte[] chunk;
  private final byte[] compressed;
  private int filled;
  private int[] lengths = new int[1024];
  private int count;
  private long written;

  /**
   * Creates a writer.
   *
   * @param chunkBytes uncompressed size of a chunk
   */
  ChunkWriter(OutputStream out, int chunkBytes) {
    this.out = out;
    chunk = new byte[chunkBytes];
    compressed = new byte[chunkBytes];
    codec.setLevel(LEVEL);
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
    int length = compress();
    boolean isSmaller = length < filled;
    out.write(isSmaller ? compressed : chunk, 0, isSmaller ? length : filled);
    if (count == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    lengths[count++] = isSmaller ? length : filled;
    written += lengths[count - 1];
    filled = 0;
  }

  /**
   * Compresses the chunk. Returns its uncompressed length if compression does not make it smaller.
   */
  private int compress() {
    try {
      return codec.compressByteArray(compressed, 0, filled, chunk, 0, filled);
    } catch (com.github.luben.zstd.ZstdException e) {
      return filled; // no room, because it would become longer
    }
  }

  /**
   * Writes the last chunk.
   *
   * @return positions of all chunks
   */
  Chunks finish() throws IOException {
    flush();
    return new Chunks(chunk.length, Arrays.copyOf(lengths, count), written);
  }

  @Override
  public void close() {
    codec.close();
  }
}
