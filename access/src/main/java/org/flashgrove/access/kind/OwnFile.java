package org.flashgrove.access.kind;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.page.PageCopy;

/**
 * A separate file of a structure, in addition to the store's page file.
 *
 * @param name name of the file
 * @param isOfBlocks whether its pages belong to blocks of components
 * @param pages pages of the file
 * @param copier copies the file
 */
public record OwnFile(String name, boolean isOfBlocks, PageStore pages, Copier copier) {
  public static final String BLOCKS = "blocks-";

  /** Returns the name of a structure's block file. */
  public static String nameOfBlocks(int structure) {
    return BLOCKS + structure + ".pages";
  }

  /**
   * Creates the same file on another device. Blocks use the device's own block space, if it has
   * one.
   */
  public PageStore create(StoreDevice device, int pageSize) {
    BlockSpace blocks = isOfBlocks ? device.blocks(pageSize, new IoCounters()) : null;
    return blocks == null ? device.files().createPages(name, pageSize) : new BlockPages(blocks);
  }

  @FunctionalInterface
  public interface Copier {
    /**
     * Starts a copy of the file while the store is captured. The content does not change until the
     * copy is closed.
     */
    PageCopy start(PageStore target);
  }
}
