package org.flashgrove.indexes.grove;

import java.util.List;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * What a bite merges, in pieces that stay packed: chunks of the write buffer, then pages of blocks.
 * A page is read again each time it is turned to. For one thread.
 */
final class BiteSource {
  /** Bytes of memory of a page of entries to merge. */
  static final int PIECE_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

  private static final int CHUNK_BYTES = Integer.BYTES;

  private final BlockReader reader;
  private final PackedPage chunkReader = new PackedPage("write buffer");
  private final Chunk[] chunks;
  private final StoredBlock[] blocks;
  private final int[] blockOf;
  private final int[] pageOf;
  private final long[] least;
  private final long[] most;

  /**
   * Creates the source of a bite.
   *
   * @param chunks changes in normal form, those of an interval of the buffer one behind the other
   * @param chunkStarts start of the interval of each chunk, and
   * @param chunkEnds its end
   */
  BiteSource(
      ComponentStore store,
      Chunk[] chunks,
      long[] chunkStarts,
      long[] chunkEnds,
      List<StoredBlock> blocks) {
    reader = new BlockReader(store);
    this.chunks = chunks;
    this.blocks = blocks.toArray(new StoredBlock[0]);
    int pages = 0;
    for (StoredBlock block : blocks) {
      pages += block.fences().pages();
    }
    blockOf = new int[pages];
    pageOf = new int[pages];
    least = new long[chunks.length + pages];
    most = new long[chunks.length + pages];
    for (int i = 0; i < chunks.length; i++) {
      note(i, chunkStarts[i], chunkEnds[i] - 1);
    }
    int at = 0;
    for (int b = 0; b < this.blocks.length; b++) {
      for (int p = 0; p < this.blocks[b].fences().pages(); p++) {
        blockOf[at] = b;
        pageOf[at] = p;
        note(chunks.length + at++, Long.MIN_VALUE, Long.MAX_VALUE);
      }
    }
  }

  /** Returns the number of pieces. */
  int pieces() {
    return least.length;
  }

  /** Returns the number of those that are chunks; they come first. */
  int chunks() {
    return chunks.length;
  }

  /** Returns about how many entries there are. */
  long entries() {
    long sum = 0;
    for (Chunk chunk : chunks) {
      sum += chunk.count() - chunk.deletions();
    }
    for (StoredBlock block : blocks) {
      sum += block.entries();
    }
    return sum;
  }

  /** Notes the least and the greatest key of a piece. */
  void note(int piece, long leastKey, long greatestKey) {
    least[piece] = leastKey;
    most[piece] = greatestKey;
  }

  /** Returns whether a piece may have keys from one up to another. */
  boolean mayHold(int piece, long lo, long hi) {
    return least[piece] < hi && most[piece] >= lo;
  }

  /** Returns whether a piece has deletions; pages have none. */
  boolean hasDeletions(int piece) {
    return piece < chunks.length && chunks[piece].deletions() > 0;
  }

  /** Returns a reader that is turned to a piece; it is another's when the next one is turned to. */
  PackedPage turnTo(int piece) {
    if (piece < chunks.length) {
      chunks[piece].read(chunkReader);
      return chunkReader;
    }
    int page = piece - chunks.length;
    return reader.turnTo(blocks[blockOf[page]], pageOf[page]);
  }

  /** Returns the bytes of memory; chunks are the write buffer's. */
  long bytes() {
    return reader.bytes() + (long) pieces() * PIECE_BYTES + (long) chunks.length * CHUNK_BYTES;
  }
}
