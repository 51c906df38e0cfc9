package org.flashgrove.storage.placement;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.storage.page.PageChecksum;

/**
 * Page of the stored page maps: a chunk of a map, or a page of the directory. {@code
 * docs/format/page.md} describes the same layout.
 *
 * <pre>
 * offset  bytes  field
 *      0      4  magic
 *      4      2  format version
 *      6      2  kind: 1 chunk, 2 directory
 *      8      4  number of words
 *     12      4  CRC-32C of the page with this field zero
 *     16      8  store tag
 *     24      8  sequence number of the checkpoint that wrote it
 *     32      8  chunk: number of its structure; directory: place of the next page, or 0
 *     40      8  chunk: its number
 *     48     16  zero
 *     64         words
 * </pre>
 */
public final class MapPage {
  /** Kind of a page with a chunk of a map. */
  public static final int CHUNK = 1;

  /** Page kind of directory pages. */
  public static final int DIRECTORY = 2;

  static final int FORMAT_VERSION = 1;

  private static final int HEADER_BYTES = 64;
  private static final int MAGIC = 0x31_4D_47_46; // "FGM1" in the file
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_KIND = 6;
  private static final int AT_COUNT = 8;
  private static final int AT_CRC = 12;
  private static final int AT_TAG = 16;
  private static final int AT_SEQUENCE = 24;
  private static final int AT_FIRST = 32;
  private static final int AT_SECOND = 40;

  private final ByteBuffer page;

  /** Creates an object that encodes and decodes pages in a little-endian buffer of one page. */
  public MapPage(ByteBuffer page) {
    this.page = page;
  }

  /**
   * Returns the number of words that a map page of {@code pageSize} bytes can hold after its
   * header.
   */
  public static int wordCapacity(int pageSize) {
    return (pageSize - HEADER_BYTES) / Long.BYTES;
  }

  /** Encodes a page in the buffer. Returns its checksum. */
  int write(int kind, long storeTag, long sequence, long[] ids, long[] words, int count) {
    for (int offset = 0; offset < page.capacity(); offset += Long.BYTES) {
      page.putLong(offset, 0);
    }
    page.putInt(AT_MAGIC, MAGIC);
    page.putShort(AT_FORMAT, (short) FORMAT_VERSION);
    page.putShort(AT_KIND, (short) kind);
    page.putInt(AT_COUNT, count);
    page.putLong(AT_TAG, storeTag);
    page.putLong(AT_SEQUENCE, sequence);
    page.putLong(AT_FIRST, ids[0]);
    page.putLong(AT_SECOND, ids[1]);
    for (int i = 0; i < count; i++) {
      page.putLong(HEADER_BYTES + i * Long.BYTES, words[i]);
    }
    int crc = PageChecksum.of(page);
    page.putInt(AT_CRC, crc);
    return crc;
  }

  /**
   * Decodes a page.
   *
   * @param place the page's expected slot and checksum
   * @param ids receives the two header words at offsets 32 and 40
   * @param words receives the words
   * @return number of words
   * @throws DamagedStoreException if the page is damaged or is not the expected page
   * @throws UnsupportedFormatException if a newer version wrote the page
   */
  public int read(String file, int kind, long storeTag, long place, long[] ids, long[] words) {
    String where = "page " + PageMap.slot(place);
    if (page.getInt(AT_MAGIC) != MAGIC) {
      throw new DamagedStoreException(file, where, "not a page of the page map (bad magic)");
    }
    int crc = page.getInt(AT_CRC);
    if (crc != PageChecksum.of(page)) {
      throw new DamagedStoreException(file, where, "checksum of the page map does not match");
    }
    int format = page.getShort(AT_FORMAT) & 0xFFFF;
    if (format > FORMAT_VERSION) {
      throw new UnsupportedFormatException(file + ", " + where, format, FORMAT_VERSION);
    }
    int count = page.getInt(AT_COUNT);
    boolean right =
        crc == PageMap.checksum(place)
            && page.getLong(AT_TAG) == storeTag
            && page.getShort(AT_KIND) == kind
            && count >= 0
            && count <= wordCapacity(page.capacity());
    if (!right) {
      throw new DamagedStoreException(file, where, "contains another page of the page map");
    }
    ids[0] = page.getLong(AT_FIRST);
    ids[1] = page.getLong(AT_SECOND);
    for (int i = 0; i < count; i++) {
      words[i] = page.getLong(HEADER_BYTES + i * Long.BYTES);
    }
    return count;
  }

  /** Returns the sequence number of the checkpoint that wrote a page. */
  public long sequence() {
    return page.getLong(AT_SEQUENCE);
  }
}
