package org.flashgrove.simulator.ftl.space;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.figures.Origin;

/**
 * Flash as a space of appended pages, with garbage collection, wear levelling and bad blocks. Its
 * owner, a page-mapping layer, interprets and invalidates pages.
 *
 * <p>Pages are appended to <i>streams</i>. Each stream has one open block in every plane, and
 * consecutive pages go to different planes: channels change first, then ways, then planes of a die.
 * Garbage collection appends moved pages to a stream of its own, or to the first stream of the host
 * if so configured, and keeps them in their plane if possible.
 *
 * <p>Each plane is collected separately. If a stream of the host needs a block and only the reserve
 * of the plane is free, blocks are collected until one more is free. The reserve, for moved pages
 * and failing blocks, is one block per plane, or two if there is only one plane. If a plane has
 * less than half of the mean number of invalid pages, the host gets no block from it.
 */
public final class PageSpace implements MetadataSpace {
  /** Callbacks to the owner of the pages. */
  public interface Owner {
    /** Reports that a valid page was moved, so that the owner changes its mapping. */
    void moved(long tag, int from, int to);

    /** Returns the stream to which a moved page is appended; {@code stream} is the default. */
    default int streamOfMoved(long tag, int stream) {
      return stream;
    }

    /**
     * Reports that all valid pages of {@code block} were moved. The space then erases the block
     * unless it is bad.
     */
    default void blockMoved(int block) {}
  }

  private final FlashOperations flash;
  private final FlashGeometry geometry;
  private final SpaceConfig config;
  private final Owner owner;
  private final FreeBlocks free;
  private final IdleCollection idle;

  private final int pagesPerBlock;
  private final int planes;
  private final int blocksPerPlane;
  private final int reserve;
  private final int leastSparePages;
  private final BlockTable blocks;
  private final int gcStream;
  private final int wearStream;
  private final OpenBlocks open;
  private final FailedBlocks failed = new FailedBlocks();

  private long clock;
  private boolean collecting;

  /**
   * Creates a space on flash whose good blocks are all erased.
   *
   * @param hostStreams number of streams to which {@link #append} can write, at least 1
   */
  public PageSpace(FlashOperations flash, SpaceConfig config, int hostStreams, Owner owner) {
    this.flash = flash;
    this.geometry = flash.geometry();
    this.config = config;
    this.owner = owner;
    pagesPerBlock = geometry.pagesPerBlock();
    planes = geometry.planeCount();
    blocksPerPlane = geometry.blocksPerPlane();
    reserve = config.reserve(geometry);
    blocks = new BlockTable(flash, config.victims());
    free = new FreeBlocks(flash, config.wear() != WearLevelling.NONE);
    idle = new IdleCollection(config.idle(), geometry);
    gcStream = config.ownGcStream() ? hostStreams : 0;
    int beforeWear = hostStreams + (config.ownGcStream() ? 1 : 0);
    wearStream = config.wear() == WearLevelling.STATIC ? beforeWear : gcStream;
    int streams = config.streams(hostStreams);
    leastSparePages = (streams + reserve + 1) * pagesPerBlock;
    open = new OpenBlocks(streams, geometry);
    for (int block = 0; block < geometry.blockCount(); block++) {
      if (blocks.is(block, BlockTable.State.FREE) && flash.nextIndex(block) == 0) {
        free.give(block);
      }
    }
  }

  /**
   * Programs a valid page of content. Collects blocks first if room is needed.
   *
   * @param stream a stream of the host, from 0
   * @return number of the page
   * @throws WornOutException if collection cannot make room; nothing was appended
   */
  public int append(int stream, Origin origin, long tag, ByteBuffer from, int offset) {
    return append(stream, origin, tag, from, offset, null);
  }

  /** Programs a metadata page in the first stream of the host. */
  @Override
  public int append(long tag, long[] words) {
    return appendWords(0, Origin.FTL_MAP, tag, () -> words);
  }

  /**
   * Programs a valid metadata page.
   *
   * @param words provides the content; called after room was made and again if a program fails
   */
  public int appendWords(int stream, Origin origin, long tag, Supplier<long[]> words) {
    return append(stream, origin, tag, null, 0, words);
  }

  private int append(
      int stream, Origin origin, long tag, ByteBuffer from, int offset, Supplier<long[]> words) {
    while (true) {
      int slot = hostSlot(stream);
      int page = open.nextPage(slot);
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
    int block = open.block(slot);
    blocks.validate(page);
    if (open.advance(slot)) {
      blocks.close(block, clock);
    }
  }

  /** Makes room if necessary. Returns the slot for the next page of a host stream. */
  private int hostSlot(int stream) {
    // planes with little spare room are used only if no other plane has room
    for (int tries = 0; tries < 2 * planes; tries++) {
      int number = open.nextPlane(stream);
      int slot = open.slot(stream, number);
      if (!collecting && free.count(number) < reserve) {
        // A power loss interrupted collection, or blocks have failed. The room left in open blocks
        // may be needed for copies.
        makeRoom(number);
      }
      if (open.isOpen(slot)) {
        return slot;
      }
      if (!collecting
          && (tries < planes && !blocks.isRoomy(number, leastSparePages) || !makeRoom(number))) {
        continue;
      }
      // collection may have opened a block here if it shares the stream
      if (open.isOpen(slot) || open(slot, free.take(number))) {
        return slot;
      }
    }
    if (!collecting) {
      throw new WornOutException(
          "flash: garbage collection frees no block, "
              + blocks.badBlocks()
              + " are bad; use more blocks or a greater op");
    }
    return lastResort(stream);
  }

  private boolean open(int slot, int block) {
    if (block < 0) {
      return false;
    }
    open.open(slot, block, 0);
    blocks.state(block, BlockTable.State.OPEN);
    return true;
  }

  /** Finds an open slot of the stream, else opens a free block, else takes any open slot. */
  private int lastResort(int stream) {
    int slot = open.anyOf(stream);
    if (slot >= 0) {
      return slot;
    }
    int block = free.takeAny();
    if (block >= 0) {
      slot = open.slot(stream, geometry.planeOf(block));
      open(slot, block);
      return slot;
    }
    slot = open.any();
    if (slot < 0) {
      throw new WornOutException(
          "flash: no free block is left, " + blocks.badBlocks() + " are bad; use more blocks");
    }
    return slot;
  }

  /**
   * Collects blocks in a plane until the plane has more free blocks than the reserve. Returns false
   * if this is impossible.
   */
  private boolean makeRoom(int number) {
    // a policy that ignores valid pages may try many blocks before one is worthwhile
    for (int attempt = 0; attempt <= 2 * blocksPerPlane; attempt++) {
      if (free.count(number) > reserve) {
        return true;
      }
      int victim = victim(number);
      if (victim < 0) {
        return false;
      }
      collect(victim);
    }
    return false;
  }

  private int victim(int number) {
    return free.count(number) < reserve ? blocks.fewestValid(number) : blocks.victim(number, clock);
  }

  private void collect(int victim) {
    empty(victim, gcStream, Origin.GC);
    int number = victim / blocksPerPlane;
    if (config.wear() == WearLevelling.STATIC && free.count(number) > 0) {
      int rested = blocks.restedBeyond(config.wearThreshold(), number);
      if (rested >= 0) {
        empty(rested, wearStream, Origin.WEAR);
      }
    }
  }

  /**
   * Collects one block if a plane has too few free blocks for {@link IdleCollection}. Returns
   * whether a block was collected.
   */
  public boolean collectIdle() {
    for (int number = 0; number < planes; number++) {
      int victim = idle.wants(number, free.count(number)) ? victim(number) : -1;
      if (victim >= 0 && idle.accepts(blocks.validPages(victim))) {
        collect(victim);
        return true;
      }
    }
    return false;
  }

  /** Moves the valid pages out of a closed block, and erases the block. */
  private void empty(int block, int stream, Origin origin) {
    blocks.startMoving(block);
    boolean outer = collecting;
    collecting = true;
    try {
      moveValid(block, stream, origin);
      owner.blockMoved(block);
    } catch (WornOutException e) {
      blocks.close(block, clock);
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
      blocks.spread(block / blocksPerPlane).erased(before + 1);
      blocks.state(block, BlockTable.State.FREE);
      free.give(block);
    } else {
      blocks.turnedBad(block, before);
    }
  }

  private void moveValid(int block, int stream, Origin origin) {
    int number = block / blocksPerPlane;
    int first = block * pagesPerBlock;
    int end = first + pagesPerBlock;
    for (int page = blocks.nextValid(first, end);
        page < end;
        page = blocks.nextValid(page + 1, end)) {
      int to = copy(page, number, owner.streamOfMoved(flash.tag(page), stream), origin);
      invalidate(page);
      owner.moved(flash.tag(to), page, to);
    }
  }

  private int copy(int from, int number, int stream, Origin origin) {
    while (true) {
      int slot = copySlot(number, stream);
      int to = open.nextPage(slot);
      boolean succeeded = flash.copy(from, to, origin);
      clock++;
      if (succeeded) {
        programmed(slot, to);
        return to;
      }
      failedProgram(slot);
    }
  }

  /** Returns the slot for the next copy, if possible in the plane {@code number}. */
  private int copySlot(int number, int stream) {
    int slot = open.slot(stream, number);
    if (open.isOpen(slot)) {
      return slot;
    }
    // cold pages go to the most erased block, because a block with cold pages is erased rarely
    boolean levels = stream == wearStream && wearStream != gcStream;
    int block = levels ? free.takeMostErased(number) : free.take(number);
    return open(slot, block) ? slot : lastResort(stream);
  }

  private void failedProgram(int slot) {
    int block = open.block(slot);
    open.close(slot);
    blocks.turnedBad(block, flash.eraseCount(block));
    flash.retire(block);
    failed.add(block);
  }

  /** Moves valid pages out of failed blocks, including blocks that fail meanwhile. */
  private void moveOutOfFailed() {
    boolean outer = collecting;
    collecting = true;
    try {
      while (!failed.isEmpty()) {
        int block = failed.newest();
        moveValid(block, gcStream, Origin.REFRESH);
        owner.blockMoved(block);
        // a failing copy has added another block
        if (blocks.validPages(block) == 0) {
          failed.remove(block);
        }
      }
    } finally {
      collecting = outer;
    }
  }

  @Override
  public void invalidate(int page) {
    blocks.invalidate(page, clock);
  }

  /**
   * Reports that the host has read a page. If the page's block has now reached the configured
   * number of reads, the valid pages of the block are moved.
   */
  public void wasRead(int page) {
    if (config.refreshReads() == 0) {
      return;
    }
    int block = page / pagesPerBlock;
    if (!blocks.is(block, BlockTable.State.CLOSED)
        || flash.readsSinceErase(block) < config.refreshReads()) {
      return;
    }
    try {
      // making room may have moved the block already
      if (makeRoom(block / blocksPerPlane) && blocks.is(block, BlockTable.State.CLOSED)) {
        empty(block, gcStream, Origin.REFRESH);
      }
    } catch (WornOutException e) {
      // there is no room to move the pages; a read does not fail for that
    }
  }

  /**
   * Visits every readable page after a power loss, including pages that could not be moved out of
   * bad blocks. Call this before {@link #claim} and {@link #rebuild}.
   */
  public void scan(FlashOperations.TagVisitor visitor) {
    for (int block = 0; block < geometry.blockCount(); block++) {
      flash.scan(block, visitor);
    }
  }

  @Override
  public void claim(int page) {
    blocks.validate(page);
  }

  /**
   * Restores the state of each block after a power loss. Call this after {@link #claim} was called
   * for all valid pages. Partly filled blocks are filled further, so repeated power cuts do not
   * lose room.
   */
  public void rebuild() {
    clock = flash.nextSequence();
    long[] order = new long[geometry.blockCount()];
    int closing = 0;
    for (int block = 0; block < geometry.blockCount(); block++) {
      int next = flash.nextIndex(block);
      if (blocks.is(block, BlockTable.State.BAD)) {
        if (blocks.validPages(block) > 0) {
          failed.add(block);
        }
      } else if (next > 0 && blocks.validPages(block) > 0 && !reopen(block, next)) {
        order[closing++] = blocks.newest(block) << 31 | block;
      }
    }
    // blocks are erased only now, because a failing erase may need an open block
    for (int block = 0; block < geometry.blockCount(); block++) {
      if (blocks.is(block, BlockTable.State.FREE)
          && flash.nextIndex(block) > 0
          && blocks.validPages(block) == 0) {
        erase(block, Origin.RECOVERY);
      }
    }
    Arrays.sort(order, 0, closing);
    for (int i = 0; i < closing; i++) {
      blocks.close((int) (order[i] & 0x7FFF_FFFF), clock);
    }
    if (!failed.isEmpty()) {
      try {
        for (int i = failed.size() - 1; i >= 0; i--) {
          makeRoom(failed.block(i) / blocksPerPlane);
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
    // streams of collected pages first, because they need the room most
    int slot = open.lastVacant(block / blocksPerPlane);
    if (slot < 0) {
      return false;
    }
    open.open(slot, block, next);
    blocks.state(block, BlockTable.State.OPEN);
    return true;
  }
}
