package org.flashgrove.literature.buffer.fkdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;

/** Random changes of nodes, ids used again, against bags of entries; the budget after each. */
class FkdbRandomTest {
  private static final int STRIDE = 5;
  private static final int CAPACITY = 20;
  private static final int MOST_ID = 500;
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(STRIDE, 36), new NodeLayout(STRIDE, 1, 1, 36, null));

  private final Random random = Seeds.random();
  private final Map<Long, List<Long>> model = new HashMap<>();
  private final List<Long> nodeIds = new ArrayList<>();

  @Test
  void nodesAreWhatTheirEntriesMakeOfThem() {
    FkdbConfig config = FkdbConfig.of(Spec.parse("fkdb:buffer=16K,unit=2,writecost=1,update=10%"));
    NodeStoreFiles files =
        new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            1024,
            LAYOUT,
            64 << 10,
            SyncMode.BARRIER,
            (device, log) -> new FkdbBuffer(config, device, LAYOUT));
    LoggedNodeStore store = files.open();
    long merges = 0;
    for (int step = 0; step < 12_000; step++) {
      try (NodeOperation operation = store.begin()) {
        change(operation);
        operation.commit();
      }
      BufferStats figures = store.bufferFigures();
      assertThat(figures.usedBytes()).isLessThanOrEqualTo(figures.budgetBytes());
      if (step % 2 == 0) {
        compare(store, nodeIds.get(random.nextInt(nodeIds.size())));
      }
      if (step % 3_000 == 2_999) {
        merges += ((FkdbBuffer) files.buffer()).merges();
        store.close();
        store = files.open();
        for (long nodeId : nodeIds) {
          compare(store, nodeId);
        }
      }
    }
    store.close();
    assertThat(merges).isPositive();
  }

  private void change(NodeOperation operation) {
    int what = random.nextInt(100);
    if (nodeIds.size() < 60 || what < 3) {
      EntryList entries = entries();
      long nodeId = operation.create(0, null, entries, 0, entries.count());
      assertThat(model.put(nodeId, ids(entries))).as("an id in use").isNull();
      nodeIds.add(nodeId);
      if (nodeIds.size() == 1) {
        operation.root(nodeId, 0);
      }
      return;
    }
    int at = random.nextInt(nodeIds.size());
    long nodeId = nodeIds.get(at);
    List<Long> entries = model.get(nodeId);
    if (what < 5 && nodeIds.size() > 60 && at > 0) {
      operation.delete(nodeId, 0);
      model.remove(nodeId);
      nodeIds.remove(at);
    } else if (what < 10) {
      EntryList content = entries();
      operation.replace(nodeId, 0, null, content, 0, content.count());
      model.put(nodeId, ids(content));
    } else if (what < 35 && !entries.isEmpty()) {
      long gone = entries.get(random.nextInt(entries.size()));
      operation.remove(nodeId, 0, new long[] {gone, 1, 2, 3, 4});
      entries.remove((Long) gone);
    } else if (entries.size() < CAPACITY) {
      long id = random.nextInt(MOST_ID); // equal entries, too
      operation.add(nodeId, 0, new long[] {id, 1, 2, 3, 4});
      entries.add(id);
    }
  }

  private EntryList entries() {
    EntryList entries = new EntryList(STRIDE, CAPACITY);
    for (int i = random.nextInt(CAPACITY / 2); i > 0; i--) {
      entries.add(new long[] {1_000L * i + random.nextInt(1_000), 1, 2, 3, 4}, 0);
    }
    return entries;
  }

  private static List<Long> ids(EntryList entries) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < entries.count(); i++) {
      ids.add(entries.word(i, 0));
    }
    return ids;
  }

  private void compare(LoggedNodeStore store, long nodeId) {
    List<Long> found = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      NodeView node = reader.read(nodeId, 0);
      for (int slot = 0; slot < node.count(); slot++) {
        found.add(node.word(0, slot));
      }
      reader.release(node);
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(model.get(nodeId));
  }
}
