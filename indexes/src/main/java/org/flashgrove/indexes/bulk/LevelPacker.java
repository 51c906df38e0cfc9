package org.flashgrove.indexes.bulk;

import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.TreeLayout;

/** Fills the nodes of one level according to a plan, in the order of the entries. */
final class LevelPacker implements Consumer<long[]> {
  private final int level;
  private final NodePlan plan;
  private final LevelForm form;
  private final PageBatch batch;
  private final Consumer<long[]> parents;
  private final EntryList entries;
  private final long[] child;
  private long node;

  /** Number of entries of the current node. */
  private int nodeSize;

  private long nodeId;

  /**
   * Creates a packer for a level.
   *
   * @param plans plans of all levels
   * @param parents receives an internal entry for each node; the array is reused
   */
  LevelPacker(
      int level,
      List<NodePlan> plans,
      TreeLayout layout,
      LevelForm form,
      PageBatch batch,
      Consumer<long[]> parents) {
    this.level = level;
    plan = plans.get(level);
    this.form = form;
    this.batch = batch;
    this.parents = parents;
    nodeSize = plan.size(0);
    entries = new EntryList(layout.at(level).words(), nodeSize);
    child = new long[layout.internal().words()];
  }

  /** Adds the next entry, in the level's layout. */
  @Override
  public void accept(long[] entry) {
    entries.add(entry, 0);
    if (entries.count() == nodeSize) {
      finishNode();
    }
  }

  private void finishNode() {
    nodeId = batch.add(level, null, entries);
    node++;
    nodeSize = plan.size(node);
    form.childEntry(nodeId, level, entries, child);
    entries.clear();
    parents.accept(child);
  }

  /** Creates an empty root if no entries were added. */
  void finish() {
    if (node == 0) {
      nodeId = batch.add(level, null, entries);
      node++;
    }
  }

  /** Returns the id of the node that was finished last. */
  long nodeId() {
    return nodeId;
  }
}
