package org.flashgrove.indexes.bytekey;

import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.check.CheckReport;

/**
 * B+-tree of pairs of a byte string and a value, in the order of unsigned bytes, then of values. A
 * key may have many values; each pair occurs once. Values are not negative.
 *
 * <p>A node holds the string of each pair, the key followed by the value in eight bytes, as {@link
 * KeyPage} draws it. No key may be the beginning of another one, as order-preserving encodings see
 * to; a key that is longer than {@link #mostKeyBytes} is cut there, and the tree remembers that
 * there are such keys ({@link #isExact}).
 *
 * <p>Changes are operations of the store: one at a time, while others wait for the write lock.
 * Scans are of a reader and take no lock. After {@link #close()} calls end in {@link
 * StoreClosedException}.
 */
public final class ByteKeyTree implements AutoCloseable {
  /** Layout of the nodes. */
  public static final TreeLayout LAYOUT = KeyPage.LAYOUT;

  /** The part of a page that one string, its value included, may take. */
  private static final int PARTS = 4;

  private static final int CELL_BYTES = 16;
  private static final byte KIND = 'b';
  private static final byte[] EXACT = {KIND, 0};
  private static final byte[] WITH_CUT_KEYS = {KIND, 1};

  private final NodeStore store;
  private final KeyChange change = new KeyChange();
  private final WriteLock writeLock = new WriteLock();
  private byte[] scratch = new byte[64];
  private boolean closed;

  private ByteKeyTree(NodeStore store) {
    this.store = store;
  }

  /**
   * Opens the tree of a store, or creates an empty one in a store without a tree.
   *
   * @param store a store of {@link #LAYOUT}; the tree closes it
   * @throws DamagedStoreException if the store's tree is of another kind
   */
  public static ByteKeyTree open(NodeStore store) {
    boolean isNew;
    try (NodeReader reader = store.snapshot()) {
      isNew = reader.root() == NodeStore.NO_NODE;
      if (!isNew && (reader.extra().length != EXACT.length || reader.extra()[0] != KIND)) {
        throw new DamagedStoreException(
            "catalog", "bplus", "entries of the kind " + Arrays.toString(reader.extra()));
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

  /** Returns the longest key of pages of a size that the tree keeps whole: about a quarter. */
  public static int mostKeyBytes(int pageSize) {
    return contentBytes(pageSize) / PARTS - CELL_BYTES - KeyPage.VALUE_BYTES;
  }

  /** Returns the longest key that this tree keeps whole. */
  public int mostKeyBytes() {
    return mostKeyBytes(store.pageSize());
  }

  /**
   * Returns whether a reader's tree has whole keys alone. If not, pairs with keys that begin alike
   * for {@link #mostKeyBytes} are in the order of their values.
   */
  public static boolean isExact(NodeReader reader) {
    return reader.extra().length == EXACT.length && reader.extra()[1] == 0;
  }

  /**
   * Begins a batch of changes that commit together. The caller closes it.
   *
   * @throws IllegalStateException if this thread has begun others and not closed them
   */
  public KeyBatch begin() {
    writeLock.begin(null);
    boolean begun = false;
    try {
      requireOpen();
      KeyBatch batch = new KeyBatch(this, store.begin());
      writeLock.rollBackBy(batch::close);
      begun = true;
      return batch;
    } finally {
      if (!begun) {
        writeLock.end();
      }
    }
  }

  /** Releases the write lock that a batch held. */
  void finishBatch() {
    writeLock.end();
  }

  /** Puts key and value together in {@code scratch}; returns their length. */
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

  boolean deleteIn(NodeOperation operation, byte[] key, int length, long value) {
    int joined = join(key, length, value);
    if (!change.delete(operation, scratch, joined)) {
      return false;
    }
    operation.entries(operation.entries() - 1);
    return true;
  }

  /**
   * Returns a cursor over the pairs of a range of keys that a reader of this tree's store sees.
   *
   * @param reader stays open as long as the cursor is used
   * @param ascending whether the least pair comes first, or the greatest
   */
  public KeyCursor cursor(NodeReader reader, KeyRange range, boolean ascending) {
    return new KeyCursor(reader, range.cut(mostKeyBytes()), ascending);
  }

  /** Returns about how many pairs a range has: exactly for a few leaves, else by their number. */
  public long estimate(NodeReader reader, KeyRange range) {
    return new KeyEstimate(reader, range.cut(mostKeyBytes())).pairs();
  }

  /** Returns a new view of the newest commit, which the caller closes. */
  public NodeReader snapshot() {
    writeLock.lock();
    try {
      requireOpen();
      return store.snapshot();
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the number of pairs. */
  public long size() {
    try (NodeReader reader = snapshot()) {
      return reader.entries();
    }
  }

  /**
   * Starts a bulk load: pairs go to the loader, which sorts them, and then {@link #load} writes the
   * tree.
   *
   * @param sortMemoryBytes memory for sorting
   * @param spillDirectory where pairs beyond that memory go, in a file
   */
  public KeyLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return new KeyLoader(
        contentBytes(store.pageSize()), mostKeyBytes(), sortMemoryBytes, spillDirectory);
  }

  /**
   * Fills this tree, which is empty, with all pairs that a loader took, in an operation of its
   * store that the caller commits.
   *
   * @param loader from {@link #loader} of this tree; used up
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

  /**
   * Verifies the tree's structure.
   *
   * @param orphans whether to look for nodes that are neither reachable nor free, too; only sound
   *     for a store that holds nothing but this tree
   */
  public CheckReport check(boolean orphans) {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeReader reader = store.snapshot()) {
        return new KeyCheck(reader, store.ids()).run(orphans);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Closes the tree and its store. A second call does nothing. */
  @Override
  public void close() {
    writeLock.lock();
    try {
      if (!closed) {
        closed = true;
        store.close();
      }
    } finally {
      writeLock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException("the tree is closed");
    }
  }
}
