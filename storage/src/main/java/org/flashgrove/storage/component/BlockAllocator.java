package org.flashgrove.storage.component;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.flash.BlockFailedException;

/**
 * Tracks the free blocks of a block space. An edit is a log frame that changes the set of valid
 * blocks. A block goes through these states:
 *
 * <ol>
 *   <li>A writer allocates a free block, writes it, and then seals it against further writes.
 *   <li>An edit makes the sealed block valid.
 *   <li>A later edit retires the block.
 *   <li>The block is free again once that later edit is durable and no snapshot can see the block.
 * </ol>
 *
 * <p>The allocator picks the free block with the lowest number. On media that wear, it picks the
 * free block with the fewest erasures instead.
 *
 * <p>These states are not stored: when a store opens, every block is free unless the log names the
 * block as valid.
 */
final class BlockAllocator {
  private static final int NONE = -1;

  /**
   * Retired blocks are freed in groups. A group has 1/{@code WAITING_PART} of the number of valid
   * blocks, but at most {@code MOST_TOGETHER} blocks. Grouping saves writes: a flush of the device
   * after a discard makes the flash translation layer write one more page, however many blocks were
   * discarded.
   */
  private static final int WAITING_PART = 8;

  private static final int MOST_TOGETHER = 32;

  private final BlockSpace space;
  private final Map<Long, Live> live = new HashMap<>();

  /** Sealed blocks that no edit in the log has made valid yet. Any thread may add a block. */
  private final Map<Long, Block> sealed = new ConcurrentHashMap<>();

  /** Retired blocks, ordered by the log frames of the edits that retired them. */
  private final ArrayDeque<Retired> retired = new ArrayDeque<>();

  /** Blocks that are not free, and blocks that have failed on the device. */
  private final BitSet taken = new BitSet();

  /** Free blocks that were erased after they were retired. */
  private final BitSet erased = new BitSet();

  /**
   * A valid block.
   *
   * @param since number of the newest commit at the time when an edit made the block valid
   */
  private record Live(Block block, long since) {}

  /**
   * A retired block.
   *
   * @param frame log frame of the edit that retired the block
   * @param since number of the oldest commit whose snapshots may see the block
   * @param until number of the newest commit whose snapshots may see the block
   */
  private record Retired(long frame, int number, long since, long until) {}

  /** Tells whether a snapshot, or a reader in another process, may still read certain blocks. */
  @FunctionalInterface
  interface Looks {
    /**
     * Returns whether a block must be kept for a reader. The block must be kept if a snapshot sees
     * a commit from {@code since} to {@code until}, both included. It must also be kept if a reader
     * in another process sees the store as of a log frame from {@code since} to {@code frame}.
     */
    boolean any(long since, long until, long frame);
  }

  BlockAllocator(BlockSpace space) {
    this.space = space;
  }

  /**
   * Marks a block as valid because the log names the block as valid. Called while a store opens,
   * before any other method.
   */
  void restore(Block block) {
    if (block.number() >= space.blockCount() || block.pages() > space.blockPages()) {
      throw damaged(
          block,
          "the log names "
              + block.pages()
              + " pages of it, but there are "
              + space.blockCount()
              + " blocks of "
              + space.blockPages()
              + " pages");
    }
    if (live.put(block.number(), new Live(block, 0)) != null) {
      throw damaged(block, "the log names it twice");
    }
    taken.set((int) block.number());
  }

  private DamagedStoreException damaged(Block block, String cause) {
    return new DamagedStoreException(space.name(), "block " + block.number(), cause);
  }

  /**
   * Prevents the allocation of the blocks that are free now until all readers in other processes
   * that are registered now are gone. Called when a store opens, because only the previous writer
   * knew which blocks these readers see.
   *
   * @param frame newest frame that such a reader can see
   */
  void holdFree(long frame) {
    int end = (int) Math.min(space.blockCount(), space.maxBlocks());
    for (int number = taken.nextClearBit(0); number < end; number = taken.nextClearBit(number)) {
      taken.set(number);
      retired.addLast(new Retired(frame, number, 0, NONE));
    }
  }

  /** Returns the number of valid blocks. */
  int liveCount() {
    return live.size();
  }

  /** Returns the valid blocks. */
  List<Block> live() {
    return live.values().stream().map(Live::block).toList();
  }

  /** Returns the number of free blocks that have a lower number than the last block in use. */
  int looseCount() {
    return taken.length() - taken.cardinality();
  }

  /** Returns the number of retired blocks that are not free yet. */
  int retiredCount() {
    return retired.size();
  }

  /**
   * Returns whether edits up to log frame {@code frame} have retired enough blocks to free them as
   * a group. On media that wear, one block is enough: the more free blocks there are to choose
   * from, the more evenly the medium wears.
   */
  boolean isWorthReleasing(long frame) {
    int together = Math.max(1, Math.min(MOST_TOGETHER, live.size() / WAITING_PART));
    return retired.size() - retiredBehind(frame) >= (space.countsErasures() ? 1 : together);
  }

  /** Returns the number of blocks that edits after log frame {@code frame} retired. */
  int retiredBehind(long frame) {
    int count = 0;
    for (var last = retired.descendingIterator(); last.hasNext(); count++) {
      if (last.next().frame() <= frame) {
        break;
      }
    }
    return count;
  }

  /**
   * Allocates a free block and makes it ready to be written.
   *
   * @throws StoreIoException if no block is free
   */
  long take() {
    while (true) {
      int number = space.countsErasures() ? leastErased() : lowest();
      if (number == NONE) {
        throw new StoreIoException(
            space.name()
                + ": no free block: of "
                + space.maxBlocks()
                + " blocks, "
                + live.size()
                + " are in use and "
                + retired.size()
                + " wait for older snapshots; use a larger device, or close snapshots");
      }
      taken.set(number);
      boolean ready = erased.get(number) || number >= space.blockCount() || erase(number);
      erased.clear(number);
      if (ready) {
        return number;
      }
    }
  }

  private int lowest() {
    int number = taken.nextClearBit(0);
    while (number < space.maxBlocks() && !space.isUsable(number)) {
      number = taken.nextClearBit(number + 1);
    }
    return number < space.maxBlocks() ? number : NONE;
  }

  private int leastErased() {
    int best = NONE;
    for (int number = taken.nextClearBit(0);
        number < space.maxBlocks();
        number = taken.nextClearBit(number + 1)) {
      boolean better = best == NONE || space.eraseCount(number) < space.eraseCount(best);
      if (better && space.isUsable(number)) {
        best = number;
      }
    }
    return best;
  }

  /** Erases a block. Returns false if the block has failed on the device. */
  private boolean erase(int number) {
    try {
      space.erase(number);
      return true;
    } catch (BlockFailedException e) {
      return false; // isUsable() is false for this block from now on
    }
  }

  /** Frees an allocated block that was not written. */
  void giveBack(long number) {
    taken.clear((int) number);
  }

  /** Frees a sealed block that no edit made valid. */
  void giveBack(Block written) {
    if (sealed.remove(written.number(), written)) {
      giveBack(written.number());
    }
  }

  /** Notes that an allocated block is written and sealed. */
  void sealed(Block block) {
    sealed.put(block.number(), block);
  }

  /** Throws {@link IllegalArgumentException} unless all blocks are sealed and not yet valid. */
  void requireSealed(Block[] blocks) {
    for (Block block : blocks) {
      if (!block.equals(sealed.get(block.number()))) {
        throw new IllegalArgumentException(
            block + ": not sealed or already in use; seal the block before the edit");
      }
    }
  }

  /** Throws {@link IllegalArgumentException} unless all blocks are valid. */
  void requireLive(Block[] blocks) {
    for (Block block : blocks) {
      Live known = live.get(block.number());
      if (known == null || !block.equals(known.block())) {
        throw new IllegalArgumentException(
            block + ": not in use; retire only blocks of the newest edit");
      }
    }
  }

  /**
   * Applies an edit that was appended to the log. The blocks {@code added} become valid, and the
   * blocks {@code gone} retire.
   *
   * @param frame log frame of the edit
   * @param newest number of the newest commit. A snapshot that is opened before the next commit
   *     shows this commit, whether the snapshot is opened before or after the edit.
   */
  void edited(long frame, long newest, Block[] added, Block[] gone) {
    for (Block block : gone) {
      long since = live.remove(block.number()).since();
      retired.addLast(new Retired(frame, (int) block.number(), since, newest));
    }
    for (Block block : added) {
      sealed.remove(block.number());
      live.put(block.number(), new Live(block, newest));
    }
  }

  /**
   * Frees the blocks that edits up to log frame {@code frame} retired, except the blocks that a
   * reader may still see according to {@code looks}.
   */
  void release(long frame, Looks looks) {
    for (Iterator<Retired> all = retired.iterator(); all.hasNext(); ) {
      Retired block = all.next();
      if (block.frame() > frame) {
        return; // later entries have larger frames
      }
      if (!looks.any(block.since(), block.until(), block.frame())) {
        all.remove();
        if (erase(block.number())) {
          erased.set(block.number());
          taken.clear(block.number());
        }
      }
    }
  }

  /** Truncates the file after its last block in use. */
  void shrink() {
    int end = taken.length();
    space.shrink(end);
    erased.clear(end, Math.max(end, erased.length()));
  }
}
