package org.flashgrove.indexes.bytekey;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.PageBatch;
import org.flashgrove.indexes.bulk.sort.ByteSorter;

/**
 * Bulk loader for pairs of a key and a value. It accepts pairs in any order, sorts them, and packs
 * them into full pages of an empty tree. Pages are written sequentially. They bypass the store's
 * buffer, and no log record is written for each pair.
 *
 * <p>A loader serves one thread and one load.
 */
public final class KeyLoader implements AutoCloseable {
  private final int contentBytes;
  private final int mostKeyBytes;
  private final ByteSorter input;
  private byte[] joined = new byte[64];
  private String repeated;
  private boolean hasCutKeys;
  private boolean used;
  private long total;

  KeyLoader(int contentBytes, int mostKeyBytes, int sortMemoryBytes, Path spillDirectory) {
    this.contentBytes = contentBytes;
    this.mostKeyBytes = mostKeyBytes;
    input = new ByteSorter(sortMemoryBytes, spillDirectory);
  }

  /**
   * Makes {@link #load} reject duplicate keys.
   *
   * @param problem message of the exception
   */
  public KeyLoader requireUnique(String problem) {
    repeated = Objects.requireNonNull(problem, "problem");
    return this;
  }

  /** Returns whether any key was so long that the loader truncated it. */
  boolean hasCutKeys() {
    return hasCutKeys;
  }

  /**
   * Adds a pair. No pair may be added twice. The key is the first {@code length} bytes of the
   * array.
   */
  public void add(byte[] key, int length, long value) {
    if (used) {
      throw new IllegalStateException("bulk loader: already used; create a new loader");
    }
    if (value < 0) {
      throw new IllegalArgumentException("value " + value + " (allowed: 0 or more)");
    }
    int whole = Math.min(length, mostKeyBytes);
    hasCutKeys |= whole < length;
    if (joined.length < whole + KeyPage.VALUE_BYTES) {
      joined = new byte[2 * (whole + KeyPage.VALUE_BYTES)];
    }
    System.arraycopy(key, 0, joined, 0, whole);
    KeyList.put(joined, whole, Long.reverseBytes(value), KeyPage.VALUE_BYTES);
    input.add(joined, whole + KeyPage.VALUE_BYTES);
    total++;
  }

  /**
   * Writes all pairs in an open operation of a store. The caller commits the operation.
   *
   * @throws IllegalStateException if the tree in the store is not empty; the tree stays unchanged
   * @throws DuplicateKeyException if keys must be unique and a key occurs twice; the operation
   *     cannot be committed
   */
  void load(NodeStore store, NodeOperation operation) {
    used = true;
    BulkLoader.removeEmptyRoot(operation);
    PageBatch batch = new PageBatch(store, operation);
    Level leaves = new Level(0, batch);
    input.sort();
    byte[] before = null;
    for (byte[] key = input.next(); key != null; key = input.next()) {
      if (repeated != null && before != null && isSameKey(before, key)) {
        throw new DuplicateKeyException(repeated);
      }
      leaves.add(key, key.length, 0);
      before = key;
    }
    Level top = leaves;
    top.finish();
    while (top.above != null) {
      top = top.above;
      top.finish();
    }
    operation.root(top.lastNode, top.level);
    batch.finish();
    operation.entries(total);
  }

  private static boolean isSameKey(byte[] one, byte[] other) {
    int key = other.length - KeyPage.VALUE_BYTES;
    return one.length == other.length && Arrays.equals(one, 0, key, other, 0, key);
  }

  /**
   * One level of the tree, whose nodes are filled from left to right. The object for the level
   * above is created when this level starts its second node.
   */
  private final class Level {
    private final int level;
    private final PageBatch batch;
    private final KeyList list = new KeyList();
    private final EntryList content = new EntryList(1, contentBytes / Long.BYTES);

    /** Lower bound of the strings in the node that is being filled. */
    private byte[] bound = {};

    private int prefix;
    private int bytesInAll;
    private long lastNode = NodeStore.NO_NODE;
    private byte[] firstBound;
    private Level above;

    Level(int level, PageBatch batch) {
      this.level = level;
      this.batch = batch;
    }

    void add(byte[] key, int length, long child) {
      int count = list.count();
      int shorter = count == 0 ? length : common(key, length);
      int bytes = KeyList.pageBytes(level, shorter, count + 1, bytesInAll + length);
      if (count > 0 && bytes > contentBytes) {
        byte[] separator = separator(key, length);
        finish();
        bound = separator;
        shorter = length;
      }
      prefix = shorter;
      list.add(key, 0, length, child);
      bytesInAll += length;
    }

    private int common(byte[] key, int length) {
      int most = Math.min(prefix, length);
      int mismatch = Arrays.mismatch(list.bytes(), 0, most, key, 0, most);
      return mismatch < 0 ? most : mismatch;
    }

    /**
     * Returns the shortest string that separates the last string of the current node from {@code
     * key}.
     */
    private byte[] separator(byte[] key, int length) {
      if (level > 0) {
        return Arrays.copyOf(key, length);
      }
      int last = list.count() - 1;
      int start = list.start(last);
      int same = Arrays.mismatch(list.bytes(), start, start + list.length(last), key, 0, length);
      return Arrays.copyOf(key, same + 1);
    }

    /** Writes the node, and adds it to the level above if this level has several nodes. */
    void finish() {
      list.write(level, 0, list.count(), content, contentBytes);
      long node = batch.add(level, null, content);
      if (lastNode == NodeStore.NO_NODE) {
        firstBound = bound;
      } else {
        if (above == null) {
          above = new Level(level + 1, batch);
          above.add(firstBound, firstBound.length, lastNode);
        }
        above.add(bound, bound.length, node);
      }
      lastNode = node;
      list.clear();
      bytesInAll = 0;
    }
  }

  @Override
  public void close() {
    used = true;
    input.close();
  }
}
