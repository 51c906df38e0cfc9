package org.flashgrove.rawflash.mutree;

import java.nio.ByteBuffer;
import org.flashgrove.rawflash.mutree.layout.PageLayout;
import org.flashgrove.rawflash.oob.PageHead;

/**
 * Content of the out-of-band area of a flash page. The content is little endian; {@code
 * docs/format/raw-flash.md} describes it with the same terms.
 */
final class PageHeader extends PageHead {
  /** Format version that is written. */
  static final int VERSION = 2;

  /** Older format version, whose pages have no stamp. Their stamp is taken to be 0. */
  private static final int VERSION_WITHOUT_STAMP = 1;

  private static final int MAGIC = 0x554D4746; // "FGMU"
  private static final int HEIGHT_OFFSET = 5;
  private static final int FLAGS_OFFSET = 6;
  private static final int LEVELS_OFFSET = 7;
  private static final int SEQUENCE_OFFSET = 8;
  private static final int COUNTS_OFFSET = 16;
  private static final int ENTRIES_OFFSET = 32;
  private static final int K_OFFSET = 40;
  private static final int KEY_BYTES_OFFSET = 42;
  private static final int VALUE_BYTES_OFFSET = 43;
  private static final int SEPARATOR_BYTES_OFFSET = 44;
  private static final int LAYOUT_HEIGHT_OFFSET = 45;
  private static final int CONTENT_CHECKSUM_OFFSET = 48;
  private static final int CHECKSUM_OFFSET = 52;
  private static final int STAMP_OFFSET = 56;
  private static final int COMMIT = 1;
  private static final double K_UNIT = 10_000;

  private final ByteBuffer bytes;

  PageHeader(int oobBytes) {
    super(oobBytes, MAGIC, CONTENT_CHECKSUM_OFFSET, CHECKSUM_OFFSET);
    bytes = bytes();
  }

  /** Initializes the header of a page without nodes. */
  void begin(MuTreeOptions options, int height, long entries, long sequence, boolean commit) {
    begin(VERSION);
    bytes.put(HEIGHT_OFFSET, (byte) height);
    bytes.put(FLAGS_OFFSET, (byte) (commit ? COMMIT : 0));
    bytes.putLong(SEQUENCE_OFFSET, sequence);
    bytes.putLong(ENTRIES_OFFSET, entries);
    bytes.putShort(K_OFFSET, (short) Math.round(options.k() * K_UNIT));
    bytes.put(KEY_BYTES_OFFSET, (byte) options.widths().keyBytes());
    bytes.put(VALUE_BYTES_OFFSET, (byte) options.widths().valueBytes());
    bytes.put(SEPARATOR_BYTES_OFFSET, (byte) options.widths().separatorBytes());
    bytes.put(LAYOUT_HEIGHT_OFFSET, (byte) options.layoutHeight());
  }

  /** Enters a node with {@code count} entries into the header. */
  void node(int level, int count) {
    bytes.put(LEVELS_OFFSET, (byte) (bytes.get(LEVELS_OFFSET) | 1 << (level - 1)));
    bytes.putShort(COUNTS_OFFSET + 2 * (level - 1), (short) count);
  }

  /** Sets the stamp; see {@link MuTree#stamp(long)}. */
  void stamp(long stamp) {
    bytes.putLong(STAMP_OFFSET, stamp);
  }

  /** Returns the stamp of the tree when the page was programmed; see {@link MuTree#stamp(long)}. */
  long stamp() {
    return version() == VERSION_WITHOUT_STAMP ? 0 : bytes.getLong(STAMP_OFFSET);
  }

  @Override
  protected int restOffset() {
    return version() > VERSION_WITHOUT_STAMP ? STAMP_OFFSET : SIZE_BYTES;
  }

  /**
   * Returns whether the header is complete, belongs to the page, and has a known format version.
   */
  boolean isSound(int page) {
    return isWhole(page)
        && version() >= VERSION_WITHOUT_STAMP
        && version() <= VERSION
        && height() >= 1
        && height() <= PageLayout.MAX_HEIGHT;
  }

  /** Returns whether the header is complete but has a newer format version. */
  boolean isNewer(int page) {
    return isWhole(page) && version() > VERSION;
  }

  /**
   * Returns a description of the first fixed option in which the tree differs from {@code options}.
   * Returns {@code null} if there is no difference.
   */
  String differenceTo(MuTreeOptions options) {
    double k = (bytes.getShort(K_OFFSET) & 0xFFFF) / K_UNIT;
    if (Math.round(options.k() * K_UNIT) != Math.round(k * K_UNIT)) {
      return "k=" + k;
    }
    EntryWidths widths = options.widths();
    if (bytes.get(KEY_BYTES_OFFSET) != widths.keyBytes()
        || bytes.get(VALUE_BYTES_OFFSET) != widths.valueBytes()
        || bytes.get(SEPARATOR_BYTES_OFFSET) != widths.separatorBytes()) {
      return String.format(
          "key=%d,value=%d,separator=%d",
          bytes.get(KEY_BYTES_OFFSET),
          bytes.get(VALUE_BYTES_OFFSET),
          bytes.get(SEPARATOR_BYTES_OFFSET));
    }
    if (bytes.get(LAYOUT_HEIGHT_OFFSET) != options.layoutHeight()) {
      return "height=" + bytes.get(LAYOUT_HEIGHT_OFFSET);
    }
    return null;
  }

  /** Returns the number of levels that the tree had when the page was programmed. */
  int height() {
    return bytes.get(HEIGHT_OFFSET);
  }

  /**
   * Returns whether the page contains the root and commits the pages that were written before it.
   */
  boolean isCommit() {
    return (bytes.get(FLAGS_OFFSET) & COMMIT) != 0;
  }

  boolean holds(int level) {
    return (bytes.get(LEVELS_OFFSET) >> (level - 1) & 1) != 0;
  }

  long sequence() {
    return bytes.getLong(SEQUENCE_OFFSET);
  }

  int count(int level) {
    return bytes.getShort(COUNTS_OFFSET + 2 * (level - 1)) & 0xFFFF;
  }

  /** Returns the number of entries that the tree had when the page was programmed. */
  long entries() {
    return bytes.getLong(ENTRIES_OFFSET);
  }
}
