package org.flashgrove.indexes.bplus;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Predicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.check.TreeCheck;
import org.flashgrove.indexes.tree.LockedTree;
import org.flashgrove.indexes.tree.NodePath;

/**
 * The B+-tree (R. Bayer, E. McCreight 1972; D. Comer, <em>The Ubiquitous B-Tree</em>, Computing
 * Surveys 1979) over any node store. It stores pairs of a 64-bit key and a 64-bit value, ordered by
 * key, then by value. A key may have several values; each pair of key and value is stored once.
 *
 * <p>Keys are signed 64-bit integers. {@link KeyKind#word} converts doubles to such integers.
 * Values are arbitrary, such as the location of a row in a table.
 *
 * <p>Each insertion and each deletion is one operation of the store. Several threads may call this
 * tree, because each call acquires the write lock. A scan acquires the lock separately for each
 * leaf. After {@link #close()}, all calls throw {@link StoreClosedException}.
 */
public final class BPlusTree extends LockedTree {
  /**
   * Layout of the nodes. The words of an entry are value and key in leaves, and child, least key
   * and least value in internal nodes.
   */
  public static final TreeLayout LAYOUT = Entries.LAYOUT;

  /** Index of the key in the words of a leaf entry. */
  public static final int KEY_WORD = Entries.LEAF_KEY;

  /** Index of the value in the words of a leaf entry. */
  public static final int VALUE_WORD = Entries.LEAF_VALUE;

  private static final long[] NONE = {};

  private final BPlusConfig config;
  private final Insertion insertion;
  private final Deletion deletion;
  private final Replacement replacement;
  private long version;

  private BPlusTree(NodeStore store, BPlusConfig config) {
    super(store);
    this.config = config;
    NodePath path = new NodePath(Entries.NODE_WORDS);
    int leafWords = Entries.LEAF_WORDS + config.furtherWords();
    insertion = new Insertion(config.fill(), leafWords, path);
    deletion = new Deletion(config.fill(), leafWords, path);
    replacement = new Replacement(leafWords, path);
  }

  /**
   * Returns the layout of a tree that stores additional words with each pair: {@link #LAYOUT}, with
   * these words after key and value in leaves.
   *
   * @param furtherWords number of additional words, 0 to 8
   */
  public static TreeLayout layout(int furtherWords) {
    return Entries.layout(furtherWords);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with {@link #LAYOUT}; closing the tree closes it
   * @param config the configuration with which the tree was created
   * @throws SpecException if nodes do not fit the store's pages, or the tree has another type of
   *     keys
   * @throws DamagedStoreException if the catalog contains an invalid entry kind
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

  /** Returns the type of the keys. */
  public KeyKind keyKind() {
    return config.key();
  }

  /** Returns the number of additional words per pair. */
  int furtherWords() {
    return config.furtherWords();
  }

  /** Returns the maximum number of pairs in a leaf. */
  public int leafCapacity() {
    return config.fill().leafCapacity();
  }

  /** Returns the minimum number of pairs in a leaf that is neither the root nor the last leaf. */
  public int leafMinimum() {
    return config.fill().leafMinimum();
  }

  /**
   * Adds a pair.
   *
   * @return whether the pair was added; false if it already exists
   */
  public boolean insert(long key, long value) {
    return change(operation -> insertIn(operation, key, value, NONE));
  }

  /**
   * Removes a pair.
   *
   * @return whether the pair existed
   */
  public boolean delete(long key, long value) {
    return change(operation -> deleteIn(operation, key, value));
  }

  private boolean change(Predicate<NodeOperation> change) {
    return locked(
        () -> {
          try (NodeOperation operation = store.begin()) {
            boolean changed = change.test(operation);
            if (changed) {
              operation.commit();
            }
            return changed;
          }
        });
  }

  /**
   * Begins a batch of changes that commit together. The caller closes it.
   *
   * @throws IllegalStateException if this thread already has an open batch
   */
  public BPlusBatch begin() {
    return begin(null, () -> new BPlusBatch(this));
  }

  /**
   * Creates a loader for a bulk load. The caller adds pairs to the loader, which sorts them, and
   * passes it to {@link #load}. Until then this tree is unchanged and usable.
   *
   * @param fill target fill of nodes as a share of their capacity, above 0 and at most 1
   * @param sortMemoryBytes off-heap memory for sorting, in bytes
   * @param spillDirectory directory of the temporary file for pairs that exceed this memory
   */
  public PairLoader loader(double fill, int sortMemoryBytes, Path spillDirectory) {
    return new PairLoader(
        new PackedForm(), config.layout(), config.rules(), fill, sortMemoryBytes, spillDirectory);
  }

  /**
   * Fills this empty tree with all pairs of a loader, in an operation of its store that the caller
   * commits.
   *
   * @param loader loader that this tree created; it can be used only once
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

  /** Adds a pair in an open operation. Returns false and changes nothing if the pair exists. */
  boolean insertIn(NodeOperation operation, long key, long value, long... further) {
    if (!insertion.insert(operation, key, value, further)) {
      return false;
    }
    operation.entries(operation.entries() + 1);
    version++;
    return true;
  }

  /** Adds those of several pairs that do not exist yet, in an open operation. */
  void insertIn(NodeOperation operation, PostponedPairs pairs) {
    int added = insertion.insertAll(operation, pairs);
    if (added > 0) {
      operation.entries(operation.entries() + added);
      version++;
    }
  }

  /** Removes a pair in an open operation. Returns whether it existed. */
  boolean deleteIn(NodeOperation operation, long key, long value) {
    if (!deletion.delete(operation, key, value)) {
      return false;
    }
    operation.entries(operation.entries() - 1);
    version++;
    return true;
  }

  /**
   * Changes the value of a pair in an open operation. Returns false and changes nothing if the pair
   * does not exist.
   */
  boolean replaceIn(NodeOperation operation, long key, long value, long newValue, long... further) {
    if (replacement.replace(operation, key, value, newValue, further)) {
      version++;
      return true;
    }
    return deleteIn(operation, key, value) && insertIn(operation, key, newValue, further);
  }

  /** Returns whether a pair exists. */
  public boolean contains(long key, long value) {
    return read(reader -> PairLookup.contains(reader, key, value));
  }

  /**
   * Returns a cursor over the pairs whose keys are in {@code [fromKey, toKey]}, positioned before
   * the first leaf. If {@code fromKey} exceeds {@code toKey}, the range is empty.
   *
   * @param ascending whether the smallest pair comes first; otherwise the largest does
   */
  public LeafCursor cursor(long fromKey, long toKey, boolean ascending) {
    return new LeafCursor(this, fromKey, toKey, ascending);
  }

  /**
   * Returns a cursor over the pairs in a snapshot of this tree's store. The cursor takes no write
   * lock. The reader must stay open while the cursor is used.
   *
   * @param reader a snapshot of a store that {@linkplain NodeStore#readsConcurrently supports
   *     concurrent reads}
   */
  public LeafCursor cursor(NodeReader reader, long fromKey, long toKey, boolean ascending) {
    return new LeafCursor(
        this, Objects.requireNonNull(reader, "reader"), fromKey, toKey, ascending);
  }

  /**
   * Returns the number of leaves that may have pairs in a range of keys, at least 1. Reads the
   * internal nodes of the range but no leaf.
   *
   * @param reader snapshot of the store of this tree
   * @param most number of leaves after which counting stops and {@code most} is returned
   */
  public long leaves(NodeReader reader, long fromKey, long toKey, long most) {
    return new BoundaryScan(reader, fromKey, toKey).leaves(most);
  }

  /** Moves a cursor to its next leaf. */
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
   * Visits the pairs whose keys are in {@code [fromKey, toKey]}, in ascending or descending order,
   * until the visitor stops. The visitor runs without the write lock, so it may use and change the
   * tree.
   *
   * @param ascending whether the smallest pair comes first; otherwise the largest does
   * @return number of pairs visited
   */
  public long visit(long fromKey, long toKey, boolean ascending, PairVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return cursor(fromKey, toKey, ascending).visit(visitor);
  }

  /**
   * Returns the number of pairs whose keys are in {@code [fromKey, toKey]}. Reads every leaf of the
   * range.
   */
  public long count(long fromKey, long toKey) {
    return cursor(fromKey, toKey, true).countAll();
  }

  /**
   * Returns keys that divide a range into parts of about one leaf each, in ascending order. They
   * are the distinct first keys of leaves, greater than {@code fromKey} and at most {@code toKey}.
   * Reads the internal nodes of the range but no leaf.
   */
  public long[] leafBoundaries(long fromKey, long toKey) {
    return read(reader -> new BoundaryScan(reader, fromKey, toKey).run());
  }

  /** Returns the level of the root, 0 for a single leaf. */
  public int height() {
    return read(NodeReader::height);
  }

  @Override
  public CheckReport check() {
    return read(
        reader ->
            TreeCheck.run(
                reader,
                store.ids(),
                config.layout(),
                config.checkedRules(),
                (view, problems) -> new BPlusCheck(view, leafMinimum(), problems).run()));
  }
}
