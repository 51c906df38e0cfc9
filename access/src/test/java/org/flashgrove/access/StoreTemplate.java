package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;

/**
 * Opens stores in memory with the entries of {@link ConcurrentEntries}, from copies of the same
 * files. The files exist in several versions with different histories. So buffer and log are filled
 * differently when a store is opened, and a few calls suffice for an eviction, a flush or a
 * compaction.
 */
final class StoreTemplate {
  private static final int HISTORIES = 24;
  private static final int PIECE_BYTES = 1 << 16;
  private static final int CHECK_EVERY = 8;

  /** Number of changes between two histories. They fill about a 24th of the log. */
  private static final int CHURN = 10;

  private static final String[] FILES = {
    "nodes.pages", OwnFile.nameOfBlocks(0), StoreDesign.LOG, StoreDescription.FILE
  };

  private final List<MemoryDirectory> histories = new ArrayList<>();
  private final StoreOptions options;
  private MemoryDirectory files;
  private SpatialStore opened;
  private StoreStats before;
  private long pageWrites;
  private long compactions;
  private int stores;
  private int closed;
  private int checked;

  StoreTemplate(String index, String flash, String device, String sync) {
    options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(512)
            .withSync(SyncMode.parse(sync));
    MemoryDirectory directory = new MemoryDirectory();
    SpatialStore store = SpatialStore.create(directory, options);
    for (int i = 0; i < ConcurrentEntries.FIXED; i++) {
      double[] box = ConcurrentEntries.fixedBox(i);
      store.insert(ConcurrentEntries.FIRST_FIXED_ID + i, box[0], box[1], box[2], box[3]);
    }
    for (int object = 0; object < ConcurrentEntries.PRESENT; object++) {
      double[] box = ConcurrentEntries.box(object, 0);
      store.insert(object, box[0], box[1], box[2], box[3]);
    }
    store.close();
    for (int i = 0; i < HISTORIES; i++) {
      histories.add(copy(directory));
      try (SpatialStore again = SpatialStore.open(directory)) {
        churn(again);
      }
    }
  }

  private static void churn(SpatialStore store) {
    for (int i = 0; i < CHURN; i++) {
      int number = i * 13 % ConcurrentEntries.FIXED;
      double[] box = ConcurrentEntries.fixedBox(number);
      long id = ConcurrentEntries.FIRST_FIXED_ID + number;
      store.delete(id, box[0], box[1], box[2], box[3]);
      store.insert(id, box[0], box[1], box[2], box[3]);
    }
  }

  private static MemoryDirectory copy(StoreDirectory from) {
    MemoryDirectory copy = new MemoryDirectory();
    for (String name : FILES) {
      if (!from.exists(name)) {
        continue; // a store has one of nodes and blocks
      }
      RawFile source = from.open(name, RawFile.Caching.BUFFERED);
      RawFile target = copy.create(name, RawFile.Caching.BUFFERED);
      ByteBuffer piece = AlignedBuffers.allocate(PIECE_BYTES);
      long size = source.sizeBytes();
      for (long at = 0; at < size; at += PIECE_BYTES) {
        int length = (int) Math.min(PIECE_BYTES, size - at);
        source.read(at, piece, 0, length);
        target.write(at, piece, 0, length);
      }
      source.close();
      target.close();
    }
    return copy;
  }

  /**
   * Returns a new store. Checks the store opened before, and closes it if the scenario has not
   * closed it.
   */
  synchronized SpatialStore open() {
    finish();
    stores++;
    files = copy(histories.get(stores % HISTORIES));
    opened = SpatialStore.open(files);
    before = opened.stats();
    return opened;
  }

  /**
   * Adds the counters of the store that was opened last. For some stores, also checks that closing
   * and reopening them changes nothing.
   */
  private void finish() {
    if (opened == null) {
      return;
    }
    SpatialStore store = opened;
    opened = null;
    boolean leftOpen = count(store);
    if (stores % CHECK_EVERY == 0) {
      long left = leftOpen ? CrashWorkload.digest(store) : 0;
      store.close();
      try (SpatialStore again = SpatialStore.open(files)) {
        assertThat(again.store().check().problems()).isEmpty();
        long found = CrashWorkload.digest(again);
        assertThat(leftOpen ? found : 0).isEqualTo(left);
      }
      checked++;
    }
    store.close();
  }

  private boolean count(SpatialStore store) {
    try {
      StoreStats after = store.stats();
      pageWrites += after.io().pageWrites() - before.io().pageWrites();
      compactions += after.log().compactions() - before.log().compactions();
      return true;
    } catch (StoreClosedException closedByTheScenario) {
      closed++;
      return false;
    }
  }

  /** Returns the counters of all stores as text. */
  @Override
  public synchronized String toString() {
    finish();
    return String.format(
        "%s, %s, %s, sync %s: %,d stores, %,d of them closed in a scenario, the others wrote %,d"
            + " pages and compacted %,d logs; %,d closed, opened again and checked",
        options.index(),
        options.flash(),
        options.device(),
        options.sync(),
        stores,
        closed,
        pageWrites,
        compactions,
        checked);
  }
}
