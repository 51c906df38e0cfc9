package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
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
 * <p>Each plane is collected by itself: when a stream of the host needs a block there and no more
 * than the reserve is free, one victim after the other until one more is. Collection takes whole
 * blocks. The reserve (one block a plane, two if there is but one plane) serves the copies, and
 * blocks that fail. A plane whose spare room has fallen below half the mean gets no new blocks of
 * the host until it has recovered, so a host whose cold pages always meet the same plane does not
 * fill it.
 */
final class PageSpace implements MetadataSpace {
  /** Learns where pages are now. */
  interface Owner {
    /** Reports that a valid page was moved, so that the owner changes its mapping. */
    void moved(long tag, int from, int to);

    /** Returns the stream for a page that is moved, where {@code stream} is the usual one. */
    default int streamOfMoved(long tag, int stream) {
      return stream;
    }

    /**
     * Reports that all valid pages of {@code block} were moved; unless it is bad it is erased next.
     */
    default void blockMoved(int block) {}
  }

  /** What is counted for each plane. */
  private static final class Plane {
    private final VictimPolicy victims;
    private final EraseSpread spread = new EraseSpread();
    private int goodBlocks;
    private int validPages;

    Plane(VictimPolicy victims) {
      this.victims = victims;
    }
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
  private final FreeBlocks free;

  private final int pagesPerBlock;
  private final int planes;
  private final int blocksPerPlane;
  private final int reserve;
  private final int leastSparePages;
  private final Plane[] plane;
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
  private int goodBlocks;
  private int validTotal;
  private long clock;
  private boolean collecting;

  /**
   * Creates a space over flash whose blocks are all erased, but for bad ones.
   *
   * @param hostStreams number of streams that {@link #append} distinguishes, at least 1
   */
  PageSpace(FlashOperations flash, SpaceConfig config, int hostStreams, Owner owner) {
    this.flash = flash;
    this.geometry = flash.geometry();
    this.config = config;
    this.owner = owner;
    pagesPerBlock = geometry.pagesPerBlock();
    planes = geometry.planeCount();
    int blocks = geometry.blockCount();
    blocksPerPlane = geometry.blocksPerPlane();
    reserve = reserve(config, geometry);
    plane = new Plane[planes];
    for (int number = 0; number < planes; number++) {
      plane[number] = new Plane(config.victims().make(blocksPerPlane, pagesPerBlock));
    }
    free = new FreeBlocks(flash, config.wear() != WearLevelling.NONE);
    planeOrder = channelsFirst(geometry);
    gcStream = config.ownGcStream() ? hostStreams : 0;
    int beforeWear = hostStreams + (config.ownGcStream() ? 1 : 0);
    wearStream = config.wear() == WearLevelling.STATIC ? beforeWear : gcStream;
    int streams = streams(config, hostStreams);
    leastSparePages = (streams + reserve + 1) * pagesPerBlock;
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
        planeOf(block).spread.add(flash.eraseCount(block));
        planeOf(block).goodBlocks++;
        goodBlocks++;
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
   * Returns the number of blocks beyond those full of valid pages that a space needs at least: in
   * each plane an open one for each stream, the reserve, and one to gain from.
   */
  static int spareBlocks(SpaceConfig config, int hostStreams, FlashGeometry geometry) {
    return (streams(config, hostStreams) + reserve(config, geometry) + 1) * geometry.planeCount();
  }

  private static int reserve(SpaceConfig config, FlashGeometry geometry) {
    return config.extraReserve() + (geometry.planeCount() == 1 ? 2 : 1);
  }

  private Plane planeOf(int block) {
    return plane[block / blocksPerPlane];
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

  /** Programs a metadata page in the first stream of the host. */
  @Override
  public int append(long tag, long[] words) {
    return appendWords(0, Origin.FTL_MAP, tag, () -> words);
  }

  /**
   * Programs a metadata page somewhere.
   *
   * @param words gives the content once there is room, so after all pages that had to be moved for
   *     that were; again if a program fails
   */
  int appendWords(int stream, Origin origin, long tag, Supplier<long[]> words) {
    return append(stream, origin, tag, null, 0, words);
  }

  private int append(
      int stream, Origin origin, long tag, ByteBuffer from, int offset, Supplier<long[]> words) {
    while (true) {
      int slot = hostSlot(stream);
      int page = geometry.page(openBlock[slot], openIndex[slot]);
      boolean succeeded =
          words == null
              ? flash.program(page, origin, tag, from, offset)
              : flash.programWords(page, origin, tag, words.get());
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
    count(block, 1);
    if (++openIndex[slot] == pagesPerBlock) {
      openBlock[slot] = -1;
      close(block);
    }
  }

  private void count(int block, int change) {
    validPages[block] += change;
    planeOf(block).validPages += change;
    validTotal += change;
  }

  private void close(int block) {
    states[block] = State.CLOSED;
    planeOf(block).victims.closed(block % blocksPerPlane, validPages[block], clock);
  }

  private void turnedBad(int block, int eraseCount) {
    states[block] = State.BAD;
    planeOf(block).spread.remove(eraseCount);
    planeOf(block).goodBlocks--;
    goodBlocks--;
  }

  /** Returns the open block in which the next page of a host stream goes; makes room first. */
  private int hostSlot(int stream) {
    int base = stream * planes;
    // planes that are short of spare room only if no other has any
    for (int tries = 0; tries < 2 * planes; tries++) {
      int number = planeOrder[turn[stream]];
      turn[stream] = turn[stream] + 1 == planes ? 0 : turn[stream] + 1;
      int slot = base + number;
      if (!collecting && free.count(number) < reserve) {
        // a power loss has interrupted collection, or blocks have failed: the room that is left
        // in open blocks may be needed for copies
        makeRoom(number);
      }
      if (openBlock[slot] >= 0) {
        return slot;
      }
      if (!collecting && (tries < planes && !isRoomy(number) || !makeRoom(number))) {
        continue;
      }
      // collection may have opened a block here if the streams are one
      if (openBlock[slot] >= 0 || open(slot, free.take(number))) {
        return slot;
      }
    }
    if (!collecting) {
      throw new WornOutException(
          "garbage collection gains nothing, " + badBlocks() + " blocks are bad");
    }
    return lastResort(base);
  }

  /**
   * Returns whether a plane has at least half the mean spare room, and enough to gain by
   * collection.
   */
  private boolean isRoomy(int number) {
    long spare = (long) plane[number].goodBlocks * pagesPerBlock - plane[number].validPages;
    long spareTotal = (long) goodBlocks * pagesPerBlock - validTotal;
    return planes == 1 || spare >= leastSparePages && 2 * spare * planes >= spareTotal;
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

  /**
   * Returns any open block of a stream, else any free block of any plane, else any open block at
   * all.
   */
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

  /** Collects in a plane until a block is free beyond the reserve; returns whether one is. */
  private boolean makeRoom(int number) {
    // a policy blind to valid pages may pass through all blocks before one is worth it
    for (int attempt = 0; attempt <= 2 * blocksPerPlane; attempt++) {
      if (free.count(number) > reserve) {
        return true;
      }
      int victim =
          free.count(number) < reserve
              ? fewestValid(number)
              : choose(plane[number].victims, number);
      if (victim < 0) {
        return false;
      }
      empty(victim, gcStream, Origin.GC);
      if (config.wear() == WearLevelling.STATIC) {
        levelWear(number);
      }
    }
    return false;
  }

  private int choose(VictimPolicy victims, int number) {
    int victim = victims.choose(clock);
    return victim < 0 ? -1 : number * blocksPerPlane + victim;
  }

  /**
   * Returns the block with the fewest valid pages, which is the surest victim when room is short,
   * whatever the policy.
   */
  private int fewestValid(int number) {
    int best = -1;
    int end = (number + 1) * blocksPerPlane;
    for (int block = number * blocksPerPlane; block < end; block++) {
      if (states[block] == State.CLOSED && (best < 0 || validPages[block] < validPages[best])) {
        best = block;
      }
    }
    return best;
  }

  /** Empties a plane's least erased closed block if it is behind by more than the threshold. */
  private void levelWear(int number) {
    int threshold = config.wearThreshold();
    EraseSpread spread = plane[number].spread;
    if (spread.highest() - spread.lowest() <= threshold || free.count(number) == 0) {
      return;
    }
    int rested = -1;
    int end = (number + 1) * blocksPerPlane;
    for (int block = number * blocksPerPlane; block < end; block++) {
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
    planeOf(block).victims.removed(block % blocksPerPlane);
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
      planeOf(block).spread.erased(before + 1);
      states[block] = State.FREE;
      free.give(block);
    } else {
      turnedBad(block, before);
    }
  }

  private void moveValid(int block, int stream, Origin origin) {
    int number = block / blocksPerPlane;
    int first = block * pagesPerBlock;
    int end = first + pagesPerBlock;
    for (int page = nextValid(first, end); page < end; page = nextValid(page + 1, end)) {
      int to = copy(page, number, owner.streamOfMoved(flash.tag(page), stream), origin);
      invalidate(page);
      owner.moved(flash.tag(to), page, to);
    }
  }

  private int copy(int from, int number, int stream, Origin origin) {
    while (true) {
      int slot = copySlot(number, stream);
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

  /** Returns the open block for the next copy, in the plane it comes from if that can be. */
  private int copySlot(int number, int stream) {
    int base = stream * planes;
    int slot = base + number;
    if (openBlock[slot] >= 0) {
      return slot;
    }
    // cold pages rest on the block that needs rest the most
    boolean levels = stream == wearStream && wearStream != gcStream;
    int block = levels ? free.takeMostErased(number) : free.take(number);
    return open(slot, block) ? slot : lastResort(base);
  }

  private void failedProgram(int slot) {
    int block = openBlock[slot];
    openBlock[slot] = -1;
    turnedBad(block, flash.eraseCount(block));
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

  @Override
  public void invalidate(int page) {
    int block = page / pagesPerBlock;
    validBits[page >> 6] &= ~(1L << page);
    count(block, -1);
    if (states[block] == State.CLOSED) {
      planeOf(block).victims.invalidated(block % blocksPerPlane, validPages[block], clock);
    }
  }

  /** Returns whether a page is valid. */
  boolean isValid(int page) {
    return (validBits[page >> 6] >>> page & 1) != 0;
  }

  /** Returns the number of valid pages of a block. */
  int validPages(int block) {
    return validPages[block];
  }

  /** Returns the number of free blocks. */
  int freeBlocks() {
    return free.total();
  }

  /**
   * Notes that the host has read a page. When its block has been read as often as the configuration
   * allows, the block's pages are moved.
   */
  void wasRead(int page) {
    if (config.refreshReads() == 0) {
      return;
    }
    int block = page / pagesPerBlock;
    if (states[block] != State.CLOSED || flash.readsSinceErase(block) < config.refreshReads()) {
      return;
    }
    try {
      // making room may have moved the block already
      if (makeRoom(block / blocksPerPlane) && states[block] == State.CLOSED) {
        empty(block, gcStream, Origin.REFRESH);
      }
    } catch (WornOutException e) {
      // there is nowhere to move them: a read does not fail for that
    }
  }

  /**
   * Visits every readable page after a power loss, bad blocks included, which may hold pages that
   * could not be moved in time. Call it first.
   */
  void scan(FlashOperations.TagVisitor visitor) {
    for (int block = 0; block < states.length; block++) {
      flash.scan(block, visitor);
    }
  }

  @Override
  public void claim(int page) {
    validBits[page >> 6] |= 1L << page;
    count(page / pagesPerBlock, 1);
  }

  /**
   * Opens, closes and erases blocks as they are, after all claims. Blocks that were being filled
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
        for (int i = failedCount - 1; i >= 0; i--) {
          makeRoom(failed[i] / blocksPerPlane);
        }
        moveOutOfFailed();
      } catch (WornOutException e) {
        // Pages that could not be moved can still be read; the next write fails in the same way.
      }
    }
  }

  private boolean reopen(int block, int next) {
    if (next == pagesPerBlock) {
      return false;
    }
    int number = block / blocksPerPlane;
    // collected pages first: they need the room most
    for (int stream = openBlock.length / planes - 1; stream >= 0; stream--) {
      int slot = stream * planes + number;
      if (openBlock[slot] < 0) {
        openBlock[slot] = block;
        openIndex[slot] = next;
        states[block] = State.OPEN;
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the order in which blocks were closed, by the newest page they hold; at most 2^32
   * programs.
   */
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
