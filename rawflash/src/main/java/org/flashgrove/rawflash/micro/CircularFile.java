package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.TreeSet;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.spec.SpecException;

/**
 * Pages appended to raw flash as to a circular file: blocks are used one after the other and, as
 * flash is erased by blocks, the pages of the oldest block go when there is no other. Nothing else
 * is ever erased, and within a block pages are programmed in ascending order.
 *
 * <p>A page has a position: the number of its block in the file, which grows with each block that
 * is begun, times the pages of a block, plus its index. Positions are never used again. Some have
 * no page: those that a power cut tore, and those behind a program that failed.
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

  // The live blocks, by their number in the file modulo the number of blocks.
  private final int[] physical;
  private final int[] used;
  private final long[] firstOrdinal;
  private final TreeSet<Long> holes = new TreeSet<>();

  private long oldestBlock;

  /** Number of the block that is programmed now; -1 before the first. */
  private long block = -1;

  private int lastPhysical = -1;
  private boolean isClosed = true;
  private long serial;
  private long loadedPosition = -1;
  private long reads;
  private long programs;
  private long erases;
  private long scanned;
  private long torn;

  /** Receives the pages that are found when a file is opened, the newest first. */
  @FunctionalInterface
  interface Found {
    /** Receives a page, whose head is in {@link #head()}. */
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
    physical = new int[geometry.blockCount()];
    used = new int[geometry.blockCount()];
    firstOrdinal = new long[geometry.blockCount()];
  }

  /**
   * Refuses flash that a file cannot be on.
   *
   * @param name of the structure, for the message
   * @throws SpecException naming what is allowed
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

  private int at(long blockNumber) {
    return (int) (blockNumber % physical.length);
  }

  /** Returns the bytes of the arrays that are in memory. */
  long memoryBytes() {
    return memoryBytes(geometry);
  }

  /** Returns the bytes that a file on such flash has in memory. */
  static long memoryBytes(FlashGeometry geometry) {
    long ofBlock = 2L * Integer.BYTES + Long.BYTES;
    return ofBlock * geometry.blockCount() + geometry.pageBytes() + 2L * geometry.oobBytes();
  }

  int pageBytes() {
    return geometry.pageBytes();
  }

  /** Returns the head that was read last. */
  MicroHead head() {
    return head;
  }

  /** Returns the content that {@link #load} has read. */
  ByteBuffer content() {
    return loaded;
  }

  /** Returns the position of the oldest page; that of the next one if there is none. */
  long oldest() {
    return oldestBlock * pagesPerBlock;
  }

  /** Returns the position behind the newest page. */
  long next() {
    return block < 0 ? 0 : block * pagesPerBlock + used[at(block)];
  }

  /** Returns the number of the first record that the oldest block has, or the next one has. */
  long oldestOrdinal() {
    return firstOrdinal[at(oldestBlock)];
  }

  /** Returns whether there is a page at a position. */
  boolean exists(long position) {
    long number = position / pagesPerBlock;
    return position >= 0
        && number >= oldestBlock
        && number <= block
        && position % pagesPerBlock < used[at(number)]
        && !holes.contains(position);
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

  /** Returns the number of pages whose heads were read to open the file. */
  long scanned() {
    return scanned;
  }

  /** Returns the number of them that were no whole pages. */
  long torn() {
    return torn;
  }

  private int page(long position) {
    return geometry.page(physical[at(position / pagesPerBlock)], (int) (position % pagesPerBlock));
  }

  // Appending

  /** Returns the head of the page that is appended next, begun as one of a kind. */
  MicroHead begin(int kind) {
    ownHead.begin(kind, structure, settings);
    return ownHead;
  }

  /**
   * Makes room for a page, so that what goes for it has gone, and {@link #next} is its position
   * unless its program fails.
   */
  void prepare(long ordinal) {
    if (isClosed || used[at(block)] == pagesPerBlock) {
      openBlock(ordinal);
    }
  }

  /**
   * Appends a page, for which {@link #begin} has begun the head. A block that fails is closed, and
   * the page goes to the next one.
   *
   * @param ordinal number of the first record of this page or behind it
   * @return its position
   */
  long append(ByteBuffer content, long ordinal) {
    while (true) {
      prepare(ordinal);
      int slot = at(block);
      int index = used[slot];
      int page = geometry.page(physical[slot], index);
      ownHead.seal(content, page, block, (int) (block - oldestBlock + 1), serial + 1);
      programs++;
      try {
        flash.program(physical[slot], index, content, ownHead.bytes());
        serial++;
        used[slot]++;
        return block * pagesPerBlock + index;
      } catch (BlockFailedException e) {
        flash.markBad(physical[slot]);
        isClosed = true;
      }
    }
  }

  /** Begins the next block that is good; the oldest one goes when it is its turn. */
  private void openBlock(long ordinal) {
    for (int tries = 1; tries <= physical.length; tries++) {
      int candidate = Math.floorMod(lastPhysical + tries, physical.length);
      if (block >= oldestBlock && physical[at(oldestBlock)] == candidate) {
        if (hasAllPages()) {
          break;
        }
        dropOldest();
      }
      if (!flash.isBad(candidate) && erased(candidate)) {
        block++;
        lastPhysical = candidate;
        physical[at(block)] = candidate;
        used[at(block)] = 0;
        firstOrdinal[at(block)] = ordinal;
        isClosed = false;
        return;
      }
    }
    throw new StoreException(
        "flash: fewer than two good blocks are left of "
            + physical.length
            + " (allowed: two or more)");
  }

  /** Returns whether no page would be left without those of the oldest block. */
  private boolean hasAllPages() {
    for (long number = oldestBlock + 1; number <= block; number++) {
      if (used[at(number)] > 0) {
        return false;
      }
    }
    return true;
  }

  private void dropOldest() {
    oldestBlock++;
    skipMissing();
    holes.headSet(oldest()).clear();
  }

  /** Passes over blocks that went with a power cut in their erase. */
  private void skipMissing() {
    while (oldestBlock < block && physical[at(oldestBlock)] < 0) {
      oldestBlock++;
    }
  }

  /** Returns whether a block is erased, or can be and is; otherwise it is marked bad. */
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
        // marked below
      }
    }
    flash.markBad(candidate);
    return false;
  }

  // Reading

  /**
   * Reads a page into {@link #content}, unless it is there, and its head.
   *
   * @throws DamagedStoreException if it is not what was programmed there, or not there
   */
  void load(long position) {
    if (position == loadedPosition) {
      return;
    }
    loadedPosition = -1;
    read(position, loaded);
    loadedPosition = position;
  }

  /** Reads a page into a buffer of the caller's, as {@link #load} does, and its head. */
  void read(long position, ByteBuffer into) {
    if (into != loaded) {
      loadedPosition = -1; // the head is another page's then
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

  /** Returns the error of damage at a position. */
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
   * Finds the file on the flash. A page that a power cut tore counts as never programmed.
   *
   * @throws SpecException if the file has other settings
   * @throws StoreException if the flash holds something else
   */
  void open(Found found) {
    findBlocks();
    findNewest();
    if (block < 0) {
      return;
    }
    long expected = serial;
    long ordinal = 0;
    for (long number = block; number >= oldestBlock; number--) {
      for (int index = used[at(number)] - 1; index >= 0; index--) {
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
          holes.add(position);
        }
      }
      firstOrdinal[at(number)] = ordinal;
    }
    skipMissing();
  }

  /** Finds the number in the file of each block that has a page. */
  private void findBlocks() {
    long[] numbers = new long[physical.length];
    long foreign = 0;
    long highest = -1;
    for (int each = 0; each < physical.length; each++) {
      numbers[each] = -1;
      int end = flash.nextIndex(each);
      for (int index = 0; index < end && numbers[each] < 0; index++) {
        if (readHead(geometry.page(each, index))) {
          if (!head.isOf(structure, settings)) {
            throw new SpecException(
                "other structure or settings than those of the file on flash (allowed: those it"
                    + " was made with)");
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
              + " pages that are not of a circular file (allowed: erased flash, or flash with one)");
    }
    block = highest;
    oldestBlock = Math.max(0, highest - physical.length + 1);
    Arrays.fill(physical, -1);
    for (int each = 0; each < physical.length; each++) {
      if (numbers[each] >= oldestBlock) {
        if (physical[at(numbers[each])] >= 0) {
          throw new DamagedStoreException(
              FLASH, "blocks " + physical[at(numbers[each])] + " and " + each, "the same number");
        }
        physical[at(numbers[each])] = each;
        used[at(numbers[each])] = flash.nextIndex(each);
      }
    }
  }

  /** Finds the newest whole page, which says which blocks are live. */
  private void findNewest() {
    long number = block;
    while (number >= oldestBlock && number >= 0) {
      int each = physical[at(number)];
      for (int index = each < 0 ? -1 : used[at(number)] - 1; index >= 0; index--) {
        if (isWhole(geometry.page(each, index))) {
          serial = head.serial();
          oldestBlock = head.block() - head.liveBlocks() + 1;
          goOn(number);
          return;
        }
        torn++;
        holes.add(number * pagesPerBlock + index);
      }
      number--;
    }
    block = -1;
    oldestBlock = 0;
  }

  private void goOn(long newestBlock) {
    for (; block > newestBlock; block--) {
      physical[at(block)] = -1; // begun with a torn page, perhaps in place of the oldest block
      used[at(block)] = 0;
    }
    lastPhysical = physical[at(block)];
    isClosed = flash.isBad(lastPhysical);
    holes.tailSet((block + 1) * pagesPerBlock).clear();
  }
}
