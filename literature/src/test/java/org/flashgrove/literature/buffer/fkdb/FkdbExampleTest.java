package org.flashgrove.literature.buffer.fkdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;

/** F-KDB's buffer, step by step: where logging entries go, and when they are merged. */
class FkdbExampleTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));
  private static final EntryList NONE = new EntryList(5, 1);

  private final FkdbConfig config =
      FkdbConfig.of(Spec.parse("fkdb:buffer=16K,unit=1,readcost=1,writecost=10,update=50%"));
  private final NodeStoreFiles files =
      new NodeStoreFiles(
          new MemoryDirectory(),
          Placement.FREE,
          1024,
          LAYOUT,
          64 << 10,
          SyncMode.BARRIER,
          (device, log) -> new FkdbBuffer(config, device, LAYOUT));
  private LoggedNodeStore store = files.open();
  private long nextEntry = 1;

  private FkdbBuffer buffer() {
    return (FkdbBuffer) files.buffer();
  }

  private long createNode() {
    try (NodeOperation operation = store.begin()) {
      long nodeId = operation.create(0, null, NONE, 0, 0);
      operation.root(nodeId, 0);
      operation.commit();
      return nodeId;
    }
  }

  private void add(long nodeId, int entries) {
    for (int i = 0; i < entries; i++) {
      try (NodeOperation operation = store.begin()) {
        operation.add(nodeId, 0, new long[] {nextEntry++, 0, 0, 0, 0});
        operation.commit();
      }
    }
  }

  private String read(long nodeId) {
    try (NodeReader reader = store.snapshot()) {
      NodeView node = reader.read(nodeId, 0);
      TreeSet<Long> ids = new TreeSet<>();
      for (int slot = 0; slot < node.count(); slot++) {
        ids.add(node.word(0, slot));
      }
      reader.release(node);
      return ids.toString();
    }
  }

  private int pages(long nodeId) {
    return buffer().store().table().pageCount(nodeId);
  }

  private double credit(long nodeId) {
    return buffer().adaptation().credit(nodeId);
  }

  /** The page of a load is done with when the node gets new content, which is nowhere else yet. */
  @Test
  void newContentOfALoadedNodeOutlivesARestart() {
    long node;
    try (NodeOperation operation = store.begin()) {
      node = operation.create(0, null, NONE, 0, 0);
      NodePage page = new NodePage(AlignedBuffers.allocate(store.pageSize()));
      page.format(LAYOUT.leaf(), node, 0);
      page.insert(new long[] {7, 0, 0, 0, 0}, 0);
      store.appendSealed(page.bytes(), 1);
      operation.root(node, 0);
      operation.commit();
    }
    assertThat(read(node)).isEqualTo("[7]");
    EntryList content = new EntryList(5, 1);
    content.add(new long[] {8, 0, 0, 0, 0}, 0);
    try (NodeOperation operation = store.begin()) {
      operation.replace(node, 0, null, content, 0, 1);
      operation.commit();
    }
    store.close();
    store = files.open();
    assertThat(read(node)).isEqualTo("[8]");
  }

  @Test
  void aNodeIsMergedWhenItsRetrievalsHavePaidForIt() {
    long node = createNode();
    assertThat(pages(node)).isZero();
    assertThat(read(node)).isEqualTo("[]"); // from the buffer alone
    assertThat(buffer().store().pagesRead()).isZero();
    store.flush();
    add(node, 1);
    store.flush();
    add(node, 1);
    store.flush();
    assertThat(pages(node)).isEqualTo(3);
    assertThat(credit(node)).isZero();

    // A retrieval costs two reads too many; a merge 3 reads and a write, 13.
    assertThat(read(node)).isEqualTo("[1, 2]");
    assertThat(buffer().store().pagesRead()).isEqualTo(3);
    assertThat(credit(node)).isEqualTo(2);
    assertThat(read(node)).isEqualTo("[1, 2]");
    assertThat(credit(node)).isEqualTo(4);
    add(node, 3);
    assertThat(credit(node)).isEqualTo(2.5);
    for (double expected = 4.5; expected < 13; expected += 2) {
      assertThat(read(node)).isEqualTo("[1, 2, 3, 4, 5]");
      assertThat(credit(node)).isEqualTo(expected);
    }
    assertThat(pages(node)).isEqualTo(3);
    assertThat(buffer().merges()).isZero();
    assertThat(read(node)).isEqualTo("[1, 2, 3, 4, 5]"); // 14.5
    assertThat(buffer().merges()).isEqualTo(1);
    assertThat(pages(node)).isEqualTo(1);
    assertThat(credit(node)).isZero();
    assertThat(buffer().store().buffer().contains(node)).isFalse();

    long before = buffer().store().pagesRead();
    assertThat(read(node)).isEqualTo("[1, 2, 3, 4, 5]");
    assertThat(buffer().store().pagesRead() - before).isEqualTo(1);
    assertThat(credit(node)).isZero();

    store.close();
    store = files.open();
    assertThat(read(node)).isEqualTo("[1, 2, 3, 4, 5]");
    assertThat(pages(node)).isEqualTo(1);
  }

  @Test
  void aFlushTakesTheNodesWithMostEntriesThatFitItsPages() {
    long a = createNode();
    long b = createNode();
    long c = createNode();
    store.flush();
    add(a, 1); // a section of 2 + 1 + 5 words
    add(b, 12); // 2 + 1 + 60
    add(c, 11); // 2 + 1 + 55
    // Of the 125 words of a page b leaves 62, and b and c leave 4.
    long written = buffer().store().pagesWritten();
    buffer().flushSome();
    assertThat(buffer().store().pagesWritten() - written).isEqualTo(1);
    assertThat(buffer().store().buffer().contains(a)).isTrue();
    assertThat(buffer().store().buffer().contains(b)).isFalse();
    assertThat(buffer().store().buffer().contains(c)).isFalse();
    assertThat(buffer().store().buffer().unitCount(a)).isEqualTo(1);
    assertThat(read(a)).isEqualTo("[1]");
    assertThat(read(b)).startsWith("[2, 3, 4").endsWith("13]");
    assertThat(read(c)).startsWith("[14, 15").endsWith("24]");
    buffer().flushSome();
    assertThat(buffer().store().buffer().nodeCount()).isZero();
    assertThat(read(a)).isEqualTo("[1]");
  }

  @Test
  void newContentStartsTheCollectionAnew() {
    long node = createNode();
    add(node, 2);
    store.flush();
    add(node, 2);
    store.flush();
    assertThat(pages(node)).isEqualTo(2);
    EntryList left = new EntryList(5, 1);
    left.add(new long[] {2, 0, 0, 0, 0}, 0);
    try (NodeOperation operation = store.begin()) {
      operation.replace(node, 0, null, left, 0, 1);
      operation.commit();
    }
    assertThat(pages(node)).isZero();
    assertThat(read(node)).isEqualTo("[2]");
    store.flush();
    assertThat(pages(node)).isEqualTo(1);
    assertThat(buffer().store().area().pageCount()).isEqualTo(1); // the pages before are free
  }
}
