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
  private final byte[][] chunks;

  SparsePages(long pages, int pageBytes) {
    this.pageBytes = pageBytes;
    chunks = new byte[Math.toIntExact((pages + CHUNK_PAGES - 1) / CHUNK_PAGES)][];
  }

  private static int chunk(long page) {
    return (int) (page / CHUNK_PAGES);
  }

  private int place(long page) {
    return (int) (page % CHUNK_PAGES) * pageBytes;
  }

  /** Copies a page to the buffer {@code into}, starting at index {@code at}. */
  void read(long page, ByteBuffer into, int at) {
    byte[] chunk = chunks[chunk(page)];
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
    int number = chunk(page);
    if (chunks[number] == null) {
      chunks[number] = new byte[CHUNK_PAGES * pageBytes];
    }
    from.get(at, chunks[number], place(page), pageBytes);
  }

  void zero(long page) {
    byte[] chunk = chunks[chunk(page)];
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
      if (number < 0 || number >= chunks.length) {
        throw new IOException("impossible part " + number + " of the device image");
      }
      chunks[number] = new byte[CHUNK_PAGES * pageBytes];
      in.readFully(chunks[number]);
    }
  }
}
