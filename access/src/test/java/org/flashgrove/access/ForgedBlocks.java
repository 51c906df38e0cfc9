package org.flashgrove.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Changes words of pages of blocks without changing the checksums of the pages. So all references
 * to the pages stay valid. The change is compensated in the last four bytes of a page, which are
 * seldom used.
 */
final class ForgedBlocks {
  private static final int AT_CRC = 12;

  private ForgedBlocks() {}

  /** Returns a copy of a file of blocks in which one word of a page is replaced. */
  static byte[] with(byte[] blocks, int pageSize, int page, int field, long word) {
    ByteBuffer copy = ByteBuffer.wrap(blocks.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int at = page * pageSize;
    int wanted = copy.getInt(at + AT_CRC);
    copy.putInt(at + AT_CRC, 0);
    copy.putLong(at + field, word);
    copy.putInt(at + pageSize - Integer.BYTES, 0);
    int difference = crc(copy, at, pageSize) ^ wanted;
    copy.putInt(at + pageSize - Integer.BYTES, tail(copy, at, pageSize, difference));
    copy.putInt(at + AT_CRC, wanted);
    return copy.array();
  }

  /**
   * Returns the last word of a page for which the page's checksum differs by {@code difference}
   * from the checksum with the word 0. Such a word can be computed because CRCs are linear.
   */
  private static int tail(ByteBuffer page, int at, int pageSize, int difference) {
    int last = at + pageSize - Integer.BYTES;
    int zero = crc(page, at, pageSize);
    int[] effects = new int[Integer.SIZE]; // by their highest bit
    int[] tails = new int[Integer.SIZE];
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      page.putInt(last, 1 << bit);
      int effect = crc(page, at, pageSize) ^ zero;
      int tail = 1 << bit;
      while (effect != 0) {
        int high = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(effect);
        if (effects[high] == 0) {
          effects[high] = effect;
          tails[high] = tail;
          break;
        }
        effect ^= effects[high];
        tail ^= tails[high];
      }
    }
    int left = difference;
    int tail = 0;
    while (left != 0) {
      int high = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(left);
      left ^= effects[high];
      tail ^= tails[high];
    }
    return tail;
  }

  private static int crc(ByteBuffer bytes, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), at, length);
    return (int) crc.getValue();
  }
}
