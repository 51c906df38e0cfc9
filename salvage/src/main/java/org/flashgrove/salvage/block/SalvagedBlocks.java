package org.flashgrove.salvage.block;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.component.BlockPage;
import org.flashgrove.storage.page.SlotReader;

/**
 * Finds the blocks of a possibly damaged file of blocks. A block is a group of consecutive pages.
 * It counts as found if at least one of its pages is intact.
 *
 * <p>A block is rewritten from its first page on, and new content may have fewer pages than old
 * content. Pages of an older content may therefore follow the pages of the newest content. Only the
 * newest content of which an intact page was found is used.
 */
public final class SalvagedBlocks {
  private final SlotReader slots;
  private final int blockPages;
  private final long tag;
  private final ByteBuffer slot;

  /** Receives blocks. */
  @FunctionalInterface
  public interface BlockSink {
    /**
     * Receives a block that has at least one intact page.
     *
     * @param number number of the block in the file
     * @param sequence sequence number of the newest content of the block
     * @param pages number of pages of this content, up to and including its last intact page
     * @param last the last intact page of this content, including the envelope, which contains
     *     checksum and tag
     */
    void block(long number, long sequence, int pages, byte[] last);
  }

  /**
   * Creates the salvage of a file of blocks.
   *
   * @param blockPages number of pages of a block
   * @param storeTag the tag that binds pages to the store, as it was passed to {@link
   *     ComponentFile}
   * @param structure number of the index in the store
   */
  public SalvagedBlocks(SlotReader slots, int blockPages, long storeTag, int structure) {
    this.slots = slots;
    this.blockPages = blockPages;
    tag = BlockPage.tag(storeTag, structure);
    slot = AlignedBuffers.allocate(slots.pageSize());
  }

  /** Visits the blocks in ascending order of their numbers. */
  public void forEach(BlockSink sink) {
    for (long number = 0; number * blockPages < slots.count(); number++) {
      byte[] last = null;
      long newest = 0;
      int pages = 0;
      for (int i = 0; i < blockPages; i++) {
        byte[] page = read(number, i);
        long sequence = page == null ? 0 : BlockPage.sequence(page);
        if (sequence > 0 && sequence >= newest) {
          newest = sequence;
          last = page;
          pages = i + 1;
        }
      }
      if (last != null) {
        sink.block(number, newest, pages, last);
      }
    }
  }

  /**
   * Returns a page of a block, or null if the page is lost. A page with another sequence number
   * belongs to another content of the block and is treated as lost.
   *
   * @param number number of the block
   * @param index index of the page in the block
   * @param sequence sequence number of the content
   */
  public byte[] read(long number, int index, long sequence) {
    byte[] page = index < blockPages ? read(number, index) : null;
    return page == null || BlockPage.sequence(page) != sequence ? null : page;
  }

  private byte[] read(long number, int index) {
    if (!slots.read(number * blockPages + index, slot)) {
      return null;
    }
    byte[] page = new byte[slots.pageSize()];
    slot.get(0, page);
    return BlockPage.isSound(page, tag, number, index) ? page : null;
  }
}
