package org.flashgrove.storage.placement;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.storage.page.PageChecksum;

/**
 * Root of the durable state of a page file. Checkpoints write superblocks alternately to slots 0
 * and 1, so that a torn write leaves the previous superblock intact.
 *
 * <pre>
 * offset  bytes  field
 *      0      4  magic
 *      4      2  format version
 *      6      2  zero
 *      8      4  bytes of a page
 *     12      4  CRC-32C of the page with this field zero
 *     16      8  store tag
 *     24      8  sequence number, odd ones in slot 1
 *     32      8  newest log frame whose moves are in the map
 *     40      8  place of the first page of the directory, or 0
 * </pre>
 *
 * @param sequence number of the checkpoint that wrote it
 * @param frame newest log frame whose moves are in the page maps
 * @param directory place of the first directory page, or 0 if there is none
 */
public record Superblock(long sequence, long frame, long directory) {
  /** Number of slots that are reserved for superblocks. */
  public static final int SLOTS = 2;

  static final int FORMAT_VERSION = 1;

  /** Largest allowed sequence number and frame number. No store reaches it in practice. */
  private static final long MOST_NUMBER = 1L << 60;

  private static final int MAGIC = 0x31_53_47_46; // "FGS1" in the file
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_PAGE_SIZE = 8;
  private static final int AT_CRC = 12;
  private static final int AT_TAG = 16;
  private static final int AT_SEQUENCE = 24;
  private static final int AT_FRAME = 32;
  private static final int AT_DIRECTORY = 40;

  long slot() {
    return sequence % SLOTS;
  }

  void write(ByteBuffer page, long storeTag) {
    for (int offset = 0; offset < page.capacity(); offset += Long.BYTES) {
      page.putLong(offset, 0);
    }
    page.putInt(AT_MAGIC, MAGIC);
    page.putShort(AT_FORMAT, (short) FORMAT_VERSION);
    page.putInt(AT_PAGE_SIZE, page.capacity());
    page.putLong(AT_TAG, storeTag);
    page.putLong(AT_SEQUENCE, sequence);
    page.putLong(AT_FRAME, frame);
    page.putLong(AT_DIRECTORY, directory);
    page.putInt(AT_CRC, PageChecksum.of(page));
  }

  /**
   * Decodes the superblock on a page. Returns null if there is no intact superblock.
   *
   * @throws UnsupportedFormatException if a newer version wrote the superblock
   * @throws DamagedStoreException if numbers in the superblock are out of range
   */
  public static Superblock read(ByteBuffer page, String file, long storeTag, long slot) {
    if (page.getInt(AT_MAGIC) != MAGIC
        || !PageChecksum.matches(page)
        || page.getLong(AT_TAG) != storeTag) {
      return null;
    }
    int format = page.getShort(AT_FORMAT) & 0xFFFF;
    if (format > FORMAT_VERSION) {
      throw new UnsupportedFormatException(file + ", page " + slot, format, FORMAT_VERSION);
    }
    Superblock found =
        new Superblock(
            page.getLong(AT_SEQUENCE), page.getLong(AT_FRAME), page.getLong(AT_DIRECTORY));
    if (!isNumber(found.sequence) || !isNumber(found.frame)) {
      throw new DamagedStoreException(file, "page " + slot, "impossible " + found);
    }
    boolean right = found.slot() == slot && page.getInt(AT_PAGE_SIZE) == page.capacity();
    return right ? found : null;
  }

  private static boolean isNumber(long number) {
    return number >= 0 && number <= MOST_NUMBER;
  }
}
