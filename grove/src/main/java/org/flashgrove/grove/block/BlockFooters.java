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
  private long pages; // number of pages of all blocks, without footers

  /** Creates a reader of footers of a store's blocks. */
  public BlockFooters(ComponentStore store) {
    this.store = store;
  }

  /** Adds a block whose footer is to be read. */
  public void add(Block block) {
    footers.add(block, block.pages() - 1);
    pages += block.pages() - 1;
  }

  /** Returns the number of pages of all blocks added, without their footers. */
  public long pages() {
    return pages;
  }

  /**
   * Reads the footers of all blocks added.
   *
   * @param subBoxes maximum number of boxes of runs (groups of neighbouring entries) to keep for
   *     each page, a power of two up to 64
   * @return metadata of the blocks, in the order in which they were added
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
                    store.name(),
                    footers.block(index).number());
            frames[index] = null;
          }
        });
    return fences;
  }

  /**
   * Returns a block with the metadata from its footer.
   *
   * @throws DamagedStoreException if the footer and {@code block} disagree about the number of
   *     entries or pages
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

  /** Returns an exception for a footer that no index can have written. */
  public static DamagedStoreException damaged(StoredBlock block, String cause) {
    return new DamagedStoreException(
        "blocks", "block " + block.block().number() + ", footer", cause);
  }
}
