package org.flashgrove.grove.block;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;

/** Reads the footers of blocks when an index is opened. */
public final class BlockFooters {
  private final ComponentStore store;
  private final PageRequests footers = new PageRequests();
  private long pages; // of entries, or of residual bits

  /** Creates a reader of footers of a store's blocks. */
  public BlockFooters(ComponentStore store) {
    this.store = store;
  }

  /** Adds a block whose footer is to be read. */
  public void add(Block block) {
    footers.add(block, block.pages() - 1);
    pages += block.pages() - 1;
  }

  /** Returns the number of pages of all blocks added, footers left out. */
  public long pages() {
    return pages;
  }

  /**
   * Reads the footers of all blocks added.
   *
   * @param subBoxes how many boxes of runs to keep for a page, as {@link BlockFences#read} has it
   * @return what they say, in the order in which blocks were added
   */
  public BlockFences[] read(int subBoxes) {
    BlockFences[] fences = new BlockFences[footers.count()];
    if (fences.length == 0) {
      return fences;
    }
    byte[][] frames = new byte[fences.length][];
    store.read(
        footers,
        new PageSink() {
          @Override
          public byte[] frame(int index) {
            frames[index] = new byte[store.pageSize()];
            return frames[index];
          }

          @Override
          public void loaded(int index) {
            fences[index] =
                BlockFences.read(
                    frames[index],
                    ComponentStore.ENVELOPE_BYTES,
                    store.pageSize(),
                    subBoxes,
                    "blocks",
                    footers.block(index).number());
            frames[index] = null;
          }
        });
    return fences;
  }

  /**
   * Returns a block with the fences of its footer.
   *
   * @throws DamagedStoreException if that is another number of entries or of pages
   */
  public static StoredBlock withFences(StoredBlock block, BlockFences fences) {
    boolean same =
        fences.count() == block.entries()
            && fences.pages() + fences.residualPages() + 1 == block.block().pages();
    if (!same) {
      throw damaged(block, "does not agree with the log about its entries");
    }
    return StoredBlock.of(block.block(), block.entries(), fences);
  }

  /** Returns what is thrown for a footer that no index wrote. */
  public static DamagedStoreException damaged(StoredBlock block, String cause) {
    return new DamagedStoreException(
        "blocks", "block " + block.block().number() + ", footer", cause);
  }
}
