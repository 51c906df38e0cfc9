package org.flashgrove.spark.remote;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.node.NodePage;

/**
 * Packs chunks of the body of a sealed table. The first byte of a packed chunk says how the chunk
 * is packed. {@value #PLAIN} stands for compression by Zstandard, and {@value #RECORDS} for a page
 * of records ({@link RecordChunk}). A greater value stands for a leaf of an index ({@link
 * NodeChunk}), and is {@value #RECORDS} plus the number of words of an entry. Not safe for use by
 * several threads. The caller closes it.
 */
final class ChunkPacker implements AutoCloseable {
  static final int PLAIN = 0;
  static final int RECORDS = 1;

  /** Maximum number of words of an entry in a leaf that is packed by columns. */
  static final int MOST_WORDS = 5;

  /** Numbers of words of an entry in R-trees, xBR+-trees and B+-trees, in this order. */
  private static final int[] WORDS = {MOST_WORDS, 3, 2};

  private final int pageSize;
  private final WordPacker out;
  private final ChunkText text = new ChunkText();
  private final RecordChunk records;
  private final NodeChunk nodes;

  /**
   * Creates a packer.
   *
   * @param chunkBytes maximum length of a chunk
   * @param pageSize bytes of a page. Only a chunk of exactly one page can be packed by columns
   */
  ChunkPacker(RecordColumns columns, int chunkBytes, int pageSize) {
    this.pageSize = pageSize;
    records = columns.types().length == 0 ? null : new RecordChunk(columns, pageSize);
    nodes = new NodeChunk(pageSize);
    out = new WordPacker(RecordChunk.mostBytes(columns, chunkBytes));
  }

  /** Returns an array that begins with the packed chunk. */
  byte[] bytes() {
    return out.bytes();
  }

  /** Packs a chunk. Returns the length of the result, which may be greater than {@code length}. */
  int pack(byte[] chunk, int length) {
    if (chunk.length == pageSize && length == pageSize && (packRecords(chunk) || packNode(chunk))) {
      return out.length();
    }
    return packPlain(chunk, length);
  }

  private int packPlain(byte[] chunk, int length) {
    int packed = text.compress(chunk, length);
    out.clear();
    out.put(PLAIN);
    out.put(packed < length ? text.compressed() : chunk, 0, Math.min(packed, length));
    return out.length();
  }

  private boolean packRecords(byte[] chunk) {
    if (records == null || !RecordChunk.hasRecords(chunk)) {
      return false;
    }
    begin(RECORDS);
    return records.pack(chunk, out, text)
        && (records.isRegular() || text.compress(chunk, pageSize) >= out.length());
  }

  private boolean packNode(byte[] chunk) {
    ByteBuffer page = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
    if (NodePage.levelAt(page, 0) != 0) {
      return false;
    }
    for (int each : WORDS) {
      begin(RECORDS + each);
      if (nodes.pack(chunk, each, out)) {
        return true;
      }
    }
    return false;
  }

  private void begin(int form) {
    out.clear();
    out.put(form);
  }

  @Override
  public void close() {
    text.close();
  }
}
