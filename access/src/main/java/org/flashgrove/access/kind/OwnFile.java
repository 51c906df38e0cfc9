package org.flashgrove.access.kind;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.page.PageCopy;

/**
 * Separate file of a structure, in addition to the store's page file.
 *
 * @param name name of the file
 * @param isOfBlocks whether the file stores blocks; a device with erase blocks may store them in
 *     erase blocks instead of a file
 * @param pages pages of the file
 * @param copier copies the file for a backup
 */
public record OwnFile(String name, boolean isOfBlocks, PageStore pages, Copier copier) {
  public static final String BLOCKS = "blocks-";

  /** Returns the name of a structure's file of blocks. */
  public static String nameOfBlocks(int structure) {
    return BLOCKS + structure + ".pages";
  }

  /**
   * Creates an empty file of the same kind on another device. A file of blocks uses the erase
   * blocks of that device, if it has any.
   */
  public PageStore create(StoreDevice device, int pageSize) {
    BlockSpace blocks = isOfBlocks ? device.blocks(pageSize, new IoCounters()) : null;
    return blocks == null ? device.files().createPages(name, pageSize) : new BlockPages(blocks);
  }

  @FunctionalInterface
  public interface Copier {
    /**
     * Starts a copy of the file at the commit that a backup copies. The pages of that commit do not
     * change until the copy is closed.
     */
    PageCopy start(PageStore target);
  }
}
