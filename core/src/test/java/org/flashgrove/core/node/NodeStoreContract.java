package org.flashgrove.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link NodeStore}, line by line, and random operations against {@link
 * MemoryNodeStore}. Every implementation inherits it.
 */
public abstract class NodeStoreContract {
  private static final TreeLayout UNORDERED = TestLayouts.UNORDERED;

  private final List<NodeStore> opened = new ArrayList<>();

  /** Returns a new, empty store. */
  protected abstract NodeStore create(int pageSize, TreeLayout layout);

  /** Closes a store and opens it again; a store that does not persist comes back as it is. */
  protected NodeStore reopen(NodeStore store) {
    return store;
  }

  /** Smallest page size the store takes; the tests also use twice that. */
  protected int leastPageSize() {
    return 512;
  }

  /** Returns the number of operations of each random run. */
  protected int randomOperations() {
    return 150;
  }

  @AfterEach
  void closeStores() {
    opened.forEach(NodeStore::close);
  }

  private NodeStore open(TreeLayout layout) {
    return open(leastPageSize(), layout);
  }

  private NodeStore open(int pageSize, TreeLayout layout) {
    NodeStore store = create(pageSize, layout);
    opened.add(store);
    return store;
  }

  private NodeStore again(NodeStore store) {
    NodeStore back = reopen(store);
    opened.remove(store);
    opened.add(back);
    return back;
  }

  private static long[] entry(long... words) {
    return words;
  }

  private static EntryList list(int stride, long[]... entries) {
    EntryList list = new EntryList(stride, entries.length);
    for (long[] entry : entries) {
      list.add(entry, 0);
    }
    return list;
  }

  private static long leaf(NodeOperation operation, long[]... entries) {
    return operation.create(0, null, list(5, entries), 0, entries.length);
  }

  private static long committedLeaf(NodeStore store, long[]... entries) {
    try (NodeOperation operation = store.begin()) {
      long nodeId = leaf(operation, entries);
      operation.commit();
      return nodeId;
    }
  }

  private static NodeContents contents(NodeReader reader, long nodeId) {
    return NodeContents.read(reader, UNORDERED, nodeId, 0);
  }

  private static NodeContents contents(NodeStore store, long nodeId) {
    try (NodeReader reader = store.snapshot()) {
      return contents(reader, nodeId);
    }
  }

  private static NodeContents unordered(long[]... entries) {
    long[][] sorted = entries.clone();
    Arrays.sort(sorted, Arrays::compare);
    return ordered(sorted);
  }

  private static NodeContents ordered(long[]... entries) {
    List<List<Long>> words = new ArrayList<>();
    for (long[] entry : entries) {
      words.add(Arrays.stream(entry).boxed().toList());
    }
    return new NodeContents(List.of(0L, 0L, 0L), words);
  }

  private static final long[] A = {1, 10, 11, 12, 13};
  private static final long[] B = {2, 20, 21, 22, 23};
  private static final long[] C = {3, 30, 31, 32, 33};

  @Test
  void aNewStoreHoldsNoTree() {
    NodeStore store = open(UNORDERED);
    assertThat(store.pageSize()).isEqualTo(leastPageSize());
    assertThat(store.layout()).isEqualTo(UNORDERED);
    assertThat(store.ids().last()).isEqualTo(-1);
    assertThat(store.ids().freeCount()).isZero();
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.root()).isEqualTo(NodeStore.NO_NODE);
      assertThat(reader.height()).isZero();
      assertThat(reader.entries()).isZero();
      assertThat(reader.extra()).isEmpty();
    }
  }

  @Test
  void aCommitPublishesNodesAndCatalog() {
    NodeStore store = open(UNORDERED);
    long root;
    try (NodeOperation operation = store.begin()) {
      long child = leaf(operation, A, B);
      root = operation.create(1, null, list(5, entry(child, 1, 2, 3, 4)), 0, 1);
      operation.root(root, 1);
      operation.entries(2);
      operation.extra(new byte[] {7, 8});
      operation.commit();
      assertThat(child).isEqualTo(0);
      assertThat(root).isEqualTo(1);
    }
    store.sync();
    store = again(store);
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.root()).isEqualTo(root);
      assertThat(reader.height()).isEqualTo(1);
      assertThat(reader.entries()).isEqualTo(2);
      assertThat(reader.extra()).containsExactly(7, 8);
      assertThat(contents(reader, 0)).isEqualTo(unordered(A, B));
      NodeView view = reader.read(root, 1);
      assertThat(view.nodeId()).isEqualTo(root);
      assertThat(view.level()).isEqualTo(1);
      assertThat(view.count()).isEqualTo(1);
      assertThat(view.word(0, 0)).isZero();
      reader.release(view);
    }
    assertThat(store.ids().last()).isEqualTo(1);
  }

  @Test
  void closingWithoutCommitRestoresCatalogIdsAndNodes() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      operation.root(leaf(operation, A), 0);
      leaf(operation, B);
      operation.entries(1);
      operation.extra(new byte[] {1});
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.add(0, 0, C);
      operation.remove(0, 0, A);
      operation.header(0, 0, new long[] {1, 2, 3});
      operation.delete(1, 0);
      operation.root(leaf(operation, C), 0);
      operation.entries(9);
      operation.extra(new byte[] {2, 3});
    }
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.root()).isZero();
      assertThat(reader.entries()).isEqualTo(1);
      assertThat(reader.extra()).containsExactly(1);
      assertThat(contents(reader, 0)).isEqualTo(unordered(A));
      assertThat(contents(reader, 1)).isEqualTo(unordered(B));
    }
    assertThat(store.ids().last()).isEqualTo(1);
    assertThat(store.ids().freeCount()).isZero();
    assertThat(committedLeaf(store, C)).isEqualTo(2);
  }

  @Test
  void readsInsideSeeTheOperationsOwnChanges() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    try (NodeOperation operation = store.begin()) {
      operation.add(0, 0, B);
      assertThat(contents(operation, 0)).isEqualTo(unordered(A, B));
      operation.remove(0, 0, A);
      assertThat(contents(operation, 0)).isEqualTo(unordered(B));
      operation.replace(0, 0, null, list(5, A, B, C), 1, 3);
      assertThat(contents(operation, 0)).isEqualTo(unordered(B, C));
      operation.header(0, 0, new long[] {4, 5, 6});
      assertThat(contents(operation, 0).header()).containsExactly(4L, 5L, 6L);
      operation.root(0, 0);
      operation.entries(5);
      operation.extra(new byte[] {9});
      assertThat(operation.root()).isZero();
      assertThat(operation.entries()).isEqualTo(5);
      assertThat(operation.extra()).containsExactly(9);
      assertThat(contents(operation, leaf(operation, C))).isEqualTo(unordered(C));
    }
  }

  @Test
  void imagesStayAsTheyWereRead() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A, B);
    try (NodeOperation operation = store.begin()) {
      NodeView before = operation.read(0, 0);
      operation.add(0, 0, C);
      NodeView between = operation.read(0, 0);
      operation.remove(0, 0, A);
      operation.header(0, 0, new long[] {1, 1, 1});
      assertThat(NodeContents.of(before, UNORDERED.leaf())).isEqualTo(unordered(A, B));
      assertThat(NodeContents.of(between, UNORDERED.leaf())).isEqualTo(unordered(A, B, C));
      operation.replace(0, 0, null, list(5, C), 0, 1);
      operation.delete(0, 0);
      assertThat(NodeContents.of(before, UNORDERED.leaf())).isEqualTo(unordered(A, B));
      assertThat(NodeContents.of(between, UNORDERED.leaf())).isEqualTo(unordered(A, B, C));
      operation.release(before);
      operation.release(between);
    }
  }

  @Test
  void anImageMayBeReadSeveralTimesAndIsGivenBackAsOften() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    try (NodeReader reader = store.snapshot()) {
      NodeView first = reader.read(0, 0);
      NodeView second = reader.read(0, 0);
      reader.release(first);
      assertThat(NodeContents.of(second, UNORDERED.leaf())).isEqualTo(unordered(A));
      reader.release(second);
    }
  }

  @Test
  void arraysAreCopied() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      EntryList entries = list(5, A);
      long[] header = {1, 2, 3};
      operation.create(0, header, entries, 0, 1);
      long[] added = B.clone();
      byte[] extra = {1, 2};
      operation.add(0, 0, added);
      operation.extra(extra);
      entries.set(0, 0, 99);
      header[0] = 99;
      added[0] = 99;
      extra[0] = 99;
      operation.commit();
    }
    assertThat(contents(store, 0).entries()).isEqualTo(unordered(A, B).entries());
    assertThat(contents(store, 0).header()).containsExactly(1L, 2L, 3L);
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.extra()).containsExactly(1, 2);
    }
  }

  @Test
  void idsComeFromTheFreeListOldestFirst() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      for (int i = 0; i < 5; i++) {
        assertThat(leaf(operation, A)).isEqualTo(i);
      }
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.delete(3, 0);
      operation.delete(1, 0);
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.delete(2, 0);
      operation.commit();
    }
    assertThat(store.ids().freeIds()).containsExactly(3, 1, 2);
    store.sync();
    store = again(store);
    assertThat(store.ids().freeIds()).containsExactly(3, 1, 2);
    assertThat(store.ids().last()).isEqualTo(4);
    try (NodeOperation operation = store.begin()) {
      assertThat(leaf(operation, B)).isEqualTo(3);
      assertThat(leaf(operation, B)).isEqualTo(1);
    }
    try (NodeOperation operation = store.begin()) {
      assertThat(leaf(operation, C)).isEqualTo(3);
      assertThat(leaf(operation, C)).isEqualTo(1);
      assertThat(leaf(operation, C)).isEqualTo(2);
      assertThat(leaf(operation, C)).isEqualTo(5);
      operation.commit();
    }
    assertThat(store.ids().freeCount()).isZero();
    assertThat(contents(store, 1)).isEqualTo(unordered(C));
  }

  @Test
  void freedIdsAreNotGivenOutBeforeTheCommit() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    try (NodeOperation operation = store.begin()) {
      operation.delete(0, 0);
      assertThat(leaf(operation, B)).isEqualTo(1);
      operation.commit();
    }
    assertThat(committedLeaf(store, C)).isZero();
    assertThat(contents(store, 0)).isEqualTo(unordered(C));
  }

  @Test
  void aNodeCreatedAndDeletedInOneOperationFreesItsId() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      operation.delete(leaf(operation, A), 0);
      assertThat(leaf(operation, B)).isEqualTo(1);
      operation.commit();
    }
    assertThat(store.ids().freeIds()).containsExactly(0);
  }

  @Test
  void aLeafHoldsAnEntryAsOftenAsItWasAdded() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    try (NodeOperation operation = store.begin()) {
      operation.add(0, 0, A);
      operation.add(0, 0, B);
      operation.add(0, 0, B);
      assertThat(operation.entryCount(0, 0)).isEqualTo(4);
      assertThat(contents(operation, 0)).isEqualTo(unordered(A, A, B, B));
      operation.commit();
    }
    assertThat(contents(store, 0)).isEqualTo(unordered(A, A, B, B));
    store.flush();
    try (NodeOperation operation = store.begin()) {
      operation.remove(0, 0, A);
      operation.remove(0, 0, B);
      assertThat(operation.entryCount(0, 0)).isEqualTo(2);
      operation.commit();
    }
    assertThat(contents(store, 0)).isEqualTo(unordered(A, B));
    try (NodeOperation operation = store.begin()) {
      operation.remove(0, 0, A);
      operation.add(0, 0, B);
      operation.add(0, 0, A);
      operation.commit();
    }
    assertThat(contents(store, 0)).isEqualTo(unordered(A, B, B));
    try (NodeOperation operation = store.begin()) {
      operation.replace(0, 0, null, list(5, A, B, A), 0, 3);
      operation.remove(0, 0, A);
      operation.commit();
    }
    store.flush();
    assertThat(contents(store, 0)).isEqualTo(unordered(A, B));
  }

  @Test
  void addReplacesTheEntryOfTheSameIdentity() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      operation.create(1, null, list(5, A, B), 0, 2);
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.add(0, 1, entry(1, 5, 5, 6, 6));
      operation.commit();
    }
    try (NodeReader reader = store.snapshot()) {
      assertThat(NodeContents.read(reader, UNORDERED, 0, 1))
          .isEqualTo(unordered(entry(1, 5, 5, 6, 6), B));
    }
  }

  @Test
  void theSameIdWithDifferentRectanglesIsTwoEntries() {
    NodeStore store = open(UNORDERED);
    long[] other = {1, 50, 51, 52, 53};
    committedLeaf(store, A);
    try (NodeOperation operation = store.begin()) {
      operation.add(0, 0, other);
      operation.commit();
    }
    assertThat(contents(store, 0)).isEqualTo(unordered(A, other));
    try (NodeOperation operation = store.begin()) {
      operation.remove(0, 0, A);
      operation.commit();
    }
    assertThat(contents(store, 0)).isEqualTo(unordered(other));
  }

  @Test
  void removeLooksAtTheIdentityOnly() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      operation.create(1, null, list(5, A, B), 0, 2);
      operation.remove(0, 1, entry(1, 0, 0, 0, 0));
      operation.change(0, 1, entry(2, 7, 7, 8, 8));
      operation.commit();
    }
    try (NodeReader reader = store.snapshot()) {
      assertThat(NodeContents.read(reader, UNORDERED, 0, 1))
          .isEqualTo(unordered(entry(2, 7, 7, 8, 8)));
    }
  }

  @Test
  void anEntryThatWasRemovedCanBeAddedAgain() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A, B);
    store.flush();
    try (NodeOperation operation = store.begin()) {
      operation.remove(0, 0, A);
      operation.add(0, 0, A);
      operation.add(0, 0, C);
      operation.remove(0, 0, C);
      operation.commit();
    }
    assertThat(contents(store, 0)).isEqualTo(unordered(A, B));
    store.flush();
    assertThat(contents(store, 0)).isEqualTo(unordered(A, B));
  }

  @Test
  void changeMovesAnEntryInTheOrder() {
    NodeStore store = open(TestLayouts.ORDERED);
    long[] low = {1, 0, 0, 0, 0, 10};
    long[] middle = {2, 0, 0, 0, 0, 20};
    long[] high = {3, 0, 0, 0, 0, -1}; // the greatest unsigned
    try (NodeOperation operation = store.begin()) {
      operation.create(1, null, list(6, low, high), 0, 2);
      operation.add(0, 1, middle);
      operation.commit();
    }
    store.flush();
    long[] moved = {1, 0, 0, 0, 0, 25};
    try (NodeOperation operation = store.begin()) {
      assertThat(NodeContents.read(operation, TestLayouts.ORDERED, 0, 1))
          .isEqualTo(ordered(low, middle, high));
      operation.change(0, 1, moved);
      assertThat(NodeContents.read(operation, TestLayouts.ORDERED, 0, 1))
          .isEqualTo(ordered(middle, moved, high));
      operation.commit();
    }
    store.flush();
    try (NodeReader reader = store.snapshot()) {
      assertThat(NodeContents.read(reader, TestLayouts.ORDERED, 0, 1))
          .isEqualTo(ordered(middle, moved, high));
    }
  }

  @Test
  void theEntryCountIsKnown() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A, B);
    store.flush();
    store = again(store);
    try (NodeOperation operation = store.begin()) {
      assertThat(operation.entryCount(0, 0)).isEqualTo(2);
      operation.add(0, 0, C);
      assertThat(operation.entryCount(0, 0)).isEqualTo(3);
      operation.remove(0, 0, A);
      assertThat(operation.entryCount(0, 0)).isEqualTo(2);
      operation.replace(0, 0, null, list(5, A), 0, 1);
      assertThat(operation.entryCount(0, 0)).isEqualTo(1);
    }
    try (NodeOperation operation = store.begin()) {
      assertThat(operation.entryCount(0, 0)).isEqualTo(2);
    }
  }

  @Test
  void aNodeMayBeFullOrEmpty() {
    NodeStore store = open(UNORDERED);
    int capacity = NodePage.capacity(leastPageSize(), UNORDERED.leaf());
    long[][] many = new long[capacity][];
    for (int i = 0; i < capacity; i++) {
      many[i] = entry(i, i, i, i, i);
    }
    committedLeaf(store);
    committedLeaf(store, many);
    try (NodeOperation operation = store.begin()) {
      for (long[] one : many) {
        operation.add(0, 0, one);
        operation.remove(1, 0, one);
      }
      operation.commit();
    }
    store.flush();
    assertThat(contents(store, 0)).isEqualTo(unordered(many));
    assertThat(contents(store, 1)).isEqualTo(unordered());
  }

  @Test
  void headersAreKept() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      operation.create(0, new long[] {1, -2, Long.MIN_VALUE}, list(5, A), 0, 1);
      leaf(operation, B);
      operation.commit();
    }
    assertThat(contents(store, 0).header()).containsExactly(1L, -2L, Long.MIN_VALUE);
    assertThat(contents(store, 1).header()).containsExactly(0L, 0L, 0L);
    try (NodeOperation operation = store.begin()) {
      operation.add(0, 0, B);
      operation.header(1, 0, new long[] {7, 8, 9});
      operation.commit();
    }
    store.flush();
    assertThat(contents(store, 0).header()).containsExactly(1L, -2L, Long.MIN_VALUE);
    assertThat(contents(store, 1).header()).containsExactly(7L, 8L, 9L);
    try (NodeOperation operation = store.begin()) {
      operation.replace(0, 0, null, list(5, C), 0, 1);
      operation.commit();
    }
    assertThat(contents(store, 0).header()).containsExactly(0L, 0L, 0L);
  }

  @Test
  void theTreesOwnBytesAreKept() {
    NodeStore store = open(UNORDERED);
    byte[] most = new byte[NodeStore.MAX_EXTRA_BYTES];
    Arrays.fill(most, (byte) 0xA5);
    try (NodeOperation operation = store.begin()) {
      operation.extra(most);
      operation.commit();
    }
    store.sync();
    store = again(store);
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.extra()).isEqualTo(most);
    }
    try (NodeOperation operation = store.begin()) {
      operation.extra(new byte[0]);
      operation.commit();
    }
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.extra()).isEmpty();
    }
  }

  @Test
  void aSnapshotStaysAtItsCommit() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    committedLeaf(store, B);
    try (NodeReader reader = store.snapshot()) {
      try (NodeOperation operation = store.begin()) {
        operation.add(0, 0, C);
        operation.delete(1, 0);
        operation.entries(7);
        assertThat(contents(reader, 0)).isEqualTo(unordered(A));
        operation.commit();
      }
      store.flush();
      assertThat(reader.entries()).isZero();
      assertThat(contents(reader, 0)).isEqualTo(unordered(A));
      assertThat(contents(reader, 1)).isEqualTo(unordered(B));
      try (NodeReader newer = store.snapshot()) {
        assertThat(newer.entries()).isEqualTo(7);
        assertThat(contents(newer, 0)).isEqualTo(unordered(A, C));
      }
    }
  }

  @Test
  void onlyOneOperationIsOpenAtATime() {
    NodeStore store = open(UNORDERED);
    try (NodeOperation operation = store.begin()) {
      assertThatThrownBy(store::begin).isInstanceOf(IllegalStateException.class);
      leaf(operation, A);
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      assertThat(contents(operation, 0)).isEqualTo(unordered(A));
    }
  }

  @Test
  void aClosedStoreRefusesWork() {
    NodeStore store = create(leastPageSize(), UNORDERED);
    committedLeaf(store, A);
    store.close();
    assertThatThrownBy(store::snapshot).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::begin).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::flush).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::sync).isInstanceOf(StoreClosedException.class);
    store.close();
  }

  @Test
  void aNodeThatIsNotThereIsDamage() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    committedLeaf(store, B);
    try (NodeOperation operation = store.begin()) {
      operation.delete(1, 0);
      operation.commit();
    }
    for (boolean flushed : new boolean[] {false, true}) {
      if (flushed) {
        store.flush();
      }
      try (NodeReader reader = store.snapshot()) {
        assertThatThrownBy(() -> reader.read(0, 1)).isInstanceOf(DamagedStoreException.class);
        assertThatThrownBy(() -> reader.read(1, 0)).isInstanceOf(DamagedStoreException.class);
        assertThatThrownBy(() -> reader.read(99, 0)).isInstanceOf(DamagedStoreException.class);
        assertThatThrownBy(() -> reader.read(-1, 0)).isInstanceOf(DamagedStoreException.class);
        assertThatThrownBy(() -> reader.read(Long.MAX_VALUE, 0))
            .isInstanceOf(DamagedStoreException.class);
        assertThat(contents(reader, 0)).isEqualTo(unordered(A));
      }
    }
  }

  private ByteBuffer images(long firstId, int count) {
    int pageSize = leastPageSize();
    ByteBuffer pages = AlignedBuffers.allocate(pageSize * count);
    for (int i = 0; i < count; i++) {
      NodePage page = new NodePage(AlignedBuffers.allocate(pageSize));
      page.format(UNORDERED.leaf(), firstId + i, 0);
      page.header(new long[] {i, 0, 0}, 0);
      page.insert(entry(i, i, i, i, i), 0);
      page.insert(entry(100 + i, i, i, i, i), 0);
      pages.put(i * pageSize, page.bytes(), 0, pageSize);
    }
    return pages;
  }

  @Test
  void sealedPagesBecomeVisibleWithTheCatalog() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    try (NodeOperation operation = store.begin()) {
      for (int i = 1; i <= 7; i++) {
        assertThat(leaf(operation)).isEqualTo(i);
      }
      store.appendSealed(images(1, 7), 7);
      EntryList children = new EntryList(5, 7);
      for (int i = 1; i <= 7; i++) {
        children.add(entry(i, i - 1, i - 1, i - 1, i - 1), 0);
      }
      operation.root(operation.create(1, null, children, 0, 7), 1);
      operation.entries(14);
      operation.commit();
    }
    store = again(store);
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.root()).isEqualTo(8);
      for (int i = 0; i < 7; i++) {
        NodeContents node = contents(reader, i + 1);
        assertThat(node.header()).containsExactly((long) i, 0L, 0L);
        assertThat(node.entries())
            .isEqualTo(unordered(entry(i, i, i, i, i), entry(100 + i, i, i, i, i)).entries());
      }
      assertThat(contents(reader, 0)).isEqualTo(unordered(A));
    }
    try (NodeOperation operation = store.begin()) {
      assertThat(operation.entryCount(3, 0)).isEqualTo(2);
      operation.add(3, 0, C);
      operation.commit();
    }
    assertThat(contents(store, 3).entries()).hasSize(3);
  }

  @Test
  void sealedPagesOfAnUndoneOperationLeaveNoTrace() {
    NodeStore store = open(UNORDERED);
    committedLeaf(store, A);
    try (NodeOperation operation = store.begin()) {
      leaf(operation);
      leaf(operation);
      store.appendSealed(images(1, 2), 2);
      operation.root(1, 0);
    }
    assertThat(store.ids().last()).isZero();
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.root()).isEqualTo(NodeStore.NO_NODE);
      assertThat(contents(reader, 0)).isEqualTo(unordered(A));
    }
    assertThat(committedLeaf(store, B)).isEqualTo(1);
    assertThat(contents(store, 1)).isEqualTo(unordered(B));
  }

  @Test
  void randomOperationsWithoutOrder() {
    runRandomly(TestLayouts.UNORDERED);
  }

  @Test
  void randomOperationsWithAnOrder() {
    runRandomly(TestLayouts.ORDERED);
  }

  @Test
  void randomOperationsWithAnOrderByTheHeader() {
    runRandomly(TestLayouts.BY_HEADER);
  }

  /** Returns whether the store keeps the words of a node where they are. */
  protected boolean takesRawNodes() {
    return false;
  }

  @Test
  void patchesMoveAndOverwriteBytesWhereTheyAre() {
    if (!takesRawNodes()) {
      return;
    }
    NodeStore store = open(new TreeLayout(NodeLayout.RAW, NodeLayout.RAW));
    Random random = Seeds.random();
    int words = NodePage.capacity(leastPageSize(), NodeLayout.RAW);
    long nodeId;
    try (NodeOperation operation = store.begin()) {
      EntryList zeros = new EntryList(1, words);
      for (int i = 0; i < words; i++) {
        zeros.add(new long[1], 0); // equal words stay where they are
      }
      nodeId = operation.create(0, null, zeros, 0, words);
      operation.root(nodeId, 0);
      operation.commit();
    }
    byte[] model = new byte[words * Long.BYTES];
    NodePatch patch = new NodePatch();
    for (int round = 0; round < 60; round++) {
      boolean commits = random.nextInt(5) > 0;
      byte[] changed = model.clone();
      try (NodeOperation operation = store.begin()) {
        for (int i = 0; i < 3; i++) {
          randomPatch(random, patch.clear(), changed);
          operation.patch(nodeId, 0, patch);
          assertThat(bytesOf(operation, nodeId)).isEqualTo(changed);
        }
        if (commits) {
          operation.commit();
          model = changed;
        }
      }
      store = round % 7 == 0 ? again(store) : store;
      try (NodeReader reader = store.snapshot()) {
        assertThat(bytesOf(reader, nodeId)).isEqualTo(model);
      }
    }
  }

  private static void randomPatch(Random random, NodePatch patch, byte[] model) {
    for (int step = 0; step < 3; step++) {
      int length = random.nextInt(40);
      int from = random.nextInt(model.length - length);
      int to = random.nextInt(model.length - length);
      patch.move(from, to, length);
      System.arraycopy(model, from, model, to, length);
      byte[] written = new byte[random.nextInt(40)];
      random.nextBytes(written);
      to = random.nextInt(model.length - written.length);
      patch.write(to, written, 0, written.length);
      System.arraycopy(written, 0, model, to, written.length);
    }
  }

  private static byte[] bytesOf(NodeReader reader, long nodeId) {
    NodeView node = reader.read(nodeId, 0);
    ByteBuffer bytes =
        ByteBuffer.allocate(node.count() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int word = 0; word < node.count(); word++) {
      bytes.putLong(node.word(0, word));
    }
    reader.release(node);
    return bytes.array();
  }

  private void runRandomly(TreeLayout layout) {
    for (int factor = 1; factor <= 2; factor++) {
      Random random = Seeds.random();
      int pageSize = leastPageSize() * factor;
      RandomNodeOperations run = new RandomNodeOperations(open(pageSize, layout), random);
      for (int i = 1; i <= randomOperations(); i++) {
        run.step();
        if (i % 10 == 0) {
          run.verify();
        }
        if (i % 25 == 0) {
          run.useStore(again(run.store()));
        }
      }
      run.verify();
    }
  }
}
