package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.device.HomeNodeDevice;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the B+-tree in stores with a log, under the plain pool and under eFIND. The tests close and
 * reopen the stores.
 */
class BPlusStoreTest {
  private static final long TAG = 42;
  private static final int BATCHES = 6;

  @TempDir private Path directory;

  private FileDevice device;

  private BPlusTree open(String flash, String index, int pageSize, boolean fresh) {
    device = FileDevice.open(directory, RawFile.Caching.BUFFERED, FileSettings.USUAL);
    PageStore pages =
        fresh ? device.createPages("pages", pageSize) : device.openPages("pages", pageSize);
    FrameLog log =
        fresh ? device.createLog("log", TAG, pageSize) : device.openLog("log", TAG, pageSize);
    StoreLog frames = new StoreLog(log);
    HomeNodeDevice nodes = new HomeNodeDevice(pages, log, TAG, new IoCounters());
    BufferConfig buffer = FlashKinds.read(Spec.parse(flash));
    LoggedStore store =
        new LoggedStore(log, frames, null, buffer.logBytes(), SyncMode.parse("close"));
    LoggedNodeStore tree =
        new LoggedNodeStore(
            store,
            0,
            BPlusTree.LAYOUT,
            nodes,
            buffer.maker().make(nodes, BPlusTree.LAYOUT, frames),
            LoggedNodeStore.SNAPSHOT_BYTES);
    store.open();
    return BPlusTree.open(tree, BPlusConfig.of(Spec.parse(index), pageSize));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none:frames=8,log=64K | bplus:capacity=4 | 512",
        "none:frames=8,log=64K | bplus | 1024",
        "efind:buffer=16K,log=64K | bplus:leafcapacity=9,nodecapacity=5 | 512",
        "efind:buffer=32K,memory=festival64,compat=festival | bplus | 1024",
      })
  void aStoreAnswersAsASet(String flash, String index, int pageSize) {
    Random random = Seeds.random();
    TreeSet<Long> model = new TreeSet<>();
    BPlusTree tree = open(flash, index, pageSize, true);
    for (int batch = 0; batch < BATCHES; batch++) {
      int deletions = batch < BATCHES / 2 ? 20 : 65;
      for (int i = 0; i < 800; i++) {
        // a key of 12 bits and a value of 4, as one number
        long pair = random.nextInt(1 << 16);
        if (random.nextInt(100) < deletions && !model.isEmpty()) {
          Long near = model.ceiling(pair);
          long old = near == null ? model.first() : near;
          assertThat(tree.delete(old >> 4, old & 15)).isTrue();
          assertThat(tree.delete(old >> 4, old & 15)).isFalse();
          model.remove(old);
        } else {
          assertThat(tree.insert(pair >> 4, pair & 15)).isEqualTo(model.add(pair));
        }
      }
      compare(tree, model);
      if (random.nextInt(3) == 0) {
        tree.flush();
      }
      tree.close();
      device.close();
      tree = open(flash, index, pageSize, false);
      compare(tree, model);
    }
    tree.close();
    device.close();
  }

  private static void compare(BPlusTree tree, TreeSet<Long> model) {
    assertThat(tree.check().problems()).isEmpty();
    assertThat(tree.size()).isEqualTo(model.size());
    for (boolean ascending : new boolean[] {true, false}) {
      List<Long> met = new ArrayList<>();
      tree.visit(100, 3000, ascending, (key, value) -> met.add(key << 4 | value));
      List<Long> expected = new ArrayList<>(model.subSet(100L << 4, 3001L << 4));
      if (!ascending) {
        Collections.reverse(expected);
      }
      assertThat(met).isEqualTo(expected);
    }
  }
}
