package org.flashgrove.spark.remote;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Compresses and decompresses bytes by Zstandard. Not safe for use by several threads. The caller
 * closes it.
 */
final class ChunkText implements AutoCloseable {
  /** Compression level. It is the fastest level that finds the repetitions in pages. */
  private static final int LEVEL = 1;

  /**
   * Minimum saving of compressing the text of a page, as a divisor of the page's packed length with
   * uncompressed text. A smaller saving does not pay for decompressing the text whenever the page
   * is read.
   */
  private static final int LEAST_SAVING = 8;

  /**
   * Decompressors that no thread uses. They are kept because creating one takes longer than
   * decompressing a chunk.
   */
  private static final Queue<ZstdDecompressCtx> FREE = new ConcurrentLinkedQueue<>();

  static {
    // If this class was loaded later, HotSpot would compile the code that compresses pages again.
    FREE.add(new ZstdDecompressCtx());
  }

  /** Number of consecutive pages without a sufficient saving after which pages are skipped. */
  private static final int FEW_MISSES = 4;

  /** Number of pages that are then stored uncompressed before compression is tried again. */
  private static final int MOST_SKIPS = 7;

  private ZstdCompressCtx codec;
  private byte[] compressed = new byte[0];
  private int misses;
  private int skipped;

  /**
   * Writes the compressed length of {@code text} and the compressed bytes. If compression would not
   * make the page much smaller, writes length 0 and the uncompressed bytes instead. After {@value
   * #FEW_MISSES} such pages, it compresses one page and skips {@value #MOST_SKIPS} pages in turn.
   */
  void pack(byte[] text, int length, WordPacker out) {
    int page = out.length() + length;
    boolean isTried = LEAST_SAVING * length > page && isDue();
    int packed = isTried ? compress(text, length) : length;
    boolean isSmaller = LEAST_SAVING * (length - packed) > page;
    if (isTried) {
      misses = isSmaller ? 0 : misses + 1;
    }
    out.putSize(isSmaller ? packed : 0);
    out.put(isSmaller ? compressed : text, 0, isSmaller ? packed : length);
  }

  /** Returns whether to compress a page whose text is long enough. */
  private boolean isDue() {
    skipped = misses < FEW_MISSES || skipped == MOST_SKIPS ? 0 : skipped + 1;
    return skipped == 0;
  }

  /**
   * Compresses bytes. Returns the compressed length, or {@code length} if the bytes do not become
   * smaller.
   */
  int compress(byte[] text, int length) {
    if (codec == null) {
      codec = new ZstdCompressCtx();
      codec.setLevel(LEVEL);
    }
    if (compressed.length < text.length) {
      compressed = new byte[text.length];
    }
    try {
      return length == 0 ? 0 : codec.compressByteArray(compressed, 0, length, text, 0, length);
    } catch (ZstdException e) {
      return length; // no room: it would become longer
    }
  }

  /** Returns an array that begins with the result of the last {@link #compress}. */
  byte[] compressed() {
    return compressed;
  }

  /**
   * Reads bytes that {@link #pack} has written.
   *
   * @param length number of uncompressed bytes
   * @return array that begins with the uncompressed bytes: {@code into} if it is long enough, or
   *     else a new array
   */
  static byte[] unpack(WordUnpacker in, byte[] into, int length) {
    byte[] text = into.length < length ? new byte[length] : into;
    int packed = in.getSize();
    if (packed == 0) {
      in.get(text, length);
    } else {
      decompress(in.bytes(), in.position(), packed, text, length);
    }
    return text;
  }

  /**
   * Decompresses bytes.
   *
   * @throws IllegalArgumentException if the compressed bytes are damaged
   */
  static void decompress(byte[] from, int at, int packed, byte[] into, int length) {
    ZstdDecompressCtx free = FREE.poll();
    ZstdDecompressCtx codec = free == null ? new ZstdDecompressCtx() : free;
    try {
      if (codec.decompressByteArray(into, 0, length, from, at, packed) != length) {
        throw new IllegalArgumentException("it has too few bytes");
      }
    } catch (ZstdException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } finally {
      FREE.add(codec);
    }
  }

  @Override
  public void close() {
    if (codec != null) {
      codec.close();
    }
  }
}
