package org.flashgrove.access.kind;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.page.PageCopy;

/**
 * A file of a structure's own, beside the page file of the store.
 *
 * @param name its name
 * @param isOfBlocks whether its pages are those of blocks of components
 * @param pages its pages
 * @param copier begins a copy of it
 */
public record OwnFile(String name, boolean isOfBlocks, PageStore pages, Copier copier) {
  /** Prefix of the names of files of blocks. */
  public static final String BLOCKS = "blocks-";

  /** Returns the name of the file of blocks of a structure. */
  public static String nameOfBlocks(int structure) {
    return BLOCKS + structure + ".pages";
  }

  /** Creates the same pages on another device. Blocks use the device's own files, if it has any. */
  public PageStore create(StoreDevice device, int pageSize) {
    BlockSpace blocks = isOfBlocks ? device.blocks(pageSize, new IoCounters()) : null;
    return blocks == null ? device.files().createPages(name, pageSize) : new BlockPages(blocks);
  }

  /** Begins copies. */
  @FunctionalInterface
  public interface Copier {
    /**
     * Begins a copy of the file as it is now, while the store is captured; what it holds stays as
     * it is until the copy is closed.
     */
    PageCopy start(PageStore target);
  }
}
