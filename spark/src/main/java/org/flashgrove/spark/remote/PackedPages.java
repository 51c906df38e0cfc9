package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.core.node.NodePage;

/**
 * Content of a page file of a table that will be sealed. Each page is packed when it is written, in
 * the form of a chunk of a sealed table, so that the uncompressed page is never stored. All open
 * files share the content. Safe for use by several threads.
 */
final class PackedPages {
  /** Receives the packed pages. Calls hold its monitor, because other page files use it, too. */
  private final ScratchBytes scratch;

  private final ChunkPacker packer;
  private final ChunkUnpacker unpacker;
  private final byte[] page;
  private final byte[] packed;

  /** Position of each packed page in the scratch bytes. */
  private long[] places = new long[64];

  /** Length of each packed page; 0 for a page that was never written, which has only zeros. */
  private int[] lengths = new int[places.length];

  /** Pages that are inner nodes of an index. */
  private final BitSet inner = new BitSet();

  private int count;

  PackedPages(ScratchBytes scratch, ChunkPacker packer, RecordColumns columns, int pageSize) {
    this.scratch = scratch;
    this.packer = packer;
    unpacker = new ChunkUnpacker(columns);
    page = new byte[pageSize];
    packed = new byte[pageSize];
  }

  long bytes() {
    synchronized (scratch) {
      return (long) count * page.length;
    }
  }

  /** Returns the numbers of the pages that are inner nodes of an index. */
  BitSet inner() {
    synchronized (scratch) {
      return (BitSet) inner.clone();
    }
  }

  /** Changes the number of pages. Added pages have only zeros. */
  void resize(long bytes) {
    synchronized (scratch) {
      if (bytes % page.length != 0) {
        throw new IllegalArgumentException(bytes + " bytes (allowed: whole pages)");
      }
      int pages = Math.toIntExact(bytes / page.length);
      if (pages > places.length) {
        int room = Math.max(pages, 2 * places.length);
        places = Arrays.copyOf(places, room);
        lengths = Arrays.copyOf(lengths, room);
      }
      if (pages < count) {
        Arrays.fill(lengths, pages, count, 0);
        inner.clear(pages, count);
      }
      count = pages;
    }
  }

  /** Writes whole pages. */
  void write(long offset, ByteBuffer from, int at, int length) throws IOException {
    synchronized (scratch) {
      if (offset % page.length != 0 || length % page.length != 0) {
        throw new IllegalArgumentException(
            length
                + " bytes at "
                + offset
                + " (allowed: whole pages of "
                + page.length
                + " bytes)");
      }
      if (offset + length > bytes()) {
        resize(offset + length);
      }
      int number = (int) (offset / page.length);
      for (int done = 0; done < length; done += page.length) {
        from.get(at + done, page);
        write(number++);
      }
    }
  }

  private void write(int number) throws IOException {
    ByteBuffer shown = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
    inner.set(number, NodePage.levelAt(shown, 0) > 0);
    int length = packer.pack(page, page.length);
    boolean isSmaller = length < page.length;
    lengths[number] = isSmaller ? length : page.length;
    places[number] = scratch.append(isSmaller ? packer.bytes() : page, 0, lengths[number]);
  }

  /** Reads a range up to the end of the file. Returns the number of bytes read. */
  int read(long offset, ByteBuffer into, int at, int length) throws IOException {
    synchronized (scratch) {
      int some = (int) Math.max(0, Math.min(length, bytes() - offset));
      for (int done = 0; done < some; ) {
        unpack((int) ((offset + done) / page.length));
        int from = (int) ((offset + done) % page.length);
        int piece = Math.min(some - done, page.length - from);
        into.put(at + done, page, from, piece);
        done += piece;
      }
      return some;
    }
  }

  private void unpack(int number) throws IOException {
    int length = readPacked(number);
    if (length == 0) {
      Arrays.fill(page, (byte) 0);
    } else if (length == page.length) {
      System.arraycopy(packed, 0, page, 0, length);
    } else {
      unpacker.unpack(ByteBuffer.wrap(packed), 0, length, page);
    }
  }

  private int readPacked(int number) throws IOException {
    scratch.read(places[number], packed, 0, lengths[number]);
    return lengths[number];
  }

  /**
   * Appends all pages to the body of a sealed table, as they are packed if a chunk of the body is a
   * page.
   */
  void copyTo(ChunkWriter body) throws IOException {
    synchronized (scratch) {
      for (int number = 0; number < count; number++) {
        if (lengths[number] > 0 && body.chunkBytes() == page.length) {
          body.writePacked(packed, readPacked(number));
        } else {
          unpack(number);
          body.write(page, page.length);
        }
      }
    }
  }
}
