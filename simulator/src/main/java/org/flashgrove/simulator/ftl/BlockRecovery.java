package org.flashgrove.simulator.ftl;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.Tag;
import org.flashgrove.simulator.ftl.space.TrimJournal;

/**
 * Recovers the maps of {@link LogicalBlocks} after a power loss. The newest copy of each page is
 * valid. A page copied by a merge has the sequence number of its source. An interrupted merge may
 * therefore count as complete or as not started:
 *
 * <ul>
 *   <li>If a block contains all pages of a logical block at their indexes, it is the data block of
 *       that logical block.
 *   <li>Otherwise blocks whose pages all have equal copies elsewhere are dropped, such as the
 *       target of an interrupted merge. Of the remaining blocks, the block that was written in
 *       place is the data block.
 * </ul>
 */
final class BlockRecovery {
  private static final int MIXED = -1;
  private static final int NOTHING = -2;
  private static final int PREFERRED = 2;

  private final FlashOperations flash;
  private final FlashGeometry geometry;
  private final int pagesPerBlock;
  private final int[] map;
  private final int[] dataBlock;
  private final BitSet readable = new BitSet();
  private final long[] newest;

  /**
   * For each physical block, the logical block whose pages it contains, if each of its readable
   * pages is at the index that the page has in this logical block. Otherwise MIXED, or NOTHING if
   * the physical block has no readable page.
   */
  private final int[] home;

  /** For each block, the number of its pages that are the newest copy of a logical page. */
  private final int[] newestPages;

  /** For each block, the sequence number of its last page. */
  private final long[] lastWritten;

  private final boolean[] givenUp;

  /**
   * Creates a recovery that has not found any page.
   *
   * @param map receives the physical page of each logical page, -1 if none
   * @param dataBlock receives the data block of each logical block, -1 if none
   */
  BlockRecovery(FlashOperations flash, int[] map, int[] dataBlock) {
    this.flash = flash;
    this.map = map;
    this.dataBlock = dataBlock;
    geometry = flash.geometry();
    pagesPerBlock = geometry.pagesPerBlock();
    newest = new long[map.length];
    int blocks = geometry.blockCount();
    home = new int[blocks];
    newestPages = new int[blocks];
    lastWritten = new long[blocks];
    givenUp = new boolean[blocks];
  }

  /**
   * Reads all out-of-band areas. Then unmaps the pages that were trimmed according to the journal.
   */
  void scan(TrimJournal trims) {
    for (int block = 0; block < geometry.blockCount(); block++) {
      home[block] = NOTHING;
      flash.scan(
          block,
          (page, tag, sequence) -> {
            if (TrimJournal.isRecord(tag)) {
              trims.found(page, tag, sequence);
            } else {
              found(page, Tag.number(tag), sequence);
            }
          });
    }
    trims.apply(map, newest);
    for (int page = 0; page < map.length; page++) {
      if (map[page] < 0) {
        newest[page] = -1; // no copy counts as the newest
      }
    }
    for (int page = readable.nextSetBit(0); page >= 0; page = readable.nextSetBit(page + 1)) {
      newestPages[page / pagesPerBlock] += isNewest(page) ? 1 : 0;
    }
  }

  private void found(int page, int logical, long sequence) {
    readable.set(page);
    int block = page / pagesPerBlock;
    lastWritten[block] = Math.max(lastWritten[block], sequence);
    boolean inPlace = logical % pagesPerBlock == page % pagesPerBlock;
    int logicalBlock = inPlace ? logical / pagesPerBlock : MIXED;
    home[block] = home[block] == NOTHING || home[block] == logicalBlock ? logicalBlock : MIXED;
    if (sequence > newest[logical]) {
      newest[logical] = sequence;
      map[logical] = page;
    }
  }

  private int logical(int page) {
    return Tag.number(flash.tag(page));
  }

  private boolean isNewest(int page) {
    return readable.get(page) && flash.sequence(page) == newest[logical(page)];
  }

  /**
   * Chooses the data block of each logical block. If a logical page has several equal copies, also
   * chooses one of them.
   */
  void choose() {
    int[] needed = new int[dataBlock.length];
    for (int page = 0; page < map.length; page++) {
      needed[page / pagesPerBlock] += map[page] >= 0 ? 1 : 0;
    }
    for (int block = 0; block < home.length; block++) {
      if (isGoodHome(block)
          && newestPages[block] == needed[home[block]]
          && dataBlock[home[block]] < 0) {
        dataBlock[home[block]] = block;
      }
    }
    giveUp();
    List<Integer> order = byLastWritten();
    // if copies are equal, the one that is assigned last is used
    for (int preference = 0; preference <= PREFERRED; preference++) {
      assign(order, preference);
    }
    for (int page = 0; page < map.length; page++) {
      int block = dataBlock[page / pagesPerBlock];
      if (map[page] >= 0 && block >= 0) {
        map[page] = geometry.page(block, page % pagesPerBlock);
      }
    }
    for (int block : order) {
      if (isGoodHome(block) && !givenUp[block] && dataBlock[home[block]] < 0) {
        chooseDataBlock(home[block]);
      }
    }
  }

  private boolean isGoodHome(int block) {
    return home[block] >= 0 && newestPages[block] > 0 && !flash.isBad(block);
  }

  /**
   * Drops blocks whose pages are at their indexes in one logical block and all have equal copies
   * elsewhere. Considers bad blocks first, then the other blocks by ascending number of newest
   * copies.
   */
  private void giveUp() {
    int[] copies = new int[map.length];
    for (int page = readable.nextSetBit(0); page >= 0; page = readable.nextSetBit(page + 1)) {
      copies[logical(page)] += isNewest(page) ? 1 : 0;
    }
    List<Integer> candidates = new ArrayList<>();
    for (int block = 0; block < home.length; block++) {
      if (home[block] >= 0 && dataBlock[home[block]] != block) {
        candidates.add(block);
      }
    }
    candidates.sort(
        (a, b) ->
            flash.isBad(a) == flash.isBad(b)
                ? newestPages[a] - newestPages[b]
                : Boolean.compare(flash.isBad(b), flash.isBad(a)));
    for (int block : candidates) {
      givenUp[block] = true;
      for (int page = block * pagesPerBlock; page < (block + 1) * pagesPerBlock; page++) {
        givenUp[block] &= !isNewest(page) || copies[logical(page)] > 1;
      }
      for (int page = block * pagesPerBlock; page < (block + 1) * pagesPerBlock; page++) {
        copies[logical(page)] -= givenUp[block] && isNewest(page) ? 1 : 0;
      }
    }
  }

  private List<Integer> byLastWritten() {
    List<Integer> order = new ArrayList<>();
    for (int block = 0; block < home.length; block++) {
      if (newestPages[block] > 0) {
        order.add(block);
      }
    }
    order.sort((a, b) -> Long.compare(lastWritten[a], lastWritten[b]));
    return order;
  }

  /**
   * Returns the rank of the copies in a block. Of several equal copies of a page, recovery uses the
   * copy with the highest rank. Copies in bad blocks have the lowest rank. Copies in blocks whose
   * pages are all at their indexes in one logical block have the highest.
   */
  private int preference(int block) {
    return flash.isBad(block) ? 0 : home[block] == MIXED ? 1 : PREFERRED;
  }

  private void assign(List<Integer> order, int preference) {
    for (int block : order) {
      if (preference(block) == preference && !givenUp[block]) {
        for (int page = block * pagesPerBlock; page < (block + 1) * pagesPerBlock; page++) {
          if (isNewest(page)) {
            map[logical(page)] = page;
          }
        }
      }
    }
  }

  /**
   * Chooses the data block of a logical block. Candidates are blocks whose readable pages all
   * belong to this logical block, each at its index. Prefers a block that was not written as a log
   * block. If several blocks remain, chooses the block whose last write is the oldest.
   */
  private void chooseDataBlock(int logicalBlock) {
    int best = -1;
    for (int block = 0; block < home.length; block++) {
      if (home[block] == logicalBlock && isGoodHome(block) && !givenUp[block]) {
        if (best < 0
            || isOnlyLogged(best) && !isOnlyLogged(block)
            || isOnlyLogged(best) == isOnlyLogged(block)
                && lastWritten[block] < lastWritten[best]) {
          best = block;
        }
      }
    }
    dataBlock[logicalBlock] = best;
  }

  private boolean isOnlyLogged(int block) {
    for (int page = block * pagesPerBlock; page < (block + 1) * pagesPerBlock; page++) {
      if (readable.get(page) && !Tag.isLogged(flash.tag(page))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the blocks that contain the newest copy of a page but are not data blocks, in order of
   * their last write.
   */
  int[] otherBlocks() {
    BitSet others = neededBlocks();
    for (int block : dataBlock) {
      if (block >= 0) {
        others.clear(block);
      }
    }
    return byLastWritten().stream().filter(others::get).mapToInt(Integer::intValue).toArray();
  }

  /** Returns the blocks that contain the newest copy of a page. */
  BitSet neededBlocks() {
    BitSet needed = new BitSet();
    for (int page : map) {
      if (page >= 0) {
        needed.set(page / pagesPerBlock);
      }
    }
    return needed;
  }
}
