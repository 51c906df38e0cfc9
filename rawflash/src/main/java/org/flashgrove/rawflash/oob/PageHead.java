package org.flashgrove.rawflash.oob;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Base class for the content of the out-of-band area of a raw flash page. The content is little
 * endian and begins with a magic number and a version. Subclasses define the offsets of the
 * checksums. Bytes from {@link #SIZE_BYTES} on are 0xFF.
 */
public abstract class PageHead {
  /** Size of the head in bytes, and the minimum size of an out-of-band area. */
  public static final int SIZE_BYTES = 64;

  private static final int MAGIC_OFFSET = 0;
  private static final int VERSION_OFFSET = 4;

  private final ByteBuffer bytes;
  private final int magic;
  private final int contentChecksumOffset;
  private final int checksumOffset;
  private final CRC32C crc = new CRC32C();

  /**
   * Creates a head.
   *
   * @param oobBytes size of out-of-band areas in bytes
   * @param magic first four bytes of all heads of one kind of structure
   * @param contentChecksumOffset offset of the checksum of the page's content
   * @param checksumOffset offset of the head's own checksum, which covers the bytes before this
   *     offset
   */
  protected PageHead(int oobBytes, int magic, int contentChecksumOffset, int checksumOffset) {
    bytes = ByteBuffer.allocateDirect(oobBytes).order(ByteOrder.LITTLE_ENDIAN);
    this.magic = magic;
    this.contentChecksumOffset = contentChecksumOffset;
    this.checksumOffset = checksumOffset;
  }

  /** Returns the out-of-band area, for reading and programming. */
  public final ByteBuffer bytes() {
    return bytes;
  }

  /**
   * Initializes a head with the magic number and a version. All other bytes of the head are zero.
   */
  protected final void begin(int version) {
    for (int i = 0; i < bytes.capacity(); i++) {
      bytes.put(i, (byte) (i < SIZE_BYTES ? 0 : 0xFF));
    }
    bytes.putInt(MAGIC_OFFSET, magic);
    bytes.put(VERSION_OFFSET, (byte) version);
  }

  /**
   * Sets the checksum of the content and the checksum of the head, after all other fields have been
   * set.
   *
   * @param page number of the page on the flash, which the checksum of the head covers
   */
  public final void seal(ByteBuffer content, int page) {
    bytes.putInt(contentChecksumOffset, contentChecksum(content));
    bytes.putInt(checksumOffset, checksum(page));
  }

  private int contentChecksum(ByteBuffer content) {
    crc.reset();
    content.clear();
    crc.update(content);
    content.clear();
    return (int) crc.getValue();
  }

  /**
   * Returns the checksum over the head and the page number. The page number makes the checksum
   * wrong if the page is read from another address.
   */
  private int checksum(int page) {
    crc.reset();
    bytes.clear().limit(checksumOffset);
    crc.update(bytes);
    bytes.clear().position(restOffset()).limit(SIZE_BYTES);
    crc.update(bytes);
    bytes.clear();
    for (int shift = 0; shift < 32; shift += 8) {
      crc.update(page >>> shift);
    }
    return (int) crc.getValue();
  }

  /**
   * Returns the offset of the second part of the head that the checksum covers. The first part
   * consists of the bytes before the checksum. By default there is no second part.
   */
  protected int restOffset() {
    return SIZE_BYTES;
  }

  /**
   * Returns whether the out-of-band area is erased. The content of the page may be programmed even
   * then.
   */
  public final boolean isErased() {
    for (int i = 0; i < bytes.capacity(); i++) {
      if (bytes.get(i) != (byte) 0xFF) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the head begins with the magic number passed to the constructor. */
  public final boolean isOurs() {
    return bytes.getInt(MAGIC_OFFSET) == magic;
  }

  /** Returns the version of the format. */
  public final int version() {
    return bytes.get(VERSION_OFFSET) & 0xFF;
  }

  /**
   * Returns whether the head is complete and was programmed for the page with the number {@code
   * page}.
   */
  protected final boolean isWhole(int page) {
    return isOurs() && bytes.getInt(checksumOffset) == checksum(page);
  }

  /** Returns whether the content was programmed together with this head. */
  public final boolean matches(ByteBuffer content) {
    return bytes.getInt(contentChecksumOffset) == contentChecksum(content);
  }
}
