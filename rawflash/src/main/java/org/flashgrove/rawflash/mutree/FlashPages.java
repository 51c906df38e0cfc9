package org.flashgrove.rawflash.mutree;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.UncorrectablePageException;

/**
 * Reads and programs flash pages by their numbers. Verifies each page that is read, and gives each
 * programmed page a sequence number.
 */
final class FlashPages {
  private static final String FLASH = "flash";

  private final RawFlash flash;
  private final FlashGeometry geometry;
  private final PageHeader header;
  private final ByteBuffer content;
  private final ByteBuffer blank;
  private long sequence;
  private long stamp;
  private long reads;
  private long programs;

  FlashPages(RawFlash flash) {
    this.flash = flash;
    geometry = flash.geometry();
    if (geometry.oobBytes() < PageHeader.SIZE_BYTES) {
      throw new IllegalArgumentException(
          "flash: out-of-band areas of "
              + geometry.oobBytes()
              + " bytes (allowed: "
              + PageHeader.SIZE_BYTES
              + " or more)");
    }
    header = new PageHeader(geometry.oobBytes());
    content = ByteBuffer.allocateDirect(geometry.pageBytes()).order(ByteOrder.LITTLE_ENDIAN);
    blank = ByteBuffer.allocateDirect(geometry.pageBytes());
  }

  FlashGeometry geometry() {
    return geometry;
  }

  /** Returns the header that was read last, or the header of the page to program next. */
  PageHeader header() {
    return header;
  }

  /**
   * Returns the content that {@link #read(int, int)} has read, or the content of the page to
   * program next.
   */
  ByteBuffer content() {
    return content;
  }

  long reads() {
    return reads;
  }

  long programs() {
    return programs;
  }

  /** Sets the last used sequence number. */
  void sequence(long last) {
    sequence = last;
  }

  /**
   * Returns the stamp of the pages that are programmed next. {@link MuTree#stamp(long)} describes
   * the stamp.
   */
  long stamp() {
    return stamp;
  }

  /** Sets the stamp of the pages that are programmed next. */
  void stamp(long number) {
    stamp = number;
  }

  /**
   * Reads a page into {@link #content()} and checks that the page contains a node at {@code level}.
   */
  void read(int page, int level) {
    read(page, level, content);
  }

  /**
   * Reads a page into a buffer and checks that the page contains a node at {@code level}.
   *
   * @throws DamagedStoreException if the page does not contain such a node, or a checksum does not
   *     match
   * @throws UncorrectablePageException if the bits of the page cannot be corrected
   */
  void read(int page, int level, ByteBuffer into) {
    reads++;
    flash.read(block(page), index(page), into, header.bytes());
    String cause = null;
    if (!header.isSound(page)) {
      cause = "no page of a tree";
    } else if (!header.matches(into)) {
      cause = "checksum does not match";
    } else if (!header.holds(level) || header.sequence() > sequence) {
      cause = "does not hold the node of level " + level + " that was written to it";
    }
    if (cause != null) {
      throw damage(page, cause);
    }
  }

  /** Creates the exception for a damaged page. */
  DamagedStoreException damage(int page, String cause) {
    return new DamagedStoreException(
        FLASH, "block " + block(page) + ", page " + index(page), cause);
  }

  /**
   * Reads the out-of-band area of a page.
   *
   * @return false if the area cannot be read
   */
  boolean readHeader(int page) {
    try {
      flash.read(block(page), index(page), null, header.bytes());
      return true;
    } catch (UncorrectablePageException e) {
      return false;
    }
  }

  /**
   * Reads the content of a page whose out-of-band area is known to be valid.
   *
   * @return false if the page cannot be read or its content is damaged
   */
  boolean readWhole(int page) {
    try {
      reads++;
      flash.read(block(page), index(page), content, header.bytes());
      return header.isSound(page) && header.matches(content);
    } catch (UncorrectablePageException e) {
      return false;
    }
  }

  /** Initializes the content and the out-of-band area of the page to program next. */
  void begin(MuTreeOptions options, int height, long entries, boolean commit) {
    content.put(0, blank, 0, blank.capacity());
    header.begin(options, height, entries, sequence + 1, commit);
    header.stamp(stamp);
  }

  /**
   * Programs a page with the content and the header that {@link #begin} has initialized.
   *
   * @return false if the block failed
   */
  boolean program(int page) {
    sequence++;
    programs++;
    header.seal(content, page);
    try {
      flash.program(block(page), index(page), content, header.bytes());
      return true;
    } catch (BlockFailedException e) {
      return false;
    }
  }

  private int block(int page) {
    return page / geometry.pagesPerBlock();
  }

  private int index(int page) {
    return page % geometry.pagesPerBlock();
  }
}
