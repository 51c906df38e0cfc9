package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
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
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.FreePages;
import org.junit.jupiter.api.Test;

/** Three trees over one log and one file of pages, whose operations commit together. */
class JointCommitTest {
  private static final long TAG = 0x10127;
  private static final int PAGE = 512;
  private static final int TREES = 3;

  /** A store of three trees; each is one leaf whose entries are numbered by commits. */
  private static final class Trees implements AutoCloseable {
    private final LoggedStore store;
    private final LoggedNodeStore[] trees = new LoggedNodeStore[TREES];
    private final PageStore pages;

    Trees(StoreDirectory directory) {
      FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
      boolean there = directory.exists("store.log");
      pages = there ? files.openPages("nodes.pages", PAGE) : files.createPages("nodes.pages", PAGE);
      FreePages slots = there ? FreePages.open(pages, TAG) : FreePages.create(pages, TAG);
      FrameLog log =
          there ? files.openLog("store.log", TAG, PAGE) : files.createLog("store.log", TAG, PAGE);
      StoreLog frames = new StoreLog(log);
      store = new LoggedStore(log, frames, slots, 6_000, SyncMode.OP);
      for (int i = 0; i < TREES; i++) {
        NodeDevice device = new FreeNodeDevice(pages, slots, i, frames, TAG, new IoCounters());
        trees[i] =
            new LoggedNodeStore(
                store,
                i,
                TestLayouts.UNORDERED,
                device,
                PoolConfig.of(Spec.parse("none:frames=8")).pool(device, TestLayouts.UNORDERED),
                LoggedNodeStore.SNAPSHOT_BYTES);
      }
      store.open();
    }

    /** Gives trees a number each, the same, by one commit. */
    void put(long number, int... chosen) {
      try (WriteBatch batch = store.begin()) {
        for (int tree : chosen) {
          stage(batch.begin(trees[tree]), number);
        }
        batch.commit();
      }
    }

    /** Several nodes, so that pages come and go: the root names the newest of them. */
    private static void stage(NodeOperation operation, long number) {
      EntryList entry = new EntryList(5, 1);
      entry.add(new long[] {number, 0, 0, 0, 0}, 0);
      if (operation.root() != NodeStore.NO_NODE && number % 13 == 0) {
        operation.delete(operation.root(), 0);
      }
      operation.root(operation.create(0, null, entry, 0, 1), 0);
      operation.entries(number);
    }

    long number(int tree) {
      try (NodeReader reader = trees[tree].snapshot()) {
        if (reader.root() == NodeStore.NO_NODE) {
          return 0;
        }
        NodeView root = reader.read(reader.root(), 0);
        long number = root.word(0, 0);
        reader.release(root);
        assertThat(reader.entries()).isEqualTo(number);
        return number;
      }
    }

    @Override
    public void close() {
      store.close();
      pages.close();
    }
  }

  @Test
  void whatIsCommittedTogetherIsThereTogether() {
    Random random = Seeds.random();
    int older = 0;
    for (int round = 0; round < 120; round++) {
      CrashDisk disk = new CrashDisk();
      new Trees(disk).close();
      int[] left = {1 + random.nextInt(400)};
      disk.afterEachCall(
          () -> {
            if (--left[0] <= 0) {
              throw new StoreIoException("power is lost, on purpose");
            }
          });
      long begun = 0;
      long acknowledged = 0;
      try (Trees trees = new Trees(disk)) {
        while (true) {
          begun++;
          if (random.nextInt(4) == 0) {
            trees.put(begun, 2);
          } else {
            trees.put(begun, random.nextBoolean() ? new int[] {0, 1} : new int[] {1, 0});
          }
          acknowledged = begun;
          if (random.nextInt(30) == 0) {
            trees.store.flush();
          }
        }
      } catch (StoreException e) {
        assertThat(begun).isGreaterThanOrEqualTo(acknowledged);
      }
      try (Trees trees = new Trees(new CrashDisk(PowerCuts.any(disk, random)))) {
        long first = trees.number(0);
        assertThat(trees.number(1)).isEqualTo(first);
        long newest = Math.max(first, trees.number(2));
        assertThat(newest).isBetween(acknowledged, begun);
        older += newest < begun ? 1 : 0;
        trees.put(begun + 1, 0, 1, 2);
        for (int tree = 0; tree < TREES; tree++) {
          assertThat(trees.number(tree)).isEqualTo(begun + 1);
        }
      }
    }
    assertThat(older).as("cuts that lost a commit that was not acknowledged").isPositive();
  }

  @Test
  void onlyOpenOperationsOfOneStoreCommitTogether() {
    try (Trees trees = new Trees(new CrashDisk());
        Trees others = new Trees(new CrashDisk())) {
      try (WriteBatch batch = trees.store.begin()) {
        assertThatThrownBy(() -> batch.add(trees.trees[0]))
            .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.begin(others.trees[0]))
            .isInstanceOf(IllegalStateException.class);
      }
      trees.put(1, 0, 1, 2);
      assertThat(trees.number(2)).isEqualTo(1);
    }
  }
}
