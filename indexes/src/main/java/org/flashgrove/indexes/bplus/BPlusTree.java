package org.flashgrove.indexes.bplus;

import java.nio.file.Path;
import java.util.Objects;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.check.TreeCheck;
import org.flashgrove.indexes.tree.NodePath;

/**
 * The B+-tree (R. Bayer, E. McCreight 1972; D. Comer, <em>The Ubiquitous B-Tree</em>, Computing
 * Surveys 1979) over any node store: pairs of a key and a value, both words of 64 bits, in the
 * order of keys, then of values. A key may have many values; each pair of key and value occurs
 * once.
 *
 * <p>Keys are words in signed order; those of doubles come from {@link KeyKind#word}. Values may be
 * anything, such as the place of a row in a table.
 *
 * <p>Each insertion and each deletion is one operation of the store. Calls from several threads
 * hold the write lock one at a time; scans hold it for each leaf. After {@link #close()} calls end
 * in {@link StoreClosedException}.
 */
public final class BPlusTree implements AutoCloseable {
  /** (value, key) in leaves, (child, least key, least value) in internal nodes. */
  public static final TreeLayout LAYOUT = Entries.LAYOUT;

  /** Which word of a leaf's entry is the first of those that are kept with a pair. */
  public static final int FURTHER_WORD = Entries.LEAF_WORDS;

  /** Which word of a leaf's entry is the key. */
  public static final int KEY_WORD = Entries.LEAF_KEY;

  /** Which word of a leaf's entry is the value. */
  public static final int VALUE_WORD = Entries.LEAF_VALUE;

  private static final long[] NONE = {};

  private final NodeStore store;
  private final BPlusConfig config;
  private final Insertion insertion;
  private final Deletion deletion;
  private final Replacement replacement;
  private final WriteLock writeLock = new WriteLock();
  private long version;
  private boolean closed;

  private BPlusTree(NodeStore store, BPlusConfig config) {
    this.store = store;
    this.config = config;
    NodePath path = new NodePath(Entries.NODE_WORDS);
    int leafWords = Entries.LEAF_WORDS + config.furtherWords();
    insertion = new Insertion(config.fill(), leafWords, path);
    deletion = new Deletion(config.fill(), leafWords, path);
    replacement = new Replacement(leafWords, path);
  }

  /**
   * Returns the layout of a tree that keeps further words with each pair: {@link #LAYOUT}, with
   * these behind key and value in leaves.
   *
   * @param furtherWords how many, 0 to 8
   */
  public static TreeLayout layout(int furtherWords) {
    return Entries.layout(furtherWords);
  }

  /**
   * Opens the tree of a store, or creates an empty one in a store without a tree.
   *
   * @param store a store of {@link #LAYOUT}; the tree closes it
   * @param config what the tree was created with
   * @throws SpecException if nodes do not fit the store's pages, or the tree has keys of the other
   *     kind
   * @throws DamagedStoreException if what the tree says of its entries is none of either
   */
  public static BPlusTree open(NodeStore store, BPlusConfig config) {
    config.fill().requireFits(config.layout(), store.pageSize());
    EntryKind kind = new EntryKind(config.key(), config.furtherWords());
    boolean fresh;
    try (NodeReader reader = store.snapshot()) {
      fresh = reader.root() == NodeStore.NO_NODE;
      if (!fresh) {
        kind.require(reader.extra());
      }
    }
    if (fresh) {
      try (NodeOperation operation = store.begin()) {
        EntryList none = new EntryList(Entries.LEAF_WORDS + config.furtherWords(), 1);
        operation.root(operation.create(0, null, none, 0, 0), 0);
        operation.entries(0);
        operation.extra(kind.bytes());
        operation.commit();
      }
    }
    return new BPlusTree(store, config);
  }

  /** Returns what the keys are. */
  public KeyKind keyKind() {
    return config.key();
  }

  /** Returns the number of words that are kept with a pair. */
  int furtherWords() {
    return config.furtherWords();
  }

  /** Returns the number of pairs that a leaf holds at most. */
  public int leafCapacity() {
    return config.fill().leafCapacity();
  }

  /** Returns the number of pairs that a leaf holds at least, unless it is the only one. */
  public int leafMinimum() {
    return config.fill().leafMinimum();
  }

  /**
   * Adds a pair.
   *
   * @return whether it was not there yet
   */
  public boolean insert(long key, long value) {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeOperation operation = store.begin()) {
        if (!insertIn(operation, key, value, NONE)) {
          return false;
        }
        operation.commit();
        return true;
      }
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Removes a pair.
   *
   * @return whether it was there
   */
  public boolean delete(long key, long value) {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeOperation operation = store.begin()) {
        if (!deleteIn(operation, key, value)) {
          return false;
        }
        operation.commit();
        return true;
      }
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Begins a batch of changes that commit together. The caller closes it.
   *
   * @throws IllegalStateException if this thread has begun others and not closed them
   */
  public BPlusBatch begin() {
    writeLock.begin(null);
    boolean begun = false;
    try {
      requireOpen();
      BPlusBatch batch = new BPlusBatch(this, store.begin());
      writeLock.rollBackBy(batch::close);
      begun = true;
      return batch;
    } finally {
      if (!begun) {
        writeLock.end();
      }
    }
  }

  /**
   * Starts a bulk load: pairs go to the loader, which sorts them, and then {@link #load} writes the
   * tree. Until then this tree is as it was, and free to be used.
   *
   * @param fill how full nodes are made, as a share of their capacity, above 0 and at most 1
   * @param sortMemoryBytes memory for sorting, off heap
   * @param spillDirectory where pairs beyond that memory go, in a file
   */
  public PairLoader loader(double fill, int sortMemoryBytes, Path spillDirectory) {
    return new PairLoader(
        new PackedForm(), config.layout(), config.rules(), fill, sortMemoryBytes, spillDirectory);
  }

  /**
   * Fills this tree, which is empty, with all pairs that a loader took, in an operation of its
   * store that the caller commits.
   *
   * @param loader from {@link #loader} of this tree; used up
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(PairLoader loader, NodeOperation operation) {
    writeLock.lock();
    try {
      requireOpen();
      version++;
      loader.load(store, operation);
    } finally {
      writeLock.unlock();
    }
  }

  /** Releases the write lock that a batch held. */
  void finishBatch() {
    writeLock.end();
  }

  /** Adds a pair in an open operation; returns false, and changes nothing, if the pair is there. */
  boolean insertIn(NodeOperation operation, long key, long value, long... further) {
    if (!insertion.insert(operation, key, value, further)) {
      return false;
    }
    operation.entries(operation.entries() + 1);
    version++;
    return true;
  }

  /** Removes a pair in an open operation; returns whether it was there. */
  boolean deleteIn(NodeOperation operation, long key, long value) {
    if (!deletion.delete(operation, key, value)) {
      return false;
    }
    operation.entries(operation.entries() - 1);
    version++;
    return true;
  }

  /**
   * Gives a pair another value in an open operation; false, and nothing is changed, if the pair is
   * not there.
   */
  boolean replaceIn(NodeOperation operation, long key, long value, long newValue, long... further) {
    if (replacement.replace(operation, key, value, newValue, further)) {
      version++;
      return true;
    }
    return deleteIn(operation, key, value) && insertIn(operation, key, newValue, further);
  }

  /** Returns whether a pair is there. */
  public boolean contains(long key, long value) {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeReader reader = store.snapshot()) {
        return PairLookup.contains(reader, key, value);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Returns a cursor over the pairs whose keys are in {@code [fromKey, toKey]}, before the first
   * leaf. A range whose end is before its start is empty.
   *
   * @param ascending whether the least pair comes first, or the greatest
   */
  public LeafCursor cursor(long fromKey, long toKey, boolean ascending) {
    return new LeafCursor(this, fromKey, toKey, ascending);
  }

  /**
   * Returns a cursor over the pairs that a reader of this tree's store sees, whatever is changed
   * meanwhile: it takes no write lock. The reader stays open as long as the cursor is used.
   *
   * @param reader a snapshot of a store that {@link NodeStore#readsConcurrently}
   */
  public LeafCursor cursor(NodeReader reader, long fromKey, long toKey, boolean ascending) {
    return new LeafCursor(
        this, Objects.requireNonNull(reader, "reader"), fromKey, toKey, ascending);
  }

  /** Returns {@link #leafBoundaries(long, long)} of what a reader of this tree's store sees. */
  public long[] leafBoundaries(NodeReader reader, long fromKey, long toKey) {
    return new BoundaryScan(reader, fromKey, toKey).run();
  }

  /** Lets a cursor read on. */
  void read(LeafCursor cursor) {
    writeLock.lock();
    try {
      requireOpen();
      cursor.advance(store, version);
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Visits the pairs whose keys are in {@code [fromKey, toKey]}, in order, until the visitor stops.
   * It is called without the write lock: it may use and change the tree.
   *
   * @param ascending whether the least pair comes first, or the greatest
   * @return number of pairs visited
   */
  public long visit(long fromKey, long toKey, boolean ascending, PairVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return cursor(fromKey, toKey, ascending).visit(visitor);
  }

  /**
   * Returns the number of pairs whose keys are in {@code [fromKey, toKey]}; reads every leaf of the
   * range.
   */
  public long count(long fromKey, long toKey) {
    return cursor(fromKey, toKey, true).countAll();
  }

  /**
   * Returns the keys at which leaves begin, each greater than {@code fromKey} and at most {@code
   * toKey}, in order and each once: they cut the range into parts of about a leaf of pairs. Reads
   * the internal nodes of the range and no leaf.
   */
  public long[] leafBoundaries(long fromKey, long toKey) {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeReader reader = store.snapshot()) {
        return leafBoundaries(reader, fromKey, toKey);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the number of pairs. */
  public long size() {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeReader reader = store.snapshot()) {
        return reader.entries();
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the level of the root, 0 for a single leaf. */
  public int height() {
    writeLock.lock();
    try {
      requireOpen();
      try (NodeReader reader = store.snapshot()) {
        return reader.height();
      }
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
        return TreeCheck.run(
            reader,
            store.ids(),
            config.layout(),
            config.rules(),
            orphans,
            (view, problems) -> new BPlusCheck(view, problems).run());
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Brings all buffered changes to the device. */
  public void flush() {
    writeLock.lock();
    try {
      requireOpen();
      store.flush();
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns when every operation so far is durable. */
  public void sync() {
    writeLock.lock();
    try {
      requireOpen();
      store.sync();
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
