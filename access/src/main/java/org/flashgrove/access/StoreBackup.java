package org.flashgrove.access;

import java.util.BitSet;
import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.FrameLog;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.page.CopyingPageStore;
import org.flashgrove.storage.page.PageCopy;

/**
 * Copies a store that is open: the pages as one commit left them, whatever is written meanwhile,
 * and a log of what that commit knows beyond them. The description comes last and makes a store of
 * it.
 */
final class StoreBackup {
  private final LoggedStore store;
  private final StoreFiles files;
  private PageCopy copy;
  private long commit;
  private long lastFrame;
  private Consumer<AppendLog.FrameSink> frames;

  /** A backup of what is in files. */
  StoreBackup(LoggedStore store, StoreFiles files) {
    this.store = store;
    this.files = files;
  }

  /** Copies to a device without files. */
  Backup run(StoreDevice device, Backup.Progress progress) {
    int pageSize = files.design().form().pageSize();
    CopyingPageStore pages = files.pages().file();
    long total;
    try (PageStore target = device.files().createPages(StoreFiles.PAGES, pageSize)) {
      store.capture(
          (commitNumber, newestFrame, log) -> {
            commit = commitNumber;
            lastFrame = newestFrame;
            frames = log;
            copy = pages.startCopy(wanted(pages), target);
          });
      try (PageCopy running = copy) {
        total = running.total();
        target.extend(pages.pageCount());
        running.run(pagesCopied -> progress.copied(pagesCopied, total));
      }
      target.sync();
    }
    FrameLog.createCopy(
        device.files().directory(), StoreFiles.LOG, files.tag(), pageSize, lastFrame, frames);
    StoreDirectory descriptions = device.descriptions();
    new StoreDescription(files.tag(), files.design().ofBackup()).write(descriptions);
    descriptions.sync();
    return new Backup(commit, total, total * pageSize);
  }

  /** The pages in use; with {@code placement=home} all of them. */
  private BitSet wanted(CopyingPageStore pages) {
    if (files.slots() != null) {
      return files.slots().usedSlots();
    }
    BitSet all = new BitSet();
    all.set(0, Math.toIntExact(pages.pageCount()));
    return all;
  }
}
