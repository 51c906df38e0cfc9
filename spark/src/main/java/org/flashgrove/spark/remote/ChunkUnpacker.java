package org.flashgrove.spark.remote;

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
   * Returns the uncompressed bytes of a chunk.
   *
   * @param packed bytes of the packed chunk
   * @param length uncompressed length of the chunk
   * @throws IllegalArgumentException if the packed bytes are damaged
   */
  byte[] unpack(byte[] packed, int length) {
    byte[] chunk = new byte[length];
    if (records == null) {
      ChunkText.decompress(packed, 0, packed.length, chunk, length);
      return chunk;
    }
    int form = packed[0];
    if (form == ChunkPacker.PLAIN) {
      ChunkText.decompress(packed, 1, packed.length - 1, chunk, length);
      return chunk;
    }
    try {
      in.open(packed);
      in.get();
      if (form == ChunkPacker.RECORDS) {
        records.unpack(in, chunk);
      } else {
        int words = form - ChunkPacker.RECORDS;
        if (words < 1 || words > ChunkPacker.MOST_WORDS) {
          throw new IllegalArgumentException("unknown form " + form);
        }
        nodes.unpack(in, chunk, words);
      }
      return chunk;
    } catch (IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("impossible columns", e);
    }
  }
}
