package org.flashgrove.indexes.bytekey;

import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.LockedTree;

/**
 * B+-tree of pairs of a byte string and a non-negative value, ordered by unsigned bytes, then by
 * value. A key may have several values; each pair is stored once.
 *
 * <p>A node stores a string for each pair: the key followed by the value in eight bytes, in the
 * format of {@link KeyPage}. No key may be a prefix of another key; order-preserving encodings
 * ensure this. A key longer than {@link #mostKeyBytes} is truncated, and the tree records that it
 * contains such keys ({@link #isExact}).
 *
 * <p>A change is an operation of the store and acquires the write lock. Scans read a snapshot and
 * take no lock. After {@link #close()}, all calls throw {@link StoreClosedException}.
 */
public final class ByteKeyTree extends LockedTree {
  /** Layout of the nodes. */
  public static final TreeLayout LAYOUT = KeyPage.LAYOUT;

  /**
   * Number of strings of the maximum length that must fit in a page. The maximum length follows
   * from this number.
   */
  private static final int PARTS = 4;

  private static final int CELL_BYTES = 16;
  private static final byte KIND = 'b';
  private static final byte[] EXACT = {KIND, 0};
  private static final byte[] WITH_CUT_KEYS = {KIND, 1};

  private final KeyChange change = new KeyChange();
  private byte[] scratch = new byte[64];

  private ByteKeyTree(NodeStore store) {
    super(store);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with {@link #LAYOUT}; closing the tree closes it
   * @throws DamagedStoreException if the store contains another kind of tree
   */
  public static ByteKeyTree open(NodeStore store) {
    boolean isNew;
    try (NodeReader reader = store.snapshot()) {
      isNew = reader.root() == NodeStore.NO_NODE;
      if (!isNew && (reader.extra().length != EXACT.length || reader.extra()[0] != KIND)) {
        throw new DamagedStoreException(
            "catalog", "bplus", "unknown kind of entries " + Arrays.toString(reader.extra()));
      }
    }
    if (isNew) {
      try (NodeOperation operation = store.begin()) {
        KeyChange.createRoot(operation, contentBytes(store.pageSize()));
        operation.extra(EXACT);
        operation.commit();
      }
    }
    return new ByteKeyTree(store);
  }

  private static int contentBytes(int pageSize) {
    return NodePage.capacity(pageSize, NodeLayout.RAW) * Long.BYTES;
  }

  /**
   * Returns the length in bytes of the longest key that is not truncated, about a quarter of a
   * page.
   */
  public static int mostKeyBytes(int pageSize) {
    return contentBytes(pageSize) / PARTS - CELL_BYTES - KeyPage.VALUE_BYTES;
  }

  /** Returns the length in bytes of the longest key that this tree does not truncate. */
  public int mostKeyBytes() {
    return mostKeyBytes(store.pageSize());
  }

  /**
   * Returns whether no key in the tree was truncated. Different keys that become equal when they
   * are truncated are ordered only by value.
   */
  public static boolean isExact(NodeReader reader) {
    return reader.extra().length == EXACT.length && reader.extra()[1] == 0;
  }

  /**
   * Begins a batch of changes that commit together. The caller closes it.
   *
   * @throws IllegalStateException if this thread already has an open batch
   */
  public KeyBatch begin() {
    return begin(null, () -> new KeyBatch(this));
  }

  /** Stores a key followed by a value in {@code scratch}. Returns the length of both together. */
  private int join(byte[] key, int length, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("value " + value + " (allowed: 0 or more)");
    }
    int whole = Math.min(length, mostKeyBytes());
    if (scratch.length < whole + KeyPage.VALUE_BYTES) {
      scratch = new byte[2 * (whole + KeyPage.VALUE_BYTES)];
    }
    System.arraycopy(key, 0, scratch, 0, whole);
    KeyList.put(scratch, whole, Long.reverseBytes(value), KeyPage.VALUE_BYTES);
    return whole + KeyPage.VALUE_BYTES;
  }

  boolean insertIn(NodeOperation operation, byte[] key, int length, long value) {
    int joined = join(key, length, value);
    if (!change.insert(operation, scratch, joined)) {
      return false;
    }
    operation.entries(operation.entries() + 1);
    if (length > mostKeyBytes() && isExact(operation)) {
      operation.extra(WITH_CUT_KEYS);
    }
    return true;
  }

  /** Appends a key followed by a value to a list. Returns whether the key was truncated. */
  boolean append(KeyList list, byte[] key, int length, long value) {
    int joined = join(key, length, value);
    list.add(scratch, 0, joined, 0);
    return length > mostKeyBytes();
  }

  /** Adds those of several pairs that do not exist yet, in an open operation. */
  void insertIn(NodeOperation operation, KeyList pairs, boolean hasCutKeys) {
    int added = change.insertAll(operation, pairs);
    if (added > 0) {
      operation.entries(operation.entries() + added);
    }
    if (hasCutKeys && isExact(operation)) {
      operation.extra(WITH_CUT_KEYS);
    }
  }

  boolean deleteIn(NodeOperation operation, byte[] key, int length, long value) {
    int joined = join(key, length, value);
    if (!change.delete(operation, scratch, joined)) {
      return false;
    }
    operation.entries(operation.entries() - 1);
    return true;
  }

  /**
   * Returns a cursor over the pairs in a range of keys, in a snapshot of this tree's store.
   *
   * @param reader the snapshot, which must stay open while the cursor is used
   * @param ascending whether the smallest pair comes first; otherwise the largest does
   */
  public KeyCursor cursor(NodeReader reader, KeyRange range, boolean ascending) {
    return new KeyCursor(reader, range.cut(mostKeyBytes()), ascending);
  }

  /**
   * Returns the approximate number of pairs in a range. If the range has few leaves, the number is
   * exact. Otherwise it is the number of leaves multiplied by the average number of pairs in a
   * leaf.
   */
  public long estimate(NodeReader reader, KeyRange range) {
    return new KeyEstimate(reader, range.cut(mostKeyBytes())).pairs();
  }

  /** Returns a new view of the newest commit. The caller closes the view. */
  public NodeReader snapshot() {
    return locked(store::snapshot);
  }

  /**
   * Starts a bulk load. The caller adds pairs to the loader, which sorts them. Then {@link #load}
   * writes the tree.
   *
   * @param sortMemoryBytes memory for sorting
   * @param spillDirectory directory of the temporary file for pairs that exceed the memory
   */
  public KeyLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return new KeyLoader(
        contentBytes(store.pageSize()), mostKeyBytes(), sortMemoryBytes, spillDirectory);
  }

  /**
   * Fills this empty tree with all pairs of a loader, in an operation of its store that the caller
   * commits.
   *
   * @param loader loader that this tree created; it can be used only once
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(KeyLoader loader, NodeOperation operation) {
    writeLock.lock();
    try {
      requireOpen();
      loader.load(store, operation);
      operation.extra(loader.hasCutKeys() ? WITH_CUT_KEYS : EXACT);
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  public CheckReport check() {
    return readLocked(reader -> new KeyCheck(reader, store.ids()).run());
  }
}
