package org.flashgrove.storage.component;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.FreePages;

/**
 * How component files of tests are made over a directory that outlives them; for those of other
 * modules, too. Attach an index to the file, then open the store.
 *
 * @param sync when commits are durable
 * @param logBytes bytes of log above which it is compacted
 * @param number number of the structure in its store
 * @param besideSlots whether the store has slots for trees and heap files, too
 * @param gather pages written together
 */
public record ComponentFiles(
    SyncMode sync, long logBytes, int number, boolean besideSlots, int gather) {
  /** What binds pages and log to the store. */
  public static final long TAG = 0xC0_3F_11EL;

  /** Bytes of a page. */
  public static final int PAGE = 512;

  /** Pages of a block. */
  public static final int PAGES = 4;

  /** Name of the log. */
  public static final String LOG = "store.log";

  /** Name of the file of blocks. */
  public static final String BLOCKS = "blocks.pages";

  /** The plain form: nothing but the index in the store. */
  public static ComponentFiles plain(SyncMode sync) {
    return new ComponentFiles(sync, 8 << 10, 0, false, 3);
  }

  /** The form in which the store has slots, and the index comes after other structures. */
  public static ComponentFiles besideSlots(SyncMode sync) {
    return new ComponentFiles(sync, 8 << 10, 4, true, 1);
  }

  /** A store that is not open, and its component file. */
  public record Closed(LoggedStore store, ComponentFile file, PageStore slots) {}

  /** The files of a directory; creates them if they are not there. */
  public Closed over(StoreDirectory directory) {
    FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
    PageStore pages =
        directory.exists(BLOCKS) ? files.openPages(BLOCKS, PAGE) : files.createPages(BLOCKS, PAGE);
    return over(files, new PagedBlocks(pages, PAGES));
  }

  /** Makes component files whose blocks are not in a file of the directory. */
  public Closed over(FileDevice files, BlockSpace blocks) {
    boolean there = files.directory().exists(LOG);
    PageStore pages = null;
    FreePages slots = null;
    if (besideSlots) {
      pages = there ? files.openPages("nodes.pages", PAGE) : files.createPages("nodes.pages", PAGE);
      slots = there ? FreePages.open(pages, TAG) : FreePages.create(pages, TAG);
    }
    FrameLog log = there ? files.openLog(LOG, TAG, PAGE) : files.createLog(LOG, TAG, PAGE);
    LoggedStore store = new LoggedStore(log, new StoreLog(log), slots, logBytes, sync);
    return new Closed(store, new ComponentFile(store, number, blocks, TAG, gather), pages);
  }
}
