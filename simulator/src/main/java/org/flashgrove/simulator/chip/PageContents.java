package org.flashgrove.simulator.chip;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Contents of a chip's programmed pages: the words of metadata pages and, on request, the bytes of
 * host pages. A block takes memory only if it has a page with bytes that are not all zeros.
 */
final class PageContents {
  private static final byte ERASED_BYTE = (byte) 0xFF;

  private final int pagesPerBlock;
  private final int pageBytes;
  private final int mostWords;
  private final byte[][] bytes;
  private final long[] blankBits;
  private final long[][][] words;

  /**
   * Creates empty contents.
   *
   * @param pageBytes bytes stored per page; 0 to store none
   * @param mostWords maximum number of words in a metadata page
   */
  PageContents(int blocks, int pagesPerBlock, int pageBytes, int mostWords) {
    this.pagesPerBlock = pagesPerBlock;
    this.pageBytes = pageBytes;
    this.mostWords = mostWords;
    int pages = blocks * pagesPerBlock;
    bytes = new byte[pageBytes == 0 ? 0 : blocks][];
    blankBits = new long[pageBytes == 0 ? 0 : (pages + Long.SIZE - 1) / Long.SIZE];
    words = new long[blocks][][];
  }

  /** Returns whether bytes are stored. */
  boolean keepsBytes() {
    return pageBytes > 0;
  }

  /**
   * Copies bytes {@code [start, start + length)} of a programmed page to the buffer {@code into}.
   */
  void read(int page, int start, int length, ByteBuffer into, int offset) {
    byte[] ofBlock = pageBytes == 0 || isBlank(page) ? null : bytes[page / pagesPerBlock];
    if (ofBlock == null) {
      fill(into, offset, length, (byte) 0);
    } else {
      into.put(offset, ofBlock, position(page) + start, length);
    }
  }

  /**
   * Fills {@code length} bytes of the buffer {@code into} with ones, which is how an erased page
   * reads.
   */
  static void readErased(int length, ByteBuffer into, int offset) {
    fill(into, offset, length, ERASED_BYTE);
  }

  private static void fill(ByteBuffer into, int offset, int length, byte filler) {
    for (int i = 0; i < length; i++) {
      into.put(offset + i, filler);
    }
  }

  /** Sets all bytes of a page to zero, which takes no memory. */
  void blank(int page) {
    if (pageBytes > 0) {
      setBlank(page, true);
    }
  }

  /** Stores the bytes of a page, which begin at index {@code offset} of the buffer {@code from}. */
  void put(int page, ByteBuffer from, int offset) {
    if (pageBytes > 0) {
      setBlank(page, false);
      from.get(offset, ofBlock(page), position(page), pageBytes);
    }
  }

  /**
   * Copies the bytes and words of page {@code from} to page {@code to}, which must be {@linkplain
   * #blank blank}.
   */
  void copy(int from, int to) {
    if (pageBytes > 0 && !isBlank(from) && bytes[from / pagesPerBlock] != null) {
      setBlank(to, false);
      byte[] source = bytes[from / pagesPerBlock];
      System.arraycopy(source, position(from), ofBlock(to), position(to), pageBytes);
    }
    long[] copied = words(from);
    if (copied != null) {
      putWords(to, copied);
    }
  }

  /**
   * Returns the words of a metadata page, or {@code null} if the page has none. The caller must not
   * change them.
   */
  long[] words(int page) {
    long[][] ofBlock = words[page / pagesPerBlock];
    return ofBlock == null ? null : ofBlock[page % pagesPerBlock];
  }

  /** Stores the words of a metadata page without copying them. */
  void putWords(int page, long[] pageWords) {
    int block = page / pagesPerBlock;
    if (words[block] == null) {
      words[block] = new long[pagesPerBlock][];
    }
    words[block][page % pagesPerBlock] = pageWords;
  }

  /** Drops the words of a block's pages. */
  void dropWords(int block) {
    words[block] = null;
  }

  /** Returns whether all bytes of a programmed page are zeros that take no memory. */
  private boolean isBlank(int page) {
    return (blankBits[page >> 6] >>> page & 1) != 0;
  }

  private void setBlank(int page, boolean blank) {
    long bit = 1L << page;
    blankBits[page >> 6] = blank ? blankBits[page >> 6] | bit : blankBits[page >> 6] & ~bit;
  }

  private int position(int page) {
    return page % pagesPerBlock * pageBytes;
  }

  private byte[] ofBlock(int page) {
    int block = page / pagesPerBlock;
    if (bytes[block] == null) {
      bytes[block] = new byte[pagesPerBlock * pageBytes];
    }
    return bytes[block];
  }

  /**
   * Writes the words and bytes of a page.
   *
   * @param isNeeded whether the bytes are needed; if not, they read as zeros when loaded
   */
  void save(DataOutput out, int page, boolean isNeeded) throws IOException {
    long[] pageWords = words(page);
    out.writeInt(pageWords == null ? -1 : pageWords.length);
    if (pageWords != null) {
      for (long word : pageWords) {
        out.writeLong(word);
      }
    }
    byte[] ofBlock = pageBytes == 0 || isBlank(page) ? null : bytes[page / pagesPerBlock];
    out.writeBoolean(isNeeded && ofBlock != null);
    if (isNeeded && ofBlock != null) {
      out.write(ofBlock, position(page), pageBytes);
    }
  }

  /**
   * Reads the content of a page that {@link #save} has written.
   *
   * @throws IOException if reading fails, or the page has too many words
   */
  void load(DataInput in, int page) throws IOException {
    int wordCount = in.readInt();
    if (wordCount > mostWords) {
      throw new IOException("page " + page + ": impossible content of " + wordCount + " words");
    }
    if (wordCount >= 0) {
      long[] pageWords = new long[wordCount];
      for (int i = 0; i < wordCount; i++) {
        pageWords[i] = in.readLong();
      }
      putWords(page, pageWords);
    }
    boolean hasBytes = in.readBoolean();
    if (pageBytes > 0) {
      setBlank(page, !hasBytes);
    }
    if (hasBytes) {
      in.readFully(ofBlock(page), position(page), pageBytes);
    }
  }
}
