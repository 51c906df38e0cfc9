package org.flashgrove.simulator.device;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Contents of pages, which are zeros at first. Memory is allocated in chunks of 64 pages. */
final class SparsePages {
  private static final int CHUNK_PAGES = 64;
  private static final int END = -1;

  private final int pageBytes;
  private final int mostChunks;
  private byte[][] chunks = {};

  SparsePages(long pages, int pageBytes) {
    this.pageBytes = pageBytes;
    mostChunks = Math.toIntExact((pages + CHUNK_PAGES - 1) / CHUNK_PAGES);
  }

  /** Returns the chunk that contains a page, or null if all its pages are zeros. */
  private byte[] chunk(long page) {
    long number = page / CHUNK_PAGES;
    return number < chunks.length ? chunks[(int) number] : null;
  }

  private byte[] addChunk(int number) {
    if (number >= chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.min(mostChunks, Math.max(number + 1, 2 * number)));
    }
    chunks[number] = new byte[CHUNK_PAGES * pageBytes];
    return chunks[number];
  }

  private int place(long page) {
    return (int) (page % CHUNK_PAGES) * pageBytes;
  }

  /** Copies a page to the buffer {@code into}, starting at index {@code at}. */
  void read(long page, ByteBuffer into, int at) {
    byte[] chunk = chunk(page);
    if (chunk != null) {
      into.put(at, chunk, place(page), pageBytes);
      return;
    }
    for (int i = 0; i < pageBytes; i++) {
      into.put(at + i, (byte) 0);
    }
  }

  /**
   * Replaces a page by bytes of the buffer {@code from}, starting at index {@code at}, or by zeros
   * if {@code from} is null.
   */
  void write(long page, @Nullable ByteBuffer from, int at) {
    if (from == null) {
      zero(page);
      return;
    }
    byte[] chunk = chunk(page);
    if (chunk == null) {
      chunk = addChunk((int) (page / CHUNK_PAGES));
    }
    from.get(at, chunk, place(page), pageBytes);
  }

  void zero(long page) {
    byte[] chunk = chunk(page);
    if (chunk != null) {
      Arrays.fill(chunk, place(page), place(page) + pageBytes, (byte) 0);
    }
  }

  void save(DataOutput out) throws IOException {
    for (int number = 0; number < chunks.length; number++) {
      if (chunks[number] != null) {
        out.writeInt(number);
        out.write(chunks[number]);
      }
    }
    out.writeInt(END);
  }

  /** Loads contents that were saved. */
  void load(DataInput in) throws IOException {
    for (int number = in.readInt(); number != END; number = in.readInt()) {
      if (number < 0 || number >= mostChunks) {
        throw new IOException("impossible part " + number + " of the device image");
      }
      in.readFully(addChunk(number));
    }
  }
}
