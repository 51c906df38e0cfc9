package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;

/**
 * Header of a node's page: offsets, checksum and validation.
 *
 * <p>Layout, little endian; {@code docs/format/page.md} draws it with the same words:
 *
 * <pre>
 * offset  bytes  field
 *      0      4  magic
 *      4      2  format version
 *      6      2  level, or -1 for a deleted node
 *      8      4  count
 *     12      4  CRC-32C of the page with this field zero
 *     16      8  node id
 *     24      8  version: number of the newest log frame contained
 *     32      8  store tag
 *     40     24  header of the tree
 *     64         column 0, column 1, ...: capacity words each
 * </pre>
 */
final class NodeHeader {
  static final int AT_LEVEL = 6;
  static final int AT_COUNT = 8;
  static final int AT_CRC = 12;
  static final int AT_NODE = 16;
  static final int AT_VERSION = 24;
  static final int AT_TAG = 32;
  static final int AT_TREE_HEADER = 40;
  private static final int MAGIC = 0x31_4E_47_46; // "FGN1" in the file
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;

  private NodeHeader() {}

  /** Writes the header of an empty node with version 0 and store tag 0. */
  static void format(ByteBuffer bytes, long nodeId, int level) {
    bytes.putInt(AT_MAGIC, MAGIC);
    bytes.putShort(AT_FORMAT, (short) NodePage.FORMAT_VERSION);
    bytes.putShort(AT_LEVEL, (short) level);
    bytes.putInt(AT_COUNT, 0);
    bytes.putLong(AT_NODE, nodeId);
    for (int offset = AT_VERSION; offset < NodePage.HEADER_BYTES; offset += Long.BYTES) {
      bytes.putLong(offset, 0);
    }
  }

  /** Returns the level in a header, as {@link NodePage#levelAt} does. */
  static int levelAt(ByteBuffer bytes, int at) {
    for (int i = 0; i < Integer.BYTES; i++) {
      if (bytes.get(at + AT_MAGIC + i) != (byte) (MAGIC >>> i * Byte.SIZE)) {
        return NodePage.NO_NODE;
      }
    }
    return (short) (bytes.get(at + AT_LEVEL) & 0xFF | bytes.get(at + AT_LEVEL + 1) << Byte.SIZE);
  }

  /** Returns whether all bytes of a header are zero, as on a page that was never written. */
  static boolean isBlank(ByteBuffer bytes) {
    for (int offset = 0; offset < NodePage.HEADER_BYTES; offset += Long.BYTES) {
      if (bytes.getLong(offset) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether bytes read from a device are a valid image of the given node and store. An
   * image is valid only if it was sealed, which includes writing its checksum.
   */
  static boolean isSealed(ByteBuffer bytes, long expectedId, long storeTag) {
    return bytes.getInt(AT_MAGIC) == MAGIC
        && bytes.getInt(AT_CRC) == checksum(bytes)
        && bytes.getLong(AT_TAG) == storeTag
        && bytes.getLong(AT_NODE) == expectedId;
  }

  /**
   * Checks magic, format, checksum, store and node id of bytes read from a device.
   *
   * @throws UnsupportedFormatException if a newer version of the library wrote the page
   * @throws DamagedStoreException if another check fails
   */
  static void requireSealed(ByteBuffer bytes, String file, long expectedId, long storeTag) {
    if (bytes.getInt(AT_MAGIC) != MAGIC) {
      throw damaged(file, expectedId, "not a node page (bad magic)");
    }
    int format = bytes.getShort(AT_FORMAT) & 0xFFFF;
    int stored = bytes.getInt(AT_CRC);
    boolean intact = stored == checksum(bytes);
    if (format > NodePage.FORMAT_VERSION && intact) {
      throw new UnsupportedFormatException(
          file + ", page " + expectedId, format, NodePage.FORMAT_VERSION);
    }
    if (!intact) {
      throw damaged(file, expectedId, "checksum does not match");
    }
    if (bytes.getLong(AT_TAG) != storeTag) {
      throw damaged(file, expectedId, "page of another store");
    }
    if (bytes.getLong(AT_NODE) != expectedId) {
      throw damaged(file, expectedId, "holds node " + bytes.getLong(AT_NODE));
    }
  }

  /** Returns the exception for a page that is not a valid image of the expected node. */
  static DamagedStoreException damaged(String file, long page, String cause) {
    return new DamagedStoreException(file, "page " + page, cause);
  }

  /** Returns the CRC-32C of the page. For the calculation, the checksum field is zero. */
  static int checksum(ByteBuffer bytes) {
    int stored = bytes.getInt(AT_CRC);
    bytes.putInt(AT_CRC, 0);
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().position(0).limit(bytes.capacity()));
    bytes.putInt(AT_CRC, stored);
    return (int) crc.getValue();
  }
}
