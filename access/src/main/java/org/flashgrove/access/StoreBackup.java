package org.flashgrove.access;

import java.util.BitSet;
import java.util.Map;
import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.FrameLog;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.page.CopyingPageStore;
import org.flashgrove.storage.page.PageCopy;
import org.flashgrove.storage.placement.FreePages;

/**
 * Copies a store that is open: the pages as one commit left them, whatever is written meanwhile,
 * and a log of what that commit knows beyond them. The description comes last and makes a store of
 * it.
 */
final class StoreBackup {
  private final LoggedStore store;
  private final CopyingPageStore pages;
  private final FreePages slots;
  private final long tag;
  private final int pageSize;
  private final Map<String, String> description;
  private PageCopy copy;
  private long commit;
  private long lastFrame;
  private Consumer<AppendLog.FrameSink> frames;

  /**
   * A backup.
   *
   * @param slots which pages are in use, or null with {@code placement=home}: then all are copied
   * @param tag what binds pages and frames to the store, and to the copy
   * @param description the copy's
   */
  StoreBackup(
      LoggedStore store,
      CopyingPageStore pages,
      FreePages slots,
      long tag,
      int pageSize,
      Map<String, String> description) {
    this.store = store;
    this.pages = pages;
    this.slots = slots;
    this.tag = tag;
    this.pageSize = pageSize;
    this.description = description;
  }

  /** What the copy of a store is made of: one in memory is copied to files. */
  static StoreOptions options(StoreOptions options) {
    Spec device = Spec.parse(options.device());
    if (!StoreDevice.isForgotten(device)) {
      return options;
    }
    return options.withDevice(
        "buffered:placement=" + (StoreDevice.isFree(device) ? "free" : "home"));
  }

  /** Copies to a device without files. */
  Backup run(StoreDevice device, Backup.Progress progress) {
    long total;
    try (PageStore target = device.files().createPages(SpatialStore.PAGES, pageSize)) {
      store.capture(
          (commitNumber, newestFrame, log) -> {
            commit = commitNumber;
            lastFrame = newestFrame;
            frames = log;
            copy = pages.startCopy(wanted(), target);
          });
      try (PageCopy running = copy) {
        total = running.total();
        target.extend(pages.pageCount());
        running.run(pagesCopied -> progress.copied(pagesCopied, total));
      }
      target.sync();
    }
    FrameLog.createCopy(
        device.files().directory(), SpatialStore.LOG, tag, pageSize, lastFrame, frames);
    StoreDirectory descriptions = device.descriptions();
    DescriptionFile.write(descriptions, description);
    descriptions.sync();
    return new Backup(commit, total, total * pageSize);
  }

  private BitSet wanted() {
    if (slots != null) {
      return slots.usedSlots();
    }
    BitSet all = new BitSet();
    all.set(0, Math.toIntExact(pages.pageCount()));
    return all;
  }
}
