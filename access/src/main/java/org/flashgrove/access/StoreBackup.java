package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.cost.SavedStatistics;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.kind.Structure;
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
 * Copies an open store at one commit while later commits change the store. It copies the pages of
 * that commit. It also writes a log with the committed changes that these pages do not contain yet,
 * and the saved statistics. It writes the description last, so an unfinished copy cannot be opened
 * as a store.
 */
@NullUnmarked
final class StoreBackup {
  private final LoggedStore store;
  private final StoreFiles files;
  private final SavedStatistics statistics;
  private final List<OwnFile> sources = new ArrayList<>();
  private final List<PageStore> targets = new ArrayList<>();
  private final List<PageCopy> copies = new ArrayList<>();
  private long commit;
  private long lastFrame;
  private Consumer<AppendLog.FrameSink> frames;
  private long copied;

  /** Prepares the backup of a store. */
  StoreBackup(
      LoggedStore store,
      StoreFiles files,
      Collection<Structure> structures,
      SavedStatistics statistics) {
    this.store = store;
    this.files = files;
    this.statistics = statistics;
    CopyingPageStore pages = files.pages().file();
    sources.add(
        new OwnFile(
            StoreDesign.PAGES, false, pages, target -> pages.startCopy(wanted(pages), target)));
    sources.addAll(Lifecycle.ownFiles(structures));
  }

  /** Copies the store to a directory that is empty or does not exist, and returns the result. */
  Backup run(Path target, Backup.Progress progress) {
    requireNonNull(target, "target");
    requireNonNull(progress, "progress");
    NewDirectory created = NewDirectory.of(target);
    StoreDesign copied = files.design().ofBackup();
    try (StoreDevice copy = copied.device().create(copied.filesIn(target))) {
      created.takeLocked(copy);
      return run(copy, progress);
    } catch (RuntimeException e) {
      created.remove();
      throw e;
    }
  }

  /** Copies the store to an empty directory object of the caller. */
  Backup run(StoreDirectory target, Backup.Progress progress) {
    requireNonNull(progress, "progress");
    return run(StoreFiles.over(requireNonNull(target, "target")), progress);
  }

  private Backup run(StoreDevice device, Backup.Progress progress) {
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
        device.files().directory(), StoreDesign.LOG, files.tag(), pageSize, lastFrame, frames);
    StoreDirectory descriptions = device.descriptions();
    statistics.copyTo(descriptions);
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

  /** Returns the page slots to copy: the used slots, or with {@code placement=home} all slots. */
  private BitSet wanted(CopyingPageStore pages) {
    if (files.slots() != null) {
      return files.slots().usedSlots();
    }
    BitSet all = new BitSet();
    all.set(0, Math.toIntExact(pages.pageCount()));
    return all;
  }
}
