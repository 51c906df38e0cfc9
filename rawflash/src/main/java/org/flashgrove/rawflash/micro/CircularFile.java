package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.spec.SpecException;

/**
 * Circular file of pages on raw flash. Blocks are used one after another, in the order of the
 * flash. If the block to use next is the oldest block of the file, it is erased and its pages are
 * lost. No other block of the file is ever erased. The pages of a block are programmed in ascending
 * order.
 *
 * <p>The position of a page is the number of its block in the file, times the pages per block, plus
 * its index in the block. Block numbers increase, so positions are never reused. A position has no
 * page if a power cut tore the page, or if an earlier program in the block failed.
 */
final class CircularFile {
  private static final String FLASH = "flash";

  private final RawFlash flash;
  private final FlashGeometry geometry;
  private final int pagesPerBlock;
  private final int structure;
  private final int settings;
  private final MicroHead head;
  private final MicroHead ownHead;
  private final ByteBuffer loaded;

  private final LiveBlocks blocks;
  private int lastPhysical = -1;
  private boolean isClosed = true;
  private long serial;
  private long loadedPosition = -1;
  private long reads;
  private long programs;
  private long erases;
  private long scanned;
  private long torn;

  /** Receives the pages that are found when a file is opened. The newest page comes first. */
  @FunctionalInterface
  interface Found {
    /** Receives a page; {@link #head()} contains its head. */
    void page(long position);
  }

  CircularFile(RawFlash flash, int structure, int settings) {
    this.flash = flash;
    this.structure = structure;
    this.settings = settings;
    geometry = flash.geometry();
    pagesPerBlock = geometry.pagesPerBlock();
    head = new MicroHead(geometry.oobBytes());
    ownHead = new MicroHead(geometry.oobBytes());
    loaded = ByteBuffer.allocateDirect(geometry.pageBytes()).order(ByteOrder.LITTLE_ENDIAN);
    blocks = new LiveBlocks(geometry.blockCount(), pagesPerBlock);
  }

  /**
   * Rejects flash that is unsuitable for a file.
   *
   * @param name name of the structure for the message
   * @throws SpecException with a message that names the allowed values
   */
  static void requireFits(String name, FlashGeometry geometry) {
    if (geometry.oobBytes() < MicroHead.SIZE_BYTES) {
      throw new SpecException(
          String.format(
              "%s: out-of-band areas of %d bytes (allowed: %d or more)",
              name, geometry.oobBytes(), MicroHead.SIZE_BYTES));
    }
    if (geometry.blockCount() < 3) {
      throw new SpecException(name + ": " + geometry.blockCount() + " blocks (allowed: 3 or more)");
    }
  }

  /** Returns the size in bytes of the arrays that this object keeps in memory. */
  long memoryBytes() {
    return memoryBytes(geometry);
  }

  /** Returns the memory in bytes that a file on the given flash needs. */
  static long memoryBytes(FlashGeometry geometry) {
    return LiveBlocks.memoryBytes(geometry.blockCount())
        + geometry.pageBytes()
        + 2L * geometry.oobBytes();
  }

  int pageBytes() {
    return geometry.pageBytes();
  }

  /** Returns the head (the content of the out-of-band area) of the page that was read last. */
  MicroHead head() {
    return head;
  }

  /** Returns the content of the page that {@link #load} has read. */
  ByteBuffer content() {
    return loaded;
  }

  /** Returns the position of the oldest page, or of the next page if there is none. */
  long oldest() {
    return blocks.oldestPosition();
  }

  /** Returns the position after the newest page. */
  long next() {
    return blocks.nextPosition();
  }

  /**
   * Returns the number of the oldest record that can be on a page of the file. It is the number of
   * the first record in the oldest block that has records.
   */
  long oldestOrdinal() {
    return blocks.oldestOrdinal();
  }

  /** Returns whether a position has a page. */
  boolean exists(long position) {
    return blocks.exists(position);
  }

  long reads() {
    return reads;
  }

  long programs() {
    return programs;
  }

  long erases() {
    return erases;
  }

  /** Returns the number of pages whose heads were read when the file was opened. */
  long scanned() {
    return scanned;
  }

  /** Returns the number of pages that were found incomplete when the file was opened. */
  long torn() {
    return torn;
  }

  private int page(long position) {
    return geometry.page(
        blocks.physical(position / pagesPerBlock), (int) (position % pagesPerBlock));
  }

  // Appending

  /**
   * Initializes the head (the content of the out-of-band area) of the page that will be appended
   * next, and returns it.
   */
  MicroHead begin(int kind) {
    ownHead.begin(kind, structure, settings);
    return ownHead;
  }

  /**
   * Ensures that the open block, which is the block being programmed, has room for a page. If it
   * has none, opens the next block, which may erase the oldest block. Afterwards {@link #next} is
   * the position of the next page, unless programming that page fails.
   *
   * @param ordinal number of the first record that a new block will contain
   */
  void prepare(long ordinal) {
    if (isClosed || blocks.isFull()) {
      openBlock(ordinal);
    }
  }

  /**
   * Appends a page whose head {@link #begin} has initialized. If the block fails, the block is
   * closed, and the page is written to the next block.
   *
   * @param ordinal number of the first record on this page, or of the next record if the page has
   *     none
   * @return position of the page
   */
  long append(ByteBuffer content, long ordinal) {
    while (true) {
      prepare(ordinal);
      long position = blocks.nextPosition();
      int index = (int) (position % pagesPerBlock);
      int block = blocks.physical(blocks.newest());
      ownHead.seal(content, page(position), blocks.newest(), blocks.count(), serial + 1);
      programs++;
      try {
        flash.program(block, index, content, ownHead.bytes());
        serial++;
        blocks.programmed();
        return position;
      } catch (BlockFailedException e) {
        flash.markBad(block);
        isClosed = true;
      }
    }
  }

  /**
   * Opens the next good block of the flash for programming. If this is the oldest block of the
   * file, the pages in it are lost.
   */
  private void openBlock(long ordinal) {
    for (int tries = 1; tries <= blocks.blockCount(); tries++) {
      int candidate = Math.floorMod(lastPhysical + tries, blocks.blockCount());
      if (blocks.isOldest(candidate)) {
        if (blocks.oldestHasAllPages()) {
          break;
        }
        blocks.dropOldest();
      }
      if (!flash.isBad(candidate) && erased(candidate)) {
        lastPhysical = candidate;
        blocks.begin(candidate, ordinal);
        isClosed = false;
        return;
      }
    }
    throw new StoreException(
        "flash: fewer than two good blocks are left of "
            + blocks.blockCount()
            + "; use another flash");
  }

  /**
   * Erases a block unless it is erased already. If the erase fails or the block is worn out, marks
   * the block bad and returns false.
   */
  private boolean erased(int candidate) {
    if (flash.nextIndex(candidate) == 0) {
      return true;
    }
    if (flash.eraseCount(candidate) < flash.endurance()) {
      try {
        erases++;
        flash.erase(candidate);
        return true;
      } catch (BlockFailedException e) {
        // marked bad below
      }
    }
    flash.markBad(candidate);
    return false;
  }

  // Reading

  /**
   * Reads a page into {@link #content} and its head into {@link #head}, unless this page is already
   * loaded.
   *
   * @throws DamagedStoreException if the page is missing or damaged
   */
  void load(long position) {
    if (position == loadedPosition) {
      return;
    }
    loadedPosition = -1;
    read(position, loaded);
    loadedPosition = position;
  }

  /**
   * Loads the page at a position if the position has one. Returns whether there is such a page and
   * it is of the given kind.
   */
  boolean loads(long position, int kind) {
    if (!exists(position)) {
      return false;
    }
    load(position);
    return head.kind() == kind;
  }

  /**
   * Reads a page into the buffer {@code into} and its head into {@link #head}.
   *
   * @throws DamagedStoreException if the page is missing or damaged
   */
  void read(long position, ByteBuffer into) {
    if (into != loaded) {
      loadedPosition = -1; // the head now belongs to another page than the loaded content
    }
    String cause = "no page of the file";
    if (exists(position)) {
      int page = page(position);
      reads++;
      try {
        flash.read(page / pagesPerBlock, page % pagesPerBlock, into, head.bytes());
        cause = head.isSound(page) && head.matches(into) ? null : "checksum does not match";
      } catch (UncorrectablePageException e) {
        cause = e.getMessage();
      }
    }
    if (cause != null) {
      throw damage(position, cause);
    }
  }

  /** Creates the exception for damage at a position. */
  DamagedStoreException damage(long position, String cause) {
    return new DamagedStoreException(FLASH, "position " + position, cause);
  }

  private boolean readHead(int page) {
    scanned++;
    try {
      flash.read(page / pagesPerBlock, page % pagesPerBlock, null, head.bytes());
    } catch (UncorrectablePageException e) {
      return false;
    }
    if (head.isNewer(page)) {
      throw new UnsupportedFormatException(FLASH, head.version(), MicroHead.VERSION);
    }
    return head.isSound(page);
  }

  private boolean isWhole(int page) {
    reads++;
    try {
      flash.read(page / pagesPerBlock, page % pagesPerBlock, loaded, head.bytes());
      return head.isSound(page) && head.matches(loaded);
    } catch (UncorrectablePageException e) {
      return false;
    }
  }

  // Opening

  /**
   * Finds the file on the flash. A page that is incomplete because of a power cut counts as not
   * programmed.
   *
   * @throws SpecException if the file has other settings
   * @throws StoreException if the flash contains something else
   */
  void open(Found found) {
    findBlocks();
    findNewest();
    if (blocks.isEmpty()) {
      return;
    }
    long expected = serial;
    long ordinal = 0;
    for (long number = blocks.newest(); number >= blocks.oldest(); number--) {
      for (int index = blocks.used(number) - 1; index >= 0; index--) {
        long position = number * pagesPerBlock + index;
        if (!exists(position)) {
          continue;
        }
        if (readHead(page(position)) && head.serial() <= expected && head.block() == number) {
          expected = head.serial() - 1;
          ordinal = head.ordinal();
          found.page(position);
        } else {
          torn++;
          blocks.addHole(position);
        }
      }
      blocks.firstOrdinal(number, ordinal);
    }
    blocks.skipMissing();
  }

  /** Determines which block of the file each block of the flash contains. */
  private void findBlocks() {
    long[] numbers = new long[blocks.blockCount()];
    long foreign = 0;
    long highest = -1;
    for (int each = 0; each < numbers.length; each++) {
      numbers[each] = -1;
      int end = flash.nextIndex(each);
      for (int index = 0; index < end && numbers[each] < 0; index++) {
        if (readHead(geometry.page(each, index))) {
          if (!head.isOf(structure, settings)) {
            throw new SpecException(
                "flash: the file has another structure or other settings; open it with the"
                    + " settings that created it");
          }
          numbers[each] = head.block();
          highest = Math.max(highest, head.block());
        } else if (!head.isErased() && !head.isOurs()) {
          foreign++;
        }
      }
    }
    if (highest < 0 && foreign > 0) {
      throw new StoreException(
          "flash: holds "
              + foreign
              + " pages that do not belong to a circular file; use erased flash, or flash with a"
              + " circular file");
    }
    blocks.startAt(highest);
    for (int each = 0; each < numbers.length; each++) {
      if (numbers[each] >= blocks.oldest()) {
        int other = blocks.physical(numbers[each]);
        if (other >= 0) {
          throw new DamagedStoreException(
              FLASH, "blocks " + other + " and " + each, "both have number " + numbers[each]);
        }
        blocks.put(numbers[each], each, flash.nextIndex(each));
      }
    }
  }

  /** Finds the newest complete page. Its head says which blocks belong to the file. */
  private void findNewest() {
    for (long number = blocks.newest(); number >= blocks.oldest() && number >= 0; number--) {
      int each = blocks.physical(number);
      for (int index = each < 0 ? -1 : blocks.used(number) - 1; index >= 0; index--) {
        if (isWhole(geometry.page(each, index))) {
          serial = head.serial();
          blocks.settle(head.block() - head.liveBlocks() + 1, number);
          lastPhysical = each;
          isClosed = flash.isBad(each);
          return;
        }
        torn++;
        blocks.addHole(number * pagesPerBlock + index);
      }
    }
    blocks.clear();
  }
}
