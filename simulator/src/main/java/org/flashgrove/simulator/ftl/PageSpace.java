package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.gc.VictimPolicy;

/**
 * Flash as a space of pages that are appended anywhere and invalidated: open blocks, garbage
 * collection, wear levelling, bad blocks. What the pages mean is its owner's business; the page
 * mapping and the layers built on one share it.
 *
 * <p>Appends go to <i>streams</i>, each with an open block in every plane, and rotate over the
 * planes: channels first, then ways, then planes of a die. Collected pages go to a stream of their
 * own (unless configured to share the host's first one), if possible in the plane they come from.
 *
 * <p>Collection runs when a stream of the host needs a block and no more than {@link #RESERVE} are
 * free, one victim after the other until one more is. It takes whole blocks. The last reserve
 * serves the copies themselves, and blocks that fail.
 */
final class PageSpace {
  /** Free blocks that are kept for copies. */
  static final int RESERVE = 2;

  /** Learns where pages are now. */
  interface Owner {
    /** A valid page was moved; the space knows, the owner's mapping does not yet. */
    void moved(long tag, int from, int to);

    /** All valid pages of {@code block} were moved; unless it is bad it is erased next. */
    default void blockMoved(int block) {}
  }

  private enum State {
    FREE,
    OPEN,
    CLOSED,
    MOVING,
    BAD
  }

  private final FlashOperations flash;
  private final FlashGeometry geometry;
  private final SpaceConfig config;
  private final Owner owner;
  private final VictimPolicy victims;
  private final FreeBlocks free;
  private final EraseSpread spread = new EraseSpread();

  private final int pagesPerBlock;
  private final int planes;
  private final int[] planeOrder;
  private final int gcStream;
  private final int wearStream;
  private final State[] states;
  private final int[] validPages;
  private final long[] validBits;
  private final int[] openBlock;
  private final int[] openIndex;
  private final int[] turn;

  private int[] failed = new int[4];
  private int failedCount;
  private long clock;
  private boolean collecting;

  /**
   * A space over flash whose blocks are all erased, but for bad ones.
   *
   * @param hostStreams streams that {@link #append} knows, at least 1
   */
  PageSpace(FlashOperations flash, SpaceConfig config, int hostStreams, Owner owner) {
    this.flash = flash;
    this.geometry = flash.geometry();
    this.config = config;
    this.owner = owner;
    pagesPerBlock = geometry.pagesPerBlock();
    planes = geometry.planeCount();
    int blocks = geometry.blockCount();
    victims = config.victims().make(blocks, pagesPerBlock);
    free = new FreeBlocks(flash, config.wear() != WearLevelling.NONE);
    planeOrder = channelsFirst(geometry);
    gcStream = config.ownGcStream() ? hostStreams : 0;
    int beforeWear = hostStreams + (config.ownGcStream() ? 1 : 0);
    wearStream = config.wear() == WearLevelling.STATIC ? beforeWear : gcStream;
    int streams = streams(config, hostStreams);
    openBlock = new int[streams * planes];
    Arrays.fill(openBlock, -1);
    openIndex = new int[openBlock.length];
    turn = new int[streams];
    states = new State[blocks];
    validPages = new int[blocks];
    validBits = new long[(geometry.pageCount() + 63) / 64];
    for (int block = 0; block < blocks; block++) {
      boolean bad = flash.isBad(block);
      states[block] = bad ? State.BAD : State.FREE;
      if (!bad) {
        spread.add(flash.eraseCount(block));
        if (flash.nextIndex(block) == 0) {
          free.give(block);
        }
      }
    }
  }

  /** Streams in all. */
  private static int streams(SpaceConfig config, int hostStreams) {
    return hostStreams
        + (config.ownGcStream() ? 1 : 0)
        + (config.wear() == WearLevelling.STATIC ? 1 : 0);
  }

  /**
   * Blocks beyond those full of valid pages that a space needs at least: an open one for each
   * stream in each plane, the reserve, and one to gain from.
   */
  static int spareBlocks(SpaceConfig config, int hostStreams, FlashGeometry geometry) {
    return streams(config, hostStreams) * geometry.planeCount() + RESERVE + 1;
  }

  private static int[] channelsFirst(FlashGeometry geometry) {
    int[] order = new int[geometry.planeCount()];
    for (int i = 0; i < order.length; i++) {
      int die = i % geometry.dieCount();
      order[i] = die * geometry.planes() + i / geometry.dieCount();
    }
    return order;
  }

  /**
   * Programs a page of content somewhere; collects first if that needs room. The page is valid.
   *
   * @param stream a stream of the host, from 0
   * @return the page
   * @throws WornOutException if there is no room to be gained; nothing was appended
   */
  int append(int stream, Origin origin, long tag, ByteBuffer from, int offset) {
    return append(stream, origin, tag, from, offset, null);
  }

  /** Programs a metadata page somewhere, otherwise as {@link #append}. */
  int appendWords(int stream, Origin origin, long tag, long[] words) {
    return append(stream, origin, tag, null, 0, words);
  }

  private int append(
      int stream, Origin origin, long tag, ByteBuffer from, int offset, long[] words) {
    while (true) {
      int slot = hostSlot(stream);
      int page = geometry.page(openBlock[slot], openIndex[slot]);
      boolean succeeded =
          words == null
              ? flash.program(page, origin, tag, from, offset)
              : flash.programWords(page, origin, tag, words);
      clock++;
      if (succeeded) {
        programmed(slot, page);
        return page;
      }
      failedProgram(slot);
      moveOutOfFailed();
    }
  }

  private void programmed(int slot, int page) {
    int block = openBlock[slot];
    validBits[page >> 6] |= 1L << page;
    validPages[block]++;
    if (++openIndex[slot] == pagesPerBlock) {
      openBlock[slot] = -1;
      close(block);
    }
  }

  private void close(int block) {
    states[block] = State.CLOSED;
    victims.closed(block, validPages[block], clock);
  }

  /** The open block in which the next page of a host stream goes; makes room first. */
  private int hostSlot(int stream) {
    int base = stream * planes;
    for (int tries = 0; tries < planes; tries++) {
      int slot = base + planeOrder[turn[stream]];
      turn[stream] = turn[stream] + 1 == planes ? 0 : turn[stream] + 1;
      if (openBlock[slot] < 0) {
        if (!collecting) {
          makeRoom();
        }
        // collection may have opened a block here if the streams are one
        if (openBlock[slot] < 0 && !open(slot, free.take(slot - base))) {
          continue;
        }
      }
      return slot;
    }
    return lastResort(base);
  }

  private boolean open(int slot, int block) {
    if (block < 0) {
      return false;
    }
    openBlock[slot] = block;
    openIndex[slot] = 0;
    states[block] = State.OPEN;
    return true;
  }

  /** Any open block of a stream, else any free block of any plane, else any open block at all. */
  private int lastResort(int base) {
    for (int slot = base; slot < base + planes; slot++) {
      if (openBlock[slot] >= 0) {
        return slot;
      }
    }
    int block = free.takeAny();
    if (block < 0) {
      for (int slot = 0; slot < openBlock.length; slot++) {
        if (openBlock[slot] >= 0) {
          return slot;
        }
      }
      throw new WornOutException("flash has no free block left, " + badBlocks() + " are bad");
    }
    int slot = base + geometry.planeOf(block);
    open(slot, block);
    return slot;
  }

  private int badBlocks() {
    int bad = 0;
    for (State state : states) {
      bad += state == State.BAD ? 1 : 0;
    }
    return bad;
  }

  private void makeRoom() {
    int attempts = 0;
    while (free.total() <= RESERVE) {
      // a policy blind to valid pages may pass through all blocks before one is worth it
      if (attempts++ > 2 * states.length) {
        throw new WornOutException("garbage collection gains nothing: every page is valid");
      }
      collect();
    }
  }

  private void collect() {
    int victim = free.total() < RESERVE ? fewestValid() : victims.choose(clock);
    if (victim < 0) {
      throw new WornOutException("flash has no block to collect, " + badBlocks() + " are bad");
    }
    empty(victim, gcStream, Origin.GC);
    if (config.wear() == WearLevelling.STATIC) {
      levelWear();
    }
  }

  /** When room is short the surest victim is taken, whatever the policy. */
  private int fewestValid() {
    int best = -1;
    for (int block = 0; block < states.length; block++) {
      if (states[block] == State.CLOSED && (best < 0 || validPages[block] < validPages[best])) {
        best = block;
      }
    }
    return best;
  }

  /** Empties the least erased closed block if it has fallen behind by more than the threshold. */
  private void levelWear() {
    int threshold = config.wearThreshold();
    if (spread.highest() - spread.lowest() <= threshold || free.total() == 0) {
      return;
    }
    int rested = -1;
    for (int block = 0; block < states.length; block++) {
      if (states[block] == State.CLOSED
          && (rested < 0 || flash.eraseCount(block) < flash.eraseCount(rested))) {
        rested = block;
      }
    }
    if (rested >= 0 && spread.highest() - flash.eraseCount(rested) > threshold) {
      empty(rested, wearStream, Origin.WEAR);
    }
  }

  /** Moves the valid pages of a closed block, and erases it. */
  private void empty(int block, int stream, Origin origin) {
    victims.removed(block);
    states[block] = State.MOVING;
    boolean outer = collecting;
    collecting = true;
    try {
      moveValid(block, stream, origin);
      owner.blockMoved(block);
    } catch (WornOutException e) {
      close(block);
      throw e;
    } finally {
      collecting = outer;
    }
    erase(block, origin);
    moveOutOfFailed();
  }

  private void erase(int block, Origin origin) {
    int before = flash.eraseCount(block);
    boolean usable = flash.erase(block, origin);
    if (usable) {
      spread.erased(before + 1);
      states[block] = State.FREE;
      free.give(block);
    } else {
      spread.remove(before);
      states[block] = State.BAD;
    }
  }

  private void moveValid(int block, int stream, Origin origin) {
    int plane = geometry.planeOf(block);
    int first = block * pagesPerBlock;
    int end = first + pagesPerBlock;
    for (int page = nextValid(first, end); page < end; page = nextValid(page + 1, end)) {
      int to = copy(page, plane, stream, origin);
      invalidate(page);
      owner.moved(flash.tag(to), page, to);
    }
  }

  private int copy(int from, int plane, int stream, Origin origin) {
    while (true) {
      int slot = copySlot(plane, stream);
      int to = geometry.page(openBlock[slot], openIndex[slot]);
      boolean succeeded = flash.copy(from, to, origin);
      clock++;
      if (succeeded) {
        programmed(slot, to);
        return to;
      }
      failedProgram(slot);
    }
  }

  private int copySlot(int plane, int stream) {
    int base = stream * planes;
    int slot = base + plane;
    if (openBlock[slot] >= 0) {
      return slot;
    }
    if (stream == wearStream && wearStream != gcStream) {
      int block = free.takeMostErased();
      if (block >= 0) {
        slot = base + geometry.planeOf(block);
        if (openBlock[slot] >= 0) {
          free.give(block);
        } else {
          open(slot, block);
        }
        return slot;
      }
    }
    return open(slot, free.take(plane)) ? slot : lastResort(base);
  }

  private void failedProgram(int slot) {
    int block = openBlock[slot];
    openBlock[slot] = -1;
    states[block] = State.BAD;
    spread.remove(flash.eraseCount(block));
    flash.retire(block);
    if (failedCount == failed.length) {
      failed = Arrays.copyOf(failed, 2 * failedCount);
    }
    failed[failedCount++] = block;
  }

  /** Saves what is valid in blocks that failed; a copy may meet the next one. */
  private void moveOutOfFailed() {
    boolean outer = collecting;
    collecting = true;
    try {
      while (failedCount > 0) {
        int block = failed[failedCount - 1];
        moveValid(block, gcStream, Origin.REFRESH);
        owner.blockMoved(block);
        // a copy that failed has put another block on top
        if (validPages[block] == 0) {
          removeFailed(block);
        }
      }
    } finally {
      collecting = outer;
    }
  }

  private void removeFailed(int block) {
    int kept = 0;
    for (int i = 0; i < failedCount; i++) {
      if (failed[i] != block) {
        failed[kept++] = failed[i];
      }
    }
    failedCount = kept;
  }

  private int nextValid(int page, int end) {
    int at = page;
    while (at < end) {
      long word = validBits[at >> 6] >>> at;
      if (word != 0) {
        return Math.min(end, at + Long.numberOfTrailingZeros(word));
      }
      at = (at | 63) + 1;
    }
    return end;
  }

  /** A page is superseded. */
  void invalidate(int page) {
    int block = page / pagesPerBlock;
    validBits[page >> 6] &= ~(1L << page);
    validPages[block]--;
    if (states[block] == State.CLOSED) {
      victims.invalidated(block, validPages[block], clock);
    }
  }

  /** Whether a page is valid. */
  boolean isValid(int page) {
    return (validBits[page >> 6] >>> page & 1) != 0;
  }

  /** Valid pages of a block. */
  int validPages(int block) {
    return validPages[block];
  }

  /** Free blocks. */
  int freeBlocks() {
    return free.total();
  }

  /**
   * To be told of each page the host reads: moves the block's pages when it has been read as often
   * as the configuration allows.
   */
  void wasRead(int page) {
    if (config.refreshReads() == 0) {
      return;
    }
    int block = page / pagesPerBlock;
    if (states[block] == State.CLOSED
        && flash.readsSinceErase(block) >= config.refreshReads()
        && free.total() > 0) {
      empty(block, gcStream, Origin.REFRESH);
    }
  }

  /**
   * After a power loss, first: visits every readable page there is, bad blocks included, as these
   * may hold pages that could not be moved in time.
   */
  void scan(FlashOperations.TagVisitor visitor) {
    for (int block = 0; block < states.length; block++) {
      flash.scan(block, visitor);
    }
  }

  /** After the scan: a page turned out to be valid. */
  void claim(int page) {
    validBits[page >> 6] |= 1L << page;
    validPages[page / pagesPerBlock]++;
  }

  /**
   * After all claims: opens, closes and erases blocks as they are. Blocks that were being filled
   * are filled further, so that no room is lost by one power cut after the other.
   */
  void rebuild() {
    clock = flash.nextSequence();
    long[] order = new long[states.length];
    int closing = 0;
    for (int block = 0; block < states.length; block++) {
      int next = flash.nextIndex(block);
      if (states[block] == State.BAD) {
        if (validPages[block] > 0) {
          failed = Arrays.copyOf(failed, Math.max(failed.length, failedCount + 1));
          failed[failedCount++] = block;
        }
      } else if (next > 0 && validPages[block] > 0 && !reopen(block, next)) {
        order[closing++] = newest(block) << 31 | block;
      }
    }
    // only now: an open block may be needed for what an erase that fails leaves
    for (int block = 0; block < states.length; block++) {
      if (states[block] == State.FREE && flash.nextIndex(block) > 0 && validPages[block] == 0) {
        erase(block, Origin.RECOVERY);
      }
    }
    Arrays.sort(order, 0, closing);
    for (int i = 0; i < closing; i++) {
      close((int) (order[i] & 0x7FFF_FFFF));
    }
    if (failedCount > 0) {
      try {
        makeRoom();
        moveOutOfFailed();
      } catch (WornOutException e) {
        // what could not be moved can still be read; the next write will say it again
      }
    }
  }

  private boolean reopen(int block, int next) {
    if (next == pagesPerBlock) {
      return false;
    }
    int plane = geometry.planeOf(block);
    // collected pages first: they need the room most
    for (int stream = openBlock.length / planes - 1; stream >= 0; stream--) {
      int slot = stream * planes + plane;
      if (openBlock[slot] < 0) {
        openBlock[slot] = block;
        openIndex[slot] = next;
        states[block] = State.OPEN;
        return true;
      }
    }
    return false;
  }

  /** Order in which blocks were closed, by the newest page they hold; at most 2^32 programs. */
  private long newest(int block) {
    long newest = 0;
    int first = block * pagesPerBlock;
    int end = first + pagesPerBlock;
    for (int page = nextValid(first, end); page < end; page = nextValid(page + 1, end)) {
      newest = Math.max(newest, flash.sequence(page));
    }
    return newest;
  }
}
