package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds after every operation, whatever the policies: budgets, counts, queues, content. */
class EfindInvariantsTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));
  private static final int OPERATIONS = 700;
  private static final int MOST_ENTRIES = 20;

  private final Random random = Seeds.random();
  private final Map<Long, TreeSet<Long>> model = new TreeMap<>();
  private final Map<Long, Integer> levels = new TreeMap<>();
  private long nextEntry;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "buffer=16K",
        "buffer=16K,policy=m,unit=1,p=10%",
        "buffer=16K,policy=mall,unit=16",
        "buffer=16K,policy=mha,unit=3,p=100%",
        "buffer=16K,policy=mhao,unit=2,wq=3",
        "buffer=32K,memory=festival64,compat=festival",
        "buffer=32K,readpolicy=none,tc=none",
        "buffer=32K,readpolicy=none,tc=writes,rows=packed",
        "buffer=32K,readpolicy=lru,tc=none,read=80%",
        "buffer=32K,readpolicy=lru,read=50%,rows=packed",
        "buffer=32K,readpolicy=hlru,read=50%,tc=reads",
        "buffer=32K,readpolicy=s2q,read=60%,rq=10%",
        "buffer=32K,readpolicy=2q,read=60%,cached=inner",
        "buffer=32K,readpolicy=arc,read=60%,tc=writes",
        "buffer=32K,readpolicy=arc,read=60%,tc=both",
        "buffer=16K,policy=mh,unit=1,tc=reads,cached=inner,rows=packed,logform=packed"
      })
  void holdAfterEveryOperation(String keys) {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:" + keys));
    NodeStoreFiles files =
        new NodeStoreFiles(
            new MemoryDirectory(),
            1024,
            LAYOUT,
            config.logBytes(),
            SyncMode.CLOSE,
            (device, log) -> new EfindBuffer(config, device, LAYOUT, log));
    model.clear();
    levels.clear();
    try (LoggedNodeStore store = files.open()) {
      EfindBuffer buffer = (EfindBuffer) files.buffer();
      for (int i = 0; i < OPERATIONS; i++) {
        Set<Long> before = buffered(buffer);
        long flushed = buffer.figures().flushedNodes();
        operate(store);
        assertInvariants(config, buffer);
        Set<Long> gone = new HashSet<>(before);
        gone.removeAll(buffered(buffer));
        assertThat(buffer.figures().flushedNodes() - flushed)
            .as("only nodes with changes are flushed")
            .isGreaterThanOrEqualTo(gone.size());
        readSome(store);
        assertInvariants(config, buffer);
      }
      readAll(store);
      store.flush();
      assertThat(buffer.writeBuffer().size()).isZero();
      assertThat(buffer.writeBuffer().usedBytes()).isZero();
      readAll(store);
    }
  }

  private static Set<Long> buffered(EfindBuffer buffer) {
    Set<Long> ids = new HashSet<>();
    buffer.writeBuffer().forEach(node -> ids.add(node.nodeId));
    return ids;
  }

  private void assertInvariants(EfindConfig config, EfindBuffer buffer) {
    WriteBuffer writes = buffer.writeBuffer();
    assertThat(writes.usedBytes()).isEqualTo(writes.recountedBytes());
    assertThat(writes.usedBytes()).isLessThanOrEqualTo(config.buffers().writeBytes());
    assertThat(buffer.readBuffer().usedBytes()).isLessThanOrEqualTo(config.buffers().readBytes());
    BufferStats figures = buffer.figures();
    assertThat(figures.usedBytes()).isLessThanOrEqualTo(config.buffers().bytes());
    assertThat(figures.bufferedNodes()).isEqualTo(buffered(buffer).size());
    if (buffer.readQueue() != null) {
      assertThat(buffer.readQueue().toArray()).doesNotHaveDuplicates();
    }
    if (buffer.writeQueue() != null) {
      assertThat(buffer.writeQueue().toArray().length)
          .isLessThanOrEqualTo(config.control().writeQueueUnits() * config.flushing().unit());
    }
  }

  /** Returns the entry of a number; some are rectangles, the others points. */
  private static long[] entry(long number) {
    long low = Double.doubleToRawLongBits(number);
    long high = Double.doubleToRawLongBits(number + (number % 7 == 0 ? 2 : 0));
    return new long[] {number, low, low, high, high};
  }

  private void operate(LoggedNodeStore store) {
    try (NodeOperation operation = store.begin()) {
      for (int i = random.nextInt(4); i >= 0; i--) {
        change(operation);
      }
      operation.commit();
    }
  }

  private void change(NodeOperation operation) {
    int what = random.nextInt(30);
    if (model.size() < 4 || what < 4) {
      TreeSet<Long> content = content();
      int level = random.nextInt(6) == 0 ? 1 : 0;
      long nodeId = operation.create(level, null, list(content), 0, content.size());
      model.put(nodeId, content);
      levels.put(nodeId, level);
      return;
    }
    long nodeId = pick();
    int level = levels.get(nodeId);
    TreeSet<Long> entries = model.get(nodeId);
    if (what < 20 && entries.size() < MOST_ENTRIES) {
      operation.add(nodeId, level, entry(nextEntry));
      entries.add(nextEntry++);
    } else if (what < 26 && !entries.isEmpty()) {
      long number = entries.ceiling((long) random.nextInt((int) (entries.last() + 1)));
      operation.remove(nodeId, level, entry(number));
      entries.remove(number);
    } else if (what < 28) {
      TreeSet<Long> content = content();
      operation.replace(nodeId, level, null, list(content), 0, content.size());
      model.put(nodeId, content);
    } else {
      operation.delete(nodeId, level);
      model.remove(nodeId);
      levels.remove(nodeId);
    }
  }

  private long pick() {
    Long[] ids = model.keySet().toArray(new Long[0]);
    return ids[random.nextInt(ids.length)];
  }

  private TreeSet<Long> content() {
    TreeSet<Long> content = new TreeSet<>();
    for (int i = random.nextInt(MOST_ENTRIES); i > 0; i--) {
      content.add(nextEntry++);
    }
    return content;
  }

  private static EntryList list(TreeSet<Long> numbers) {
    EntryList list = new EntryList(5, Math.max(1, numbers.size()));
    numbers.forEach(number -> list.add(entry(number), 0));
    return list;
  }

  private void readSome(LoggedNodeStore store) {
    try (NodeReader reader = store.snapshot()) {
      for (int i = 0; i < 3 && !model.isEmpty(); i++) {
        assertContent(reader, pick());
      }
    }
  }

  private void readAll(LoggedNodeStore store) {
    try (NodeReader reader = store.snapshot()) {
      model.keySet().forEach(nodeId -> assertContent(reader, nodeId));
    }
  }

  private void assertContent(NodeReader reader, long nodeId) {
    NodeView node = reader.read(nodeId, levels.get(nodeId));
    long[] found = new long[node.count()];
    long[] words = new long[5];
    for (int slot = 0; slot < found.length; slot++) {
      node.copyEntry(slot, words, 0);
      assertThat(words).isEqualTo(entry(words[0]));
      found[slot] = words[0];
    }
    reader.release(node);
    Arrays.sort(found);
    assertThat(found)
        .as("node %d", nodeId)
        .isEqualTo(model.get(nodeId).stream().mapToLong(Long::longValue).toArray());
  }
}
