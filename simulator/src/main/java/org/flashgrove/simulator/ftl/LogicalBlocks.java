package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.BlockPool;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FlashTranslationLayer;
import org.flashgrove.simulator.ftl.space.MetadataBlocks;
import org.flashgrove.simulator.ftl.space.Tag;
import org.flashgrove.simulator.ftl.space.TrimJournal;
import org.flashgrove.simulator.ftl.space.WearLevelling;
import org.flashgrove.simulator.ftl.space.WornOutException;

/**
 * Base of block-mapping layers. Each logical block has at most one <i>data block</i>, in which page
 * {@code i} of the logical block is at index {@code i}. This class implements merges of scattered
 * pages, trims, bad blocks and wear levelling.
 *
 * <p>The location of the newest copy is stored per page. This is equivalent to a block map with
 * maps of log blocks, but faster. Pages of a block are programmed in ascending order, so a skipped
 * index can no longer be programmed.
 *
 * <p>{@link BlockConfig#RESERVE} blocks are kept free. A merge uses one of them and frees at least
 * one; the other is for failing blocks and interrupted merges.
 *
 * <p><b>Wear levelling.</b> Dynamic: the least erased free block is used first. Static: if the most
 * erased block has more erases than a data block by more than the threshold, the pages of the data
 * block move to the most erased free block.
 */
final class LogicalBlocks {
  /** Callbacks to a concrete translation layer. */
  interface Layer {
    /** Frees log blocks by merges. Returns false if there was no log block. */
    boolean reclaim();

    /** Moves all pages of a logical block to its data block. */
    void merge(int logicalBlock, Origin origin);

    /**
     * Called after a power loss for each block that contains needed pages but is not a data block,
     * in order of the last write.
     *
     * @return whether the block becomes a log block; if not, its pages are merged
     */
    boolean adopt(int block);
  }

  /** A page written by the host. */
  private record HostPage(int page, Origin origin, ByteBuffer from, int offset) {}

  private static final int ALL = -1;

  private final FlashOperations flash;
  private final FlashGeometry geometry;
  private final BlockConfig config;
  private final Layer layer;
  private final BlockPool pool;
  private final MetadataBlocks metadata;
  private final TrimJournal trims;
  private final int pagesPerBlock;
  private final int[] map;
  private final int[] dataBlock;

  /** Creates a mapping without pages. */
  LogicalBlocks(FlashOperations flash, BlockConfig config, Layer layer) {
    this.flash = flash;
    this.geometry = flash.geometry();
    this.config = config;
    this.layer = layer;
    pagesPerBlock = geometry.pagesPerBlock();
    pool = new BlockPool(flash, config.wear());
    int journalPages = TrimJournal.pagesAtMost(config.logicalPages(), geometry.pageBytes());
    metadata = new MetadataBlocks(flash, pool, journalPages, this::recordMoved);
    trims = new TrimJournal(flash, metadata, config.logicalPages());
    map = new int[config.logicalPages()];
    Arrays.fill(map, -1);
    dataBlock = new int[BlockConfig.logicalBlocks(map.length, pagesPerBlock)];
    Arrays.fill(dataBlock, -1);
  }

  private void recordMoved(int from, int to) {
    trims.moved(from, to);
  }

  int logicalPages() {
    return map.length;
  }

  /** Returns the data block of a logical block, or -1 if it has none. */
  int dataBlock(int logicalBlock) {
    return dataBlock[logicalBlock];
  }

  private int end(int logicalBlock) {
    return Math.min(map.length, (logicalBlock + 1) * pagesPerBlock);
  }

  /** See {@link FlashTranslationLayer#read}. */
  void read(int page, Origin origin, ByteBuffer into, int offset) {
    int at = map[page];
    flash.read(at, origin, into, offset);
    if (at >= 0) {
      wasRead(page, at / pagesPerBlock);
    }
  }

  private void wasRead(int page, int block) {
    if (config.refreshReads() > 0
        && flash.readsSinceErase(block) >= config.refreshReads()
        && pool.free() > 0) {
      try {
        layer.merge(page / pagesPerBlock, Origin.REFRESH);
      } catch (WornOutException e) {
        // there is no room to move the pages; a read does not fail for that
      }
    }
  }

  /** See {@link FlashTranslationLayer#trim}. */
  void trim(int first, int count) {
    for (int page = first; page < first + count; page++) {
      if (map[page] >= 0) {
        map[page] = -1;
        trims.trimmed(page);
      }
    }
  }

  /** See {@link FlashTranslationLayer#flush}. */
  void flush() {
    trims.flush(page -> map[page] < 0);
  }

  /**
   * Programs a page at its index in the data block, unless that index is already programmed or was
   * skipped. Allocates a data block if there is none or the old one fails.
   *
   * @return whether the page was programmed
   */
  boolean writeInPlace(int page, Origin origin, ByteBuffer from, int offset) {
    int logicalBlock = page / pagesPerBlock;
    if (dataBlock[logicalBlock] < 0) {
      makeRoom();
      // making room may have merged this logical block
      if (dataBlock[logicalBlock] < 0) {
        dataBlock[logicalBlock] = pool.take(-1);
      }
    }
    int block = dataBlock[logicalBlock];
    int index = page % pagesPerBlock;
    if (flash.nextIndex(block) > index || flash.isBad(block)) {
      return false;
    }
    int at = geometry.page(block, index);
    if (flash.program(at, origin, Tag.of(Tag.DATA, page), from, offset)) {
      map[page] = at;
    } else {
      pool.retire(block);
      gather(logicalBlock, block, Origin.REFRESH, new HostPage(page, origin, from, offset));
    }
    return true;
  }

  /**
   * Programs a page of the host at the next index of a log block.
   *
   * @return whether the program succeeded; if not, the log block is bad and should be merged
   */
  boolean append(int logBlock, int page, Origin origin, ByteBuffer from, int offset) {
    int at = geometry.page(logBlock, flash.nextIndex(logBlock));
    if (flash.program(at, origin, Tag.ofLogged(page), from, offset)) {
      map[page] = at;
      return true;
    }
    pool.retire(logBlock);
    return false;
  }

  /**
   * Programs a page together with the other pages of its data block into a free block, and erases
   * the old block.
   */
  void rewrite(int page, Origin origin, ByteBuffer from, int offset) {
    int logicalBlock = page / pagesPerBlock;
    HostPage write = new HostPage(page, origin, from, offset);
    gather(logicalBlock, dataBlock[logicalBlock], Origin.GC, write);
  }

  /**
   * Frees log blocks if few blocks are free. Allocates a log block, if possible in the plane of
   * {@code neighbour}; -1 is any plane.
   */
  int takeLog(int neighbour) {
    makeRoom();
    return pool.take(neighbour);
  }

  private void makeRoom() {
    boolean more = true;
    while (pool.free() <= BlockConfig.RESERVE && more) {
      more = layer.reclaim();
    }
    // merges must still be possible
    if (pool.free() < 2) {
      throw pool.wornOut();
    }
  }

  /**
   * Merges a logical block with its log block. If the log block contains the whole logical block in
   * order, the log block becomes the data block (switch merge). If it contains only the beginning
   * in order, the missing pages are first copied to the log block (partial merge). In all other
   * cases all pages are copied to a free block (full merge).
   */
  void mergeLog(int logicalBlock, int logBlock, Origin origin) {
    if (isInOrder(logicalBlock, logBlock)) {
      completeLog(logicalBlock, logBlock, origin);
    } else {
      mergeFully(logicalBlock, origin);
      release(logBlock, origin);
    }
  }

  /**
   * Copies all pages of a logical block to a new data block and erases the old data block (full
   * merge). Log blocks stay as they are.
   */
  void mergeFully(int logicalBlock, Origin origin) {
    gather(logicalBlock, ALL, origin, null);
  }

  private void completeLog(int logicalBlock, int logBlock, Origin origin) {
    if (fill(logBlock, logicalBlock, flash.nextIndex(logBlock), ALL, origin, null)) {
      relocate(logBlock, logicalBlock, ALL, null);
      replaceDataBlock(logicalBlock, logBlock, origin);
    } else {
      pool.retire(logBlock);
      mergeFully(logicalBlock, origin);
    }
  }

  /** Returns whether the pages of a log block are the first pages of a logical block, in order. */
  boolean isInOrder(int logicalBlock, int logBlock) {
    if (flash.isBad(logBlock)) {
      return false;
    }
    int first = logicalBlock * pagesPerBlock;
    int written = Math.min(flash.nextIndex(logBlock), end(logicalBlock) - first);
    for (int index = 0; index < written; index++) {
      int at = map[first + index];
      if (at >= 0 && at != geometry.page(logBlock, index)) {
        return false;
      }
    }
    return true;
  }

  /** Erases a block whose pages are no longer needed. Does nothing if the block is bad. */
  void release(int block, Origin origin) {
    if (flash.isBad(block)) {
      return;
    }
    requireTrimsDurable(block);
    pool.erase(block, origin);
    levelWear();
  }

  private void requireTrimsDurable(int block) {
    if (trims.anyPendingIn(block)) {
      flush();
    }
  }

  /**
   * Copies pages of a logical block to a new data block, together with a page that the host writes.
   *
   * @param source only pages whose newest copy is in this block are copied; ALL for every page
   * @param write page that the host writes, or {@code null}
   */
  private void gather(int logicalBlock, int source, Origin origin, HostPage write) {
    while (true) {
      int target = pool.take(dataBlock[logicalBlock]);
      if (fill(target, logicalBlock, 0, source, origin, write)) {
        relocate(target, logicalBlock, source, write);
        replaceDataBlock(logicalBlock, target, origin);
        return;
      }
      pool.retire(target);
    }
  }

  /**
   * Copies pages of a logical block to the block {@code target}, from the index {@code fromIndex}
   * on. Returns false as soon as a program fails.
   */
  private boolean fill(
      int target, int logicalBlock, int fromIndex, int source, Origin origin, HostPage write) {
    int end = end(logicalBlock);
    for (int page = logicalBlock * pagesPerBlock + fromIndex; page < end; page++) {
      int to = geometry.page(target, page % pagesPerBlock);
      boolean succeeded = true;
      if (write != null && write.page() == page) {
        long tag = Tag.of(Tag.DATA, page);
        succeeded = flash.program(to, write.origin(), tag, write.from(), write.offset());
      } else if (isFrom(page, source)) {
        succeeded = flash.copy(map[page], to, origin);
      }
      if (!succeeded) {
        return false;
      }
    }
    return true;
  }

  private boolean isFrom(int page, int source) {
    return map[page] >= 0 && (source == ALL || map[page] / pagesPerBlock == source);
  }

  /** Updates the mapping of the pages that {@link #fill} has copied into {@code target}. */
  private void relocate(int target, int logicalBlock, int source, HostPage write) {
    for (int page = logicalBlock * pagesPerBlock; page < end(logicalBlock); page++) {
      if (write != null && write.page() == page || isFrom(page, source)) {
        map[page] = geometry.page(target, page % pagesPerBlock);
      }
    }
  }

  private void replaceDataBlock(int logicalBlock, int target, Origin origin) {
    int old = dataBlock[logicalBlock];
    dataBlock[logicalBlock] = target;
    if (old >= 0) {
      release(old, origin);
    }
  }

  /** If static wear levelling is due and blocks are free, moves the least erased data block. */
  private void levelWear() {
    if (config.wear() != WearLevelling.STATIC
        || pool.difference() <= config.wearThreshold()
        || pool.free() <= BlockConfig.RESERVE / 2) {
      return;
    }
    int rested = -1;
    for (int logicalBlock = 0; logicalBlock < dataBlock.length; logicalBlock++) {
      int block = dataBlock[logicalBlock];
      if (block >= 0
          && !flash.isBad(block)
          && (rested < 0 || pool.behind(block) > pool.behind(dataBlock[rested]))) {
        rested = logicalBlock;
      }
    }
    if (rested < 0 || pool.behind(dataBlock[rested]) <= config.wearThreshold()) {
      return;
    }
    int old = dataBlock[rested];
    int target = pool.takeMostErased(old);
    if (target < 0) {
      return;
    }
    if (fill(target, rested, 0, old, Origin.WEAR, null)) {
      relocate(target, rested, old, null);
      dataBlock[rested] = target;
      requireTrimsDurable(old);
      pool.erase(old, Origin.WEAR);
    } else {
      pool.retire(target);
    }
  }

  /** See {@link FlashTranslationLayer#isNeeded}. */
  boolean isNeeded(int physicalPage) {
    long tag = flash.tag(physicalPage);
    int newest = TrimJournal.isRecord(tag) ? physicalPage : map[Tag.number(tag)];
    // an interrupted merge may have left a copy with the same sequence number
    return newest >= 0 && flash.sequence(newest) == flash.sequence(physicalPage);
  }

  /** See {@link FlashTranslationLayer#recover}. */
  void recover() {
    BlockRecovery found = new BlockRecovery(flash, map, dataBlock);
    found.scan(trims);
    found.choose();
    int[] others = found.otherBlocks();
    BitSet needed = found.neededBlocks();
    for (int block = 0; block < geometry.blockCount(); block++) {
      if (!flash.isBad(block)
          && flash.nextIndex(block) > 0
          && !needed.get(block)
          && !metadata.holds(block)) {
        pool.erase(block, Origin.RECOVERY);
      }
    }
    try {
      metadata.rebuild();
      for (int block : others) {
        if (flash.isBad(block) || !layer.adopt(block)) {
          mergeAllOf(block);
        }
      }
    } catch (WornOutException e) {
      // Pages that could not be moved can still be read; the next write fails in the same way.
    }
  }

  /** Merges all logical blocks whose newest pages lie in a block, and erases the block. */
  private void mergeAllOf(int block) {
    empty(block, Origin.RECOVERY);
    release(block, Origin.RECOVERY);
  }

  /** Merges all logical blocks whose newest pages lie in a block. The block is not erased. */
  void empty(int block, Origin origin) {
    int end = geometry.page(block, 0) + flash.nextIndex(block);
    for (int page = geometry.page(block, 0); page < end; page++) {
      int logical = newestOf(page);
      if (logical >= 0) {
        layer.merge(logical / pagesPerBlock, origin);
      }
    }
  }

  /** Returns the logical page whose newest copy is in a physical page, or -1 if none. */
  int newestOf(int physicalPage) {
    long tag = flash.tag(physicalPage);
    int logical = Tag.number(tag);
    boolean newest = Tag.kind(tag) == Tag.DATA && map[logical] == physicalPage;
    return newest ? logical : -1;
  }

  /** Returns the only logical block with valid pages in a block; -1 if none or several. */
  int onlyLogicalBlock(int block) {
    int only = -1;
    int end = geometry.page(block, 0) + flash.nextIndex(block);
    for (int page = geometry.page(block, 0); page < end; page++) {
      int logical = newestOf(page);
      if (logical >= 0 && only >= 0 && logical / pagesPerBlock != only) {
        return -1;
      }
      only = logical >= 0 ? logical / pagesPerBlock : only;
    }
    return only;
  }
}
