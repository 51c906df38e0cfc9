package org.flashgrove.access;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.page.CopyingPageStore;
import org.flashgrove.storage.page.PageCopy;
import org.jspecify.annotations.NullUnmarked;

/**
 * Copies a store that is open: the pages as one commit left them, whatever is written meanwhile,
 * and a log of what that commit knows beyond them. The description comes last and makes a store of
 * it.
 */
@NullUnmarked
final class StoreBackup {
  private final LoggedStore store;
  private final StoreFiles files;
  private final List<OwnFile> sources = new ArrayList<>();
  private final List<PageStore> targets = new ArrayList<>();
  private final List<PageCopy> copies = new ArrayList<>();
  private long commit;
  private long lastFrame;
  private Consumer<AppendLog.FrameSink> frames;
  private long copied;

  /**
   * A backup of what is in files.
   *
   * @param own files of structures' own
   */
  StoreBackup(LoggedStore store, StoreFiles files, List<OwnFile> own) {
    this.store = store;
    this.files = files;
    CopyingPageStore pages = files.pages().file();
    sources.add(
        new OwnFile(
            StoreFiles.PAGES, false, pages, target -> pages.startCopy(wanted(pages), target)));
    sources.addAll(own);
  }

  /** Copies to a device without files. */
  Backup run(StoreDevice device, Backup.Progress progress) {
    int pageSize = files.design().pageSize();
    try {
      sources.forEach(source -> targets.add(source.create(device, pageSize)));
      store.capture(this::start);
      copyPages(progress);
    } finally {
      copies.forEach(PageCopy::close);
      targets.forEach(PageStore::close);
    }
    FrameLog.createCopy(
        device.files().directory(), StoreFiles.LOG, files.tag(), pageSize, lastFrame, frames);
    StoreDirectory descriptions = device.descriptions();
    new StoreDescription(files.tag(), files.design().ofBackup()).write(descriptions);
    descriptions.sync();
    return new Backup(commit, copied, copied * pageSize);
  }

  private void start(long commitNumber, long newestFrame, Consumer<AppendLog.FrameSink> log) {
    commit = commitNumber;
    lastFrame = newestFrame;
    frames = log;
    for (int i = 0; i < sources.size(); i++) {
      copies.add(sources.get(i).copier().start(targets.get(i)));
    }
  }

  private void copyPages(Backup.Progress progress) {
    long total = copies.stream().mapToLong(PageCopy::total).sum();
    for (int i = 0; i < copies.size(); i++) {
      PageStore target = targets.get(i);
      try (PageCopy running = copies.get(i)) {
        long before = copied;
        target.extend(sources.get(i).pages().pageCount());
        running.run(done -> progress.copied(before + done, total));
        copied += running.total();
      }
      target.sync();
    }
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
