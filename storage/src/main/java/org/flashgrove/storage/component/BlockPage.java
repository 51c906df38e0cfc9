package org.flashgrove.storage.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;

/**
 * Header at the start of each page of a block, called envelope. It holds a checksum and binds the
 * page to its store, block, sequence number and index in the block. All numbers are little endian.
 */
public final class BlockPage {
  private static final int MAGIC = 'F' | 'G' << 8 | 'B' << 16 | '1' << 24;
  private static final short FORMAT = 1;
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_INDEX = 6;
  private static final int AT_BLOCK = 8;
  private static final int AT_CRC = 12;
  private static final int AT_TAG = 16;
  private static final int AT_SEQUENCE = 24;
  private static final int END = ComponentStore.ENVELOPE_BYTES;
  private static final byte[] NO_CRC = new byte[Integer.BYTES];

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * Factor by which the number of a structure is multiplied before the product is combined with the
   * store's tag. Pages of two structures of a store therefore have different tags.
   */
  private static final long STRUCTURE_MIX = 0x9E3779B97F4A7C15L;

  private final String file;
  private final int pageSize;
  private final long tag;

  /**
   * Creates an object that writes and checks the envelopes of a structure's pages.
   *
   * @param file name of the block file, for messages
   * @param tag tag of the structure, see {@link #tag}
   */
  BlockPage(String file, int pageSize, long tag) {
    this.file = file;
    this.pageSize = pageSize;
    this.tag = tag;
  }

  /** Returns the tag that marks every page of a structure. */
  public static long tag(long storeTag, int structure) {
    return storeTag ^ structure * STRUCTURE_MIX;
  }

  /**
   * Writes the envelope (the header) of a page whose content is complete.
   *
   * @param page at least as long as a page
   * @return the page's checksum
   */
  int seal(byte[] page, long block, long sequence, int index) {
    INT.set(page, AT_MAGIC, MAGIC);
    SHORT.set(page, AT_FORMAT, FORMAT);
    SHORT.set(page, AT_INDEX, (short) index);
    INT.set(page, AT_BLOCK, (int) block);
    LONG.set(page, AT_TAG, tag);
    LONG.set(page, AT_SEQUENCE, sequence);
    int checksum = checksum(page, pageSize);
    INT.set(page, AT_CRC, checksum);
    return checksum;
  }

  private static int checksum(byte[] page, int pageSize) {
    CRC32C crc = new CRC32C();
    crc.update(page, 0, AT_CRC);
    crc.update(NO_CRC, 0, Integer.BYTES);
    crc.update(page, AT_TAG, pageSize - AT_TAG);
    return (int) crc.getValue();
  }

  /**
   * Checks that a page is intact and is the requested page.
   *
   * @param lastSequence highest sequence number that, according to the log, may have been assigned
   * @throws DamagedStoreException if the page is damaged or is not the requested page; the message
   *     says why
   * @throws UnsupportedFormatException if a newer version of the program wrote the page
   */
  void require(byte[] page, Block block, int index, long lastSequence) {
    boolean last = index == block.pages() - 1;
    boolean good =
        (int) INT.get(page, AT_CRC) == checksum(page, pageSize)
            && (int) INT.get(page, AT_MAGIC) == MAGIC
            && (short) SHORT.get(page, AT_FORMAT) == FORMAT
            && (long) LONG.get(page, AT_TAG) == tag
            && (int) INT.get(page, AT_BLOCK) == (int) block.number()
            && (short) SHORT.get(page, AT_INDEX) == (short) index
            && (long) LONG.get(page, AT_SEQUENCE) == block.sequence()
            && (!last || (int) INT.get(page, AT_CRC) == block.checksum());
    if (!good) {
      String place = "block " + block.number() + ", page " + index;
      requireKnownFormat(page, file + ", " + place);
      String cause = cause(page, block, index, lastSequence);
      throw new DamagedStoreException(file, place, cause);
    }
  }

  /**
   * Returns whether a page is intact and has the given tag, block and index. Accepts any sequence
   * number.
   */
  public static boolean isSound(byte[] page, long tag, long block, int index) {
    return (int) INT.get(page, AT_MAGIC) == MAGIC
        && (int) INT.get(page, AT_CRC) == checksum(page, page.length)
        && (short) SHORT.get(page, AT_FORMAT) == FORMAT
        && (long) LONG.get(page, AT_TAG) == tag
        && (int) INT.get(page, AT_BLOCK) == (int) block
        && (short) SHORT.get(page, AT_INDEX) == (short) index;
  }

  /** Returns the sequence number in a page's header. */
  public static long sequence(byte[] page) {
    return (long) LONG.get(page, AT_SEQUENCE);
  }

  private void requireKnownFormat(byte[] page, String where) {
    int format = (short) SHORT.get(page, AT_FORMAT);
    boolean intact =
        (int) INT.get(page, AT_MAGIC) == MAGIC
            && (int) INT.get(page, AT_CRC) == checksum(page, pageSize);
    if (intact && format > FORMAT) {
      throw new UnsupportedFormatException(where, format, FORMAT);
    }
  }

  private String cause(byte[] page, Block block, int index, long lastSequence) {
    if ((int) INT.get(page, AT_MAGIC) != MAGIC) {
      return isEmpty(page) ? "was never written, or is erased" : "is no page of a block";
    }
    if ((int) INT.get(page, AT_CRC) != checksum(page, pageSize)) {
      return "checksum does not match";
    }
    if ((short) SHORT.get(page, AT_FORMAT) != FORMAT) {
      return "impossible format version " + (short) SHORT.get(page, AT_FORMAT);
    }
    if ((long) LONG.get(page, AT_TAG) != tag) {
      return "is a page of another store or structure";
    }
    long number = (int) INT.get(page, AT_BLOCK) & Block.MAX_NUMBER;
    if (number != block.number() || (short) SHORT.get(page, AT_INDEX) != (short) index) {
      return "is page " + (short) SHORT.get(page, AT_INDEX) + " of block " + number;
    }
    long sequence = (long) LONG.get(page, AT_SEQUENCE);
    if (sequence != block.sequence()) {
      String found = "has sequence " + sequence + ", not " + block.sequence() + ": ";
      return found
          + (sequence > lastSequence
              ? "the log is older than the blocks"
              : sequence < block.sequence() ? "the page is stale" : "the block was written again");
    }
    return "is the last page, and its checksum is not the one that the log names";
  }

  private static boolean isEmpty(byte[] page) {
    for (int i = 1; i < END; i++) {
      if (page[i] != page[0]) {
        return false;
      }
    }
    return page[0] == 0 || page[0] == -1;
  }
}
