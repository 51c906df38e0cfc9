package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import org.flashgrove.rawflash.oob.PageHead;

/**
 * Content of the out-of-band area of a page in a {@link CircularFile}. The content is little
 * endian; {@code docs/format/raw-flash.md} describes it.
 */
final class MicroHead extends PageHead {
  /** Format version of all pages. */
  static final int VERSION = 1;

  /** A page of records. */
  static final int DATA = 1;

  /** A page of index entries. */
  static final int INDEX = 2;

  /** A page with the directory: the newest index page of each chain. */
  static final int DIRECTORY = 3;

  private static final int MAGIC = 0x434D4746; // "FGMC"
  private static final int KIND_OFFSET = 5;
  private static final int STRUCTURE_OFFSET = 6;
  private static final int BLOCK_OFFSET = 8;
  private static final int SERIAL_OFFSET = 16;
  private static final int ORDINAL_OFFSET = 24;
  private static final int TIME_OFFSET = 32;
  private static final int WAITING_OFFSET = 40;
  private static final int LIVE_BLOCKS_OFFSET = 48;
  private static final int COUNT_OFFSET = 52;
  private static final int SETTINGS_OFFSET = 54;
  private static final int CONTENT_CHECKSUM_OFFSET = 56;
  private static final int CHECKSUM_OFFSET = 60;

  private final ByteBuffer bytes;

  MicroHead(int oobBytes) {
    super(oobBytes, MAGIC, CONTENT_CHECKSUM_OFFSET, CHECKSUM_OFFSET);
    bytes = bytes();
  }

  /** Initializes the head (the content of the out-of-band area) of a page. */
  void begin(int kind, int structure, int settings) {
    begin(VERSION);
    bytes.put(KIND_OFFSET, (byte) kind);
    bytes.put(STRUCTURE_OFFSET, (byte) structure);
    bytes.putShort(SETTINGS_OFFSET, (short) settings);
  }

  /**
   * Sets the fields that describe the records of the page.
   *
   * @param ordinal number of the page's first record, or of the next record if the page has none
   * @param count number of records on the page
   * @param time time of the newest record on this page or earlier pages
   */
  void records(long ordinal, int count, long time) {
    bytes.putLong(ORDINAL_OFFSET, ordinal);
    bytes.putShort(COUNT_OFFSET, (short) count);
    bytes.putLong(TIME_OFFSET, time);
  }

  /** Sets the position of the oldest page with a record that has no index entry on flash. */
  void waitingFrom(long position) {
    bytes.putLong(WAITING_OFFSET, position);
  }

  /**
   * Completes the head with the remaining fields and the checksums.
   *
   * @param page number of the page on the flash
   * @param block number of the page's block in the file
   * @param liveBlocks number of blocks in the file from the oldest to this one
   * @param serial number of completely programmed pages since the file was created, including this
   *     page
   */
  void seal(ByteBuffer content, int page, long block, int liveBlocks, long serial) {
    bytes.putLong(BLOCK_OFFSET, block);
    bytes.putInt(LIVE_BLOCKS_OFFSET, liveBlocks);
    bytes.putLong(SERIAL_OFFSET, serial);
    seal(content, page);
  }

  /**
   * Returns whether the head is complete, belongs to the page, and has the known format version.
   */
  boolean isSound(int page) {
    return isWhole(page) && version() == VERSION;
  }

  /** Returns whether the head is complete but has a newer format version. */
  boolean isNewer(int page) {
    return isWhole(page) && version() > VERSION;
  }

  boolean isOf(int structure, int settings) {
    return bytes.get(STRUCTURE_OFFSET) == structure
        && bytes.getShort(SETTINGS_OFFSET) == (short) settings;
  }

  int kind() {
    return bytes.get(KIND_OFFSET);
  }

  long block() {
    return bytes.getLong(BLOCK_OFFSET);
  }

  long serial() {
    return bytes.getLong(SERIAL_OFFSET);
  }

  long ordinal() {
    return bytes.getLong(ORDINAL_OFFSET);
  }

  int count() {
    return bytes.getShort(COUNT_OFFSET) & 0xFFFF;
  }

  long time() {
    return bytes.getLong(TIME_OFFSET);
  }

  int liveBlocks() {
    return bytes.getInt(LIVE_BLOCKS_OFFSET);
  }

  long waitingFrom() {
    return bytes.getLong(WAITING_OFFSET);
  }
}
