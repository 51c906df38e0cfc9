package org.flashgrove.indexes.bulk;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.sort.EntrySorter;
import org.flashgrove.indexes.bulk.sort.SortKey;
import org.flashgrove.indexes.bulk.sort.SortedEntries;
import org.flashgrove.indexes.check.TreeRules;

/**
 * Bulk loader for pairs of a key and a value. It accepts pairs in any order, sorts them by key,
 * then by value, and packs them into an empty tree. Like {@link BulkLoader}, it uses bounded memory
 * and writes complete pages sequentially. The pages bypass the store's buffer, and no log record is
 * written for each pair.
 *
 * <p>A loader serves one thread and one load.
 */
public final class PairLoader implements AutoCloseable {
  /**
   * Sort key. The sorter sorts entries with an id and a rectangle, so each pair is passed to it as
   * a point with the key as its id and the value as its x.
   */
  private static final SortKey BY_KEY = (key, valueBits, y, x2, y2) -> key;

  private final LevelForm form;
  private final TreeLayout layout;
  private final TreeRules rules;
  private final double fill;
  private final EntrySorter input;
  private final long[] entry = new long[SortedEntries.WORDS];
  private String uniqueKind = "";
  private String repeated = "";
  private boolean used;

  /**
   * Creates a loader for a kind of tree.
   *
   * @param form converts {key, value} to leaf entries
   * @param layout the tree's layout
   * @param rules the tree's limits on the number of entries in a node
   * @param fill target fill of nodes as a share of their capacity, above 0 and at most 1
   * @param sortMemoryBytes off-heap memory for sorting, in bytes
   * @param spillDirectory directory of the temporary file for pairs that exceed this memory
   */
  public PairLoader(
      LevelForm form,
      TreeLayout layout,
      TreeRules rules,
      double fill,
      int sortMemoryBytes,
      Path spillDirectory) {
    this.form = form;
    this.layout = layout;
    this.rules = rules;
    this.fill = fill;
    input = new EntrySorter(SortMemory.allocate(sortMemoryBytes), spillDirectory, BY_KEY);
  }

  /**
   * Makes {@link #load} reject duplicate keys.
   *
   * @param kind name of a key in messages, such as {@code key} or {@code id}
   * @param problem description of a duplicate key in messages
   */
  public PairLoader requireUnique(String kind, String problem) {
    uniqueKind = kind;
    repeated = problem;
    return this;
  }

  /** Adds a pair. No pair may be added twice. */
  public void add(long key, long value) {
    requireUnused();
    entry[0] = key;
    entry[1] = value;
    entry[3] = value;
    input.add(entry);
  }

  /** Adds a pair to a tree with three additional words per pair. */
  public void add(long key, long value, long further0, long further1, long further2) {
    requireUnused();
    entry[0] = key;
    entry[1] = value;
    entry[2] = further0;
    entry[3] = further1;
    entry[4] = further2;
    input.add(entry);
  }

  private void requireUnused() {
    if (used) {
      throw new IllegalStateException("bulk loader: already used; create a new loader");
    }
  }

  /**
   * Writes all pairs in an open operation of a store. The caller commits the operation.
   *
   * @throws IllegalStateException if the store's tree is not empty; it stays unchanged
   * @throws DuplicateKeyException if keys must be unique and a key occurs twice; the operation
   *     cannot be committed
   */
  public void load(NodeStore store, NodeOperation operation) {
    requireUnused();
    used = true;
    BulkLoader.removeEmptyRoot(operation);
    PageBatch batch = new PageBatch(store, operation);
    List<NodePlan> plans = NodePlan.levels(input.total(), rules, fill);
    int top = plans.size() - 1;
    LevelPacker root = new LevelPacker(top, plans, layout, form, batch, rootEntry -> {});
    LevelPacker leaves = root;
    for (int level = top - 1; level >= 0; level--) {
      leaves = new LevelPacker(level, plans, layout, form, batch, leaves);
    }
    SortedEntries sorted = input.sort(BY_KEY);
    long[] leafEntry = new long[layout.leaf().words()];
    boolean isFirst = true;
    long previous = 0;
    while (sorted.next(entry)) {
      if (!isFirst && entry[0] == previous && !uniqueKind.isEmpty()) {
        throw new DuplicateKeyException(uniqueKind, previous, repeated);
      }
      isFirst = false;
      previous = entry[0];
      form.leafEntry(entry, leafEntry);
      leaves.accept(leafEntry);
    }
    root.finish();
    operation.root(root.nodeId(), top);
    batch.finish();
    operation.entries(input.total());
  }

  @Override
  public void close() {
    used = true;
    input.close();
  }
}
