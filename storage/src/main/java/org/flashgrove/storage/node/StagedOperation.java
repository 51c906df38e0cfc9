package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.log.WriteBatch;

/**
 * The one operation of a tree, used again for every maintenance operation: stages changes, and
 * shows them to its own reads. The store publishes them.
 */
final class StagedOperation implements NodeOperation {
  private static final long NEWEST = Long.MAX_VALUE;

  private final LoggedNodeStore store;
  private final EntryCounts counts;
  private final Changes changes;
  private final Catalog staged = new Catalog();
  private final StagedImages images;
  private final AccessLog accesses = new AccessLog();
  private final LongIntMap touchedAt = new LongIntMap(16);
  private long[] touched = new long[16];

  /** For each touched node the count a read found, and how far the changes went then. */
  private int[] readCounts = new int[16];

  private int[] readAt = new int[16];
  private int touchedCount;
  private boolean sealedPages;
  private boolean open;
  private boolean done;
  private boolean committed;
  private WriteBatch batch;

  StagedOperation(LoggedNodeStore store, EntryCounts counts) {
    this.store = store;
    this.counts = counts;
    changes = new Changes(store.layout());
    images = new StagedImages(store.device().pool());
  }

  /** Begins; nothing is staged. */
  void start() {
    if (open) {
      throw new IllegalStateException("an operation is open already");
    }
    open = true;
    done = false;
    committed = false;
    batch = null;
    sealedPages = false;
    for (int i = 0; i < touchedCount; i++) {
      touchedAt.remove(touched[i]);
    }
    touchedCount = 0;
    staged.copyFrom(store.catalog());
    changes.clear(Catalog.FRAME_WORDS);
  }

  /** Whether the operation has begun and is not closed. */
  boolean isOpen() {
    return open;
  }

  /** What is staged. */
  Changes changes() {
    return changes;
  }

  /** The catalog as staged. */
  Catalog catalog() {
    return staged;
  }

  /** Nodes read without the store's lock. */
  AccessLog accesses() {
    return accesses;
  }

  /** Pages were written whole: they overtake images that nobody holds. */
  void pagesSealed() {
    images.forget();
    sealedPages = true;
  }

  /** Whether pages were written whole. */
  boolean hasSealedPages() {
    return sealedPages;
  }

  /** No more changes: they are being committed. */
  void seal() {
    requireChangeable();
    done = true;
  }

  /** Makes the operation a part of a batch. */
  void join(WriteBatch newBatch) {
    requireChangeable();
    requireNoBatch();
    batch = newBatch;
  }

  /** Whether the operation is open and a part of a batch. */
  boolean isIn(WriteBatch asked) {
    return open && batch == asked;
  }

  /** The operation is not committed by a batch. */
  void requireNoBatch() {
    if (open && batch != null) {
      throw new IllegalStateException("the operation is a batch's, which commits it");
    }
  }

  private void requireChangeable() {
    store.requireUsable();
    if (!open || done) {
      throw new IllegalStateException("the operation is over");
    }
  }

  /** Index of a node this operation changed, or -1. */
  private int touched(long nodeId) {
    return touchedAt.get(nodeId);
  }

  private void touch(long nodeId) {
    if (touched(nodeId) < 0) {
      if (touchedCount == touched.length) {
        touched = Arrays.copyOf(touched, touchedCount * 2);
        readCounts = Arrays.copyOf(readCounts, touchedCount * 2);
        readAt = Arrays.copyOf(readAt, touchedCount * 2);
      }
      readCounts[touchedCount] = EntryCounts.UNKNOWN;
      touchedAt.put(nodeId, touchedCount);
      touched[touchedCount++] = nodeId;
    }
  }

  @Override
  public long root() {
    return staged.root;
  }

  @Override
  public int height() {
    return staged.height;
  }

  @Override
  public long entries() {
    return staged.entries;
  }

  @Override
  public byte[] extra() {
    return staged.extra;
  }

  @Override
  public NodeView read(long nodeId, int level) {
    requireChangeable();
    return touched(nodeId) < 0 ? current(nodeId, level) : staged(nodeId, level);
  }

  /** The committed image of a node, and its count. */
  private NodePage current(long nodeId, int level) {
    NodePage page = store.read(accesses, NEWEST, nodeId, level);
    if (counts.known(nodeId) != page.count()) {
      store.noteCount(page);
    }
    return page;
  }

  /**
   * A private image of a node that this operation changed: an earlier one brought up to date, or a
   * new one. The buffer is asked for the base of either, so that memory beside the budget saves no
   * read.
   */
  private NodePage staged(long nodeId, int level) {
    int image = images.idle(nodeId);
    int from = image < 0 ? Catalog.FRAME_WORDS : images.appliedTo(image);
    counts.count(changes, from, nodeId, 0);
    boolean replaced = counts.replaced() || image >= 0 && images.replaced(image);
    boolean sealed = counts.sealed();
    NodePage base = replaced || sealed ? null : current(nodeId, level);
    if (image < 0) {
      image = images.add();
      if (sealed) {
        store.device().read(images.page(image), store.layout().at(level), nodeId, level);
      } else if (replaced) {
        images.page(image).format(store.layout().at(level), nodeId, level);
      } else {
        images.page(image).copyFrom(base);
      }
    }
    if (base != null) {
      store.release(base);
    }
    NodePage page = images.bringUp(image, changes, from, replaced);
    if (sealed) {
      images.useOnce(image);
    }
    int index = touched(nodeId);
    readCounts[index] = page.count();
    readAt[index] = changes.length();
    return page;
  }

  @Override
  public void release(NodeView node) {
    if (!images.release(node)) {
      store.release(node);
    }
  }

  @Override
  public int entryCount(long nodeId, int level) {
    requireChangeable();
    int index = touched(nodeId);
    if (index >= 0 && readCounts[index] != EntryCounts.UNKNOWN) {
      return counts.count(changes, readAt[index], nodeId, readCounts[index]);
    }
    int count = counts.known(nodeId);
    if (index >= 0) {
      int counted = counts.count(changes, Catalog.FRAME_WORDS, nodeId, count);
      if (count != EntryCounts.UNKNOWN || counts.replaced() || counts.sealed()) {
        return counted;
      }
    }
    if (count == EntryCounts.UNKNOWN) {
      store.release(current(nodeId, level));
      count = counts.known(nodeId);
    }
    return index < 0 ? count : counts.count(changes, Catalog.FRAME_WORDS, nodeId, count);
  }

  @Override
  public long create(int level, long[] header, EntryList entries, int from, int to) {
    requireChangeable();
    requireRoom(level, to - from);
    long nodeId = store.ids().take();
    touch(nodeId);
    changes.content(ChangeKind.CREATE, nodeId, level, header, entries, from, to);
    return nodeId;
  }

  @Override
  public void replace(long nodeId, int level, long[] header, EntryList entries, int from, int to) {
    requireChangeable();
    requireRoom(level, to - from);
    touch(nodeId);
    changes.content(ChangeKind.REPLACE, nodeId, level, header, entries, from, to);
  }

  private void requireRoom(int level, int count) {
    int capacity = NodePage.capacity(store.pageSize(), store.layout().at(level));
    if (count > capacity) {
      throw new IllegalStateException(
          count + " entries for one node (allowed: at most " + capacity + ")");
    }
  }

  @Override
  public void add(long nodeId, int level, long[] entry) {
    requireChangeable();
    touch(nodeId);
    changes.append(ChangeKind.ADD, nodeId, level, entry, 0, 0);
  }

  @Override
  public void change(long nodeId, int level, long[] entry) {
    requireChangeable();
    touch(nodeId);
    changes.append(ChangeKind.CHANGE, nodeId, level, entry, 0, 0);
  }

  @Override
  public void remove(long nodeId, int level, long[] key) {
    requireChangeable();
    touch(nodeId);
    changes.append(ChangeKind.REMOVE, nodeId, level, key, 0, 0);
  }

  @Override
  public void header(long nodeId, int level, long[] header) {
    requireChangeable();
    touch(nodeId);
    changes.append(ChangeKind.HEADER, nodeId, level, header, 0, 0);
  }

  @Override
  public void delete(long nodeId, int level) {
    requireChangeable();
    touch(nodeId);
    changes.append(ChangeKind.DELETE, nodeId, level, touched, 0, 0);
  }

  @Override
  public void root(long nodeId, int height) {
    requireChangeable();
    staged.root = nodeId;
    staged.height = height;
  }

  @Override
  public void entries(long count) {
    requireChangeable();
    staged.entries = count;
  }

  @Override
  public void extra(byte[] bytes) {
    requireChangeable();
    staged.extra(bytes);
  }

  @Override
  public void commit() {
    store.commit();
  }

  @Override
  public boolean isCommitted() {
    return committed;
  }

  /** Brings what reads inside the operation found up to its last change. */
  void settleReadCounts() {
    for (int i = 0; i < touchedCount; i++) {
      if (readCounts[i] != EntryCounts.UNKNOWN) {
        readCounts[i] = counts.count(changes, readAt[i], touched[i], readCounts[i]);
      }
    }
  }

  /** The changes are published. */
  void published() {
    committed = true;
    // what a read inside the operation found is better than what was counted
    for (int i = 0; i < touchedCount; i++) {
      if (readCounts[i] != EntryCounts.UNKNOWN) {
        counts.note(touched[i], readCounts[i]);
      }
    }
  }

  @Override
  public void close() {
    if (open) {
      images.clear();
      if (!done) {
        store.ids().undo();
      }
      open = false;
    }
  }
}
