package org.flashgrove.storage.heap;

import java.util.function.UnaryOperator;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.FreePages;

/** Opens heap files over a directory that outlives them. */
final class HeapTestFiles {
  static final long TAG = 0x4EA9;
  static final int TREE = 3;

  private HeapTestFiles() {}

  static HeapMemory memory(int frames, String policy) {
    Spec spec = Spec.parse(policy);
    return new HeapMemory(frames, ReplacementPolicies.named(spec.name(), spec));
  }

  static HeapStore open(
      StoreDirectory directory, int pageSize, HeapMemory memory, long logBytes, boolean sync) {
    return open(directory, pageSize, memory, logBytes, sync, UnaryOperator.identity());
  }

  /** Likewise, with something between the heap file and the device of its pages. */
  static HeapStore open(
      StoreDirectory directory,
      int pageSize,
      HeapMemory memory,
      long logBytes,
      boolean sync,
      UnaryOperator<PageStore> between) {
    FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
    boolean there = directory.exists("store.log");
    PageStore pages =
        there
            ? files.openPages("nodes.pages", pageSize)
            : files.createPages("nodes.pages", pageSize);
    pages = between.apply(pages);
    FreePages slots = there ? FreePages.open(pages, TAG) : FreePages.create(pages, TAG);
    FrameLog log =
        there
            ? files.openLog("store.log", TAG, pageSize)
            : files.createLog("store.log", TAG, pageSize);
    SyncMode mode = sync ? SyncMode.OP : SyncMode.CLOSE;
    LoggedStore store = new LoggedStore(log, new StoreLog(log), slots, logBytes, mode);
    HeapFile heap = new HeapFile(store, TREE, pages, TAG, memory, HeapFile.SNAPSHOT_BYTES);
    store.open();
    return new HeapStore(store, heap);
  }

  /** A store that holds nothing but a heap file. */
  record HeapStore(LoggedStore store, HeapFile heap) implements AutoCloseable {
    void flush() {
      store.flush();
    }

    void sync() {
      store.sync();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /** Makes every changing call after the next {@code calls} fail, as if power were lost then. */
  static void failAfter(CrashDisk disk, int calls) {
    int[] left = {calls};
    disk.afterEachCall(
        () -> {
          if (--left[0] <= 0) {
            throw new StoreIoException("power is lost, on purpose");
          }
        });
  }
}
