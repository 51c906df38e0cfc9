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
 * Takes pairs (key, value) in any order, sorts them by key, then by value, and packs them into an
 * empty tree as {@link BulkLoader} does with rectangles: memory is bounded, pages are written one
 * after the other past buffer and per-entry log.
 *
 * <p>For one thread, and for one load.
 */
public final class PairLoader implements AutoCloseable {
  /** The sorter takes a pair for a point: the key for its id, the value for the word of its x. */
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
   * Creates a loader of trees of a kind.
   *
   * @param form how the tree writes entries; gets {key, value} for those of leaves
   * @param layout the tree's
   * @param rules how full its nodes may be and must be
   * @param fill how full nodes are made, as a share of their capacity, above 0 and at most 1
   * @param sortMemoryBytes memory for sorting, off heap
   * @param spillDirectory where pairs beyond that memory go, in a file
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
   * Lets {@link #load} refuse keys that come more than once.
   *
   * @param kind what messages call a key, such as {@code key} or {@code id}
   * @param problem what messages say of a key that comes more than once
   */
  public PairLoader requireUnique(String kind, String problem) {
    uniqueKind = kind;
    repeated = problem;
    return this;
  }

  /** Takes a pair, which comes once. */
  public void add(long key, long value) {
    requireUnused();
    entry[0] = key;
    entry[1] = value;
    entry[3] = value;
    input.add(entry);
  }

  /** Takes a pair of a tree that keeps three further words with each pair. */
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
      throw new IllegalStateException("the loader is used up (allowed: one load)");
    }
  }

  /**
   * Writes all pairs in an operation of a store, which the caller commits.
   *
   * @throws IllegalStateException if the store's tree is not empty; it stays as it is
   * @throws DuplicateKeyException if a key came twice that must be unique; the operation cannot be
   *     committed then
   */
  public void load(NodeStore store, NodeOperation operation) {
    requireUnused();
    used = true;
    BulkLoader.removeEmptyRoot(operation);
    PageBatch batch = new PageBatch(store, operation);
    List<NodePlan> plans = NodePlan.levels(input.total(), rules, fill);
    int top = plans.size() - 1;
    LevelPacker root = packer(plans, top, batch, null);
    LevelPacker leaves = root;
    for (int level = top - 1; level >= 0; level--) {
      leaves = packer(plans, level, batch, leaves);
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

  private LevelPacker packer(
      List<NodePlan> plans, int level, PageBatch batch, LevelPacker parents) {
    return new LevelPacker(
        level,
        plans.get(level),
        layout.at(level),
        layout.internal().words(),
        form,
        batch,
        parents == null ? rootEntry -> {} : parents);
  }

  @Override
  public void close() {
    used = true;
    input.close();
  }
}
