package org.flashgrove.spark.remote;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Directory of the compressed chunks in the file of a sealed table. All chunks have the same
 * uncompressed size, except the last, which may be smaller. Each chunk is compressed separately. A
 * chunk that would not become smaller is stored uncompressed.
 */
final class Chunks {
  /** Codec of a file whose chunks are compressed only by Zstandard. */
  static final int ZSTD = 1;

  /** Codec of a file in which pages may also be stored by columns ({@link ChunkPacker}). */
  static final int COLUMNS = 2;

  /**
   * Default uncompressed length of a chunk. A table with longer pages has chunks of the length of a
   * page. Longer chunks would make it more expensive to read a single page.
   */
  static final int USUAL_BYTES = 4 << 10;

  private static final int LEAST_BYTES = 512;
  private static final int MOST_BYTES = 1 << 20;

  private final int chunkBytes;
  private final long[] starts;
  private final RecordColumns columns;

  /** Unpackers that no thread uses. */
  private final Queue<ChunkUnpacker> free = new ConcurrentLinkedQueue<>();

  /**
   * Creates a directory.
   *
   * @param lengths stored length of each chunk
   * @param total sum of the stored lengths
   * @param columns columns of the table's rows, or null if no page is stored by columns
   * @throws IllegalArgumentException if the lengths are impossible or do not add up to {@code
   *     total}
   */
  Chunks(int chunkBytes, int[] lengths, long total, RecordColumns columns) {
    if (chunkBytes < LEAST_BYTES || chunkBytes > MOST_BYTES) {
      throw new IllegalArgumentException("impossible size of chunks");
    }
    this.chunkBytes = chunkBytes;
    this.columns = columns;
    starts = new long[lengths.length + 1];
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] < 1 || lengths[i] > chunkBytes) {
        throw new IllegalArgumentException("impossible length of a chunk");
      }
      starts[i + 1] = starts[i] + lengths[i];
    }
    if (starts[lengths.length] != total) {
      throw new IllegalArgumentException("lengths of chunks do not fill the body");
    }
  }

  /**
   * Checks that chunks of a codec can be decompressed.
   *
   * @throws IOException if the codec is unknown, or if its library is missing; the message says
   *     what to do
   */
  static void require(String name, int codec) throws IOException {
    if (codec < ZSTD || codec > COLUMNS) {
      throw new IOException(
          name + ": is compressed by codec " + codec + " (allowed: up to " + COLUMNS + ")");
    }
    try {
      Zstd.compressBound(1);
    } catch (LinkageError e) {
      throw new IOException(
          name
              + ": is compressed by Zstandard, whose library cannot be loaded; put zstd-jni, which"
              + " Spark brings, on the class path",
          e);
    }
  }

  /** Returns the columns of the table's rows, or null if no page is stored by columns. */
  RecordColumns columns() {
    return columns;
  }

  int chunkBytes() {
    return chunkBytes;
  }

  int count() {
    return starts.length - 1;
  }

  /** Returns the index of the chunk that contains a position of the uncompressed body. */
  int chunkOf(long position) {
    return (int) (position / chunkBytes);
  }

  /**
   * Returns the offset of a chunk in the file. If {@code chunk} is the number of chunks, returns
   * the end of the last one.
   */
  long start(int chunk) {
    return starts[chunk];
  }

  /** Returns the stored lengths of all chunks. */
  int[] lengths() {
    int[] lengths = new int[count()];
    Arrays.setAll(lengths, this::length);
    return lengths;
  }

  int length(int chunk) {
    return (int) (starts[chunk + 1] - starts[chunk]);
  }

  /**
   * Copies the uncompressed bytes of a chunk.
   *
   * @param from buffer that contains the stored chunk
   * @param at start of the stored chunk in {@code from}
   * @param body receives the uncompressed bytes; has the uncompressed length of the chunk
   * @throws IOException if the chunk is damaged
   */
  void copyBody(int chunk, ByteBuffer from, int at, byte[] body) throws IOException {
    int stored = length(chunk);
    if (stored == body.length) {
      from.get(at, body);
      return;
    }
    ChunkUnpacker unused = free.poll();
    ChunkUnpacker unpacker = unused == null ? new ChunkUnpacker(columns) : unused;
    try {
      unpacker.unpack(from, at, stored, body);
    } catch (IllegalArgumentException e) {
      throw new IOException("chunk " + chunk + " is damaged: " + e.getMessage(), e);
    } finally {
      free.add(unpacker);
    }
  }
}
