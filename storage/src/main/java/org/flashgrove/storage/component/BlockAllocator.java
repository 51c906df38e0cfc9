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
 * Free blocks of a space. A writer allocates a block and seals it; an edit makes it valid; another
 * edit retires it; it is free again when that edit is durable and no snapshot can see the block.
 * Allocation prefers the lowest block or, on media that wear, the least erased one.
 *
 * <p>Nothing of this is stored: a block that is not valid when a store opens is free.
 */
final class BlockAllocator {
  private static final int NONE = -1;

  /**
   * Part of the blocks that count which may wait to be freed together: a translation layer writes a
   * page of its own for each flush behind which there are blocks given up, however many these are.
   */
  private static final int WAITING_PART = 8;

  private static final int MOST_TOGETHER = 32;

  private final BlockSpace space;
  private final Map<Long, Live> live = new HashMap<>();

  /** Blocks that are whole and named by no edit yet; noted by any thread. */
  private final Map<Long, Block> sealed = new ConcurrentHashMap<>();

  /** Retired blocks in the order of their edits' frames. */
  private final ArrayDeque<Retired> retired = new ArrayDeque<>();

  /** All that is not free, and what the device lost. */
  private final BitSet taken = new BitSet();

  /** Free blocks that were erased since they were retired. */
  private final BitSet erased = new BitSet();

  /** A block that counts, and the newest commit when the edit was made that added it. */
  private record Live(Block block, long since) {}

  /**
   * A block that counts no more.
   *
   * @param frame frame of the edit that retired it
   * @param since oldest commit at which a snapshot may see the block
   * @param until newest such commit
   */
  private record Retired(long frame, int number, long since, long until) {}

  /** Access of snapshots and of readers in other processes. */
  @FunctionalInterface
  interface Looks {
    /**
     * Returns whether a snapshot sees one of the commits in the range, both ends included, or
     * whether a reader sees the log between the first commit and the given frame.
     */
    boolean any(long since, long until, long frame);
  }

  BlockAllocator(BlockSpace space) {
    this.space = space;
  }

  /** Notes a block that counts, as the log says; before anything else. */
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
   * Keeps all free blocks until the readers that exist when the store opens have gone, because only
   * the previous writer knew which blocks these readers see.
   *
   * @param frame newest frame at which such a reader can be
   */
  void holdFree(long frame) {
    int end = (int) Math.min(space.blockCount(), space.maxBlocks());
    for (int number = taken.nextClearBit(0); number < end; number = taken.nextClearBit(number)) {
      taken.set(number);
      retired.addLast(new Retired(frame, number, 0, NONE));
    }
  }

  /** Returns the number of blocks that count. */
  int liveCount() {
    return live.size();
  }

  /** Returns the blocks that count. */
  List<Block> live() {
    return live.values().stream().map(Live::block).toList();
  }

  /** Returns the number of free blocks before the last block that is not free. */
  int looseCount() {
    return taken.length() - taken.cardinality();
  }

  /** Returns the number of retired blocks that are not free yet. */
  int retiredCount() {
    return retired.size();
  }

  /**
   * Returns whether edits up to a frame retired enough blocks to free them together; where blocks
   * wear, one is enough, for a choice among many wears them alike.
   */
  boolean isWorthReleasing(long frame) {
    int together = Math.max(1, Math.min(MOST_TOGETHER, live.size() / WAITING_PART));
    return retired.size() - retiredBehind(frame) >= (space.countsErasures() ? 1 : together);
  }

  /** Returns the number of blocks retired by frames behind one. */
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
   * Takes a free block, which is ready to be written.
   *
   * @throws StoreIoException if there is none
   */
  long take() {
    while (true) {
      int number = space.countsErasures() ? leastErased() : lowest();
      if (number == NONE) {
        throw new StoreIoException(
            space.name()
                + ": no free block: of "
                + space.maxBlocks()
                + ", "
                + live.size()
                + " count, "
                + retired.size()
                + " are retired and may still be needed");
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

  /** Erases a block; returns false if the device lost it. */
  private boolean erase(int number) {
    try {
      space.erase(number);
      return true;
    } catch (BlockFailedException e) {
      return false; // the space does not call it usable any more
    }
  }

  /** Frees a block that was taken and is not needed. */
  void giveBack(long number) {
    taken.clear((int) number);
  }

  /** Frees a block that was written and is not needed. */
  void giveBack(Block written) {
    if (sealed.remove(written.number(), written)) {
      giveBack(written.number());
    }
  }

  /** Notes that a block that was taken is written. */
  void sealed(Block block) {
    sealed.put(block.number(), block);
  }

  /** Refuses blocks that were not sealed, or count already. */
  void requireSealed(Block[] blocks) {
    for (Block block : blocks) {
      if (!block.equals(sealed.get(block.number()))) {
        throw new IllegalArgumentException(block + " was not sealed, or counts already");
      }
    }
  }

  /** Refuses blocks that do not count. */
  void requireLive(Block[] blocks) {
    for (Block block : blocks) {
      Live known = live.get(block.number());
      if (known == null || !block.equals(known.block())) {
        throw new IllegalArgumentException(block + " does not count");
      }
    }
  }

  /**
   * Notes an edit whose frame is in the log. A snapshot may have been taken between the newest
   * commit and the edit, or will be taken between the edit and the next commit, and looks at that
   * commit either way.
   *
   * @param newest the newest commit
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

  /** Frees blocks that edits up to a frame retired and no snapshot sees. */
  void release(long frame, Looks looks) {
    for (Iterator<Retired> all = retired.iterator(); all.hasNext(); ) {
      Retired block = all.next();
      if (block.frame() > frame) {
        return; // and so are those behind it
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

  /** Gives free space at the end of the file back. */
  void shrink() {
    int end = taken.length();
    space.shrink(end);
    erased.clear(end, Math.max(end, erased.length()));
  }
}
