package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.proof.MergingMap;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.device.HomeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.junit.jupiter.api.Test;

/** A tree that writes its pages in place, and an index of components of the same store. */
class ComponentBesideTreeTest {
  private static final int PAGE = ComponentFiles.PAGE;
  private static final long TAG = ComponentFiles.TAG;

  /** A store of both. The tree is one leaf with the number of the last commit. */
  private static final class Both implements AutoCloseable {
    private final LoggedStore store;
    private final LoggedNodeStore tree;
    private final ComponentFile file;
    private final MergingMap map;

    Both(CrashDisk disk) {
      FileDevice files = FileDevice.over(disk, RawFile.Caching.BUFFERED);
      boolean there = disk.exists("store.log");
      FrameLog log =
          there ? files.openLog("store.log", TAG, PAGE) : files.createLog("store.log", TAG, PAGE);
      StoreLog frames = new StoreLog(log);
      store = new LoggedStore(log, frames, null, 6_000, SyncMode.OP);
      tree = tree(pages(files, "nodes.pages", there), log);
      file =
          new ComponentFile(
              store,
              1,
              new PagedBlocks(pages(files, "blocks.pages", there), ComponentFiles.PAGES),
              TAG,
              2);
      map = new MergingMap(file, 10);
    }

    private LoggedNodeStore tree(PageStore pages, FrameLog log) {
      NodeDevice device = new HomeNodeDevice(pages, log, TAG, new IoCounters());
      return new LoggedNodeStore(
          store,
          0,
          TestLayouts.UNORDERED,
          device,
          PoolConfig.of(Spec.parse("none:frames=8")).pool(device, TestLayouts.UNORDERED),
          LoggedNodeStore.SNAPSHOT_BYTES);
    }

    private static PageStore pages(FileDevice files, String name, boolean there) {
      return there ? files.openPages(name, PAGE) : files.createPages(name, PAGE);
    }

    Both open() {
      store.open();
      return this;
    }

    void put(long key, long number) {
      try (WriteBatch batch = store.begin()) {
        NodeOperation operation = batch.begin(tree);
        EntryList entry = new EntryList(5, 1);
        entry.add(new long[] {number, 0, 0, 0, 0}, 0);
        if (operation.root() == NodeStore.NO_NODE) {
          operation.root(operation.create(0, null, entry, 0, 1), 0);
        } else {
          operation.replace(operation.root(), 0, null, entry, 0, 1);
        }
        MergingMap.stagePut(batch.begin(file), key, number);
        batch.commit();
      }
    }

    long number() {
      try (NodeReader reader = tree.snapshot()) {
        NodeView root = reader.read(reader.root(), 0);
        long number = root.word(0, 0);
        reader.release(root);
        return number;
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }

  @Test
  void bothAreThereAfterClosingAndAfterAKill() {
    Random random = Seeds.random();
    CrashDisk disk = new CrashDisk();
    TreeMap<Long, Long> content = new TreeMap<>();
    long number = 0;
    for (int opening = 0; opening < 12; opening++) {
      Both both = new Both(disk).open();
      if (number > 0) {
        assertThat(both.number()).isEqualTo(number);
      }
      assertThat(both.map.content()).isEqualTo(content);
      assertThat(both.map.problems()).isEmpty();
      for (int i = 1 + random.nextInt(150); i > 0; i--) {
        long key = random.nextInt(200);
        both.put(key, ++number);
        content.put(key, number);
        if (random.nextInt(60) == 0) {
          both.store.flush();
        }
        if (random.nextInt(90) == 0) {
          both.store.compactFiles();
        }
      }
      if (random.nextBoolean()) {
        both.close();
      } else {
        disk = new CrashDisk(disk.everything());
      }
    }
  }

  @Test
  void onlyOneStructureWritesInPlace() {
    try (Both both = new Both(new CrashDisk())) {
      assertThat(both.file.participant().sharesSlots()).isFalse();
      assertThatThrownBy(() -> both.store.add(both.tree.participant()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("placement=home stores one structure");
    }
  }
}
