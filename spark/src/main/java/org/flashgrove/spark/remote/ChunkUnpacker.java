package org.flashgrove.spark.remote;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Unpacks the chunks that a {@link ChunkPacker} has packed. Not safe for use by several threads.
 */
final class ChunkUnpacker {
  private final WordUnpacker in = new WordUnpacker();
  private final RecordChunk records;
  private final NodeChunk nodes = new NodeChunk();

  /**
   * Creates an unpacker.
   *
   * @param columns columns of the table's rows, or null if all chunks are compressed only by
   *     Zstandard
   */
  ChunkUnpacker(RecordColumns columns) {
    records = columns == null ? null : new RecordChunk(columns);
  }

  /**
   * Unpacks a chunk.
   *
   * @param from buffer that contains the packed chunk
   * @param at start of the packed chunk in {@code from}
   * @param packed length of the packed chunk
   * @param chunk receives the uncompressed bytes, which fill it
   * @throws IllegalArgumentException if the packed bytes are damaged
   */
  void unpack(ByteBuffer from, int at, int packed, byte[] chunk) {
    in.open(from, at, packed);
    if (records == null) {
      ChunkText.decompress(in.bytes(), 0, packed, chunk, chunk.length);
      return;
    }
    int form = in.get();
    if (form == ChunkPacker.PLAIN) {
      ChunkText.decompress(in.bytes(), 1, packed - 1, chunk, chunk.length);
      return;
    }
    Arrays.fill(chunk, (byte) 0);
    try {
      if (form == ChunkPacker.RECORDS) {
        records.unpack(in, chunk);
      } else {
        int words = form - ChunkPacker.RECORDS;
        if (words < 1 || words > ChunkPacker.MOST_WORDS) {
          throw new IllegalArgumentException("unknown form " + form);
        }
        nodes.unpack(in, chunk, words);
      }
    } catch (IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("impossible columns", e);
    }
  }
}
