package org.flashgrove.salvage;

import org.flashgrove.access.kind.Rescue;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.salvage.node.NodeSalvage;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.node.SalvageStats;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.jspecify.annotations.NullUnmarked;

/**
 * Salvages a key tree, which is a B+-tree of pairs of a key and a value. Each distinct pair is
 * stored once.
 */
@NullUnmarked
final class KeySalvage implements StructureSalvage {
  private static final int BATCH_PAIRS = 1_000;

  private final NodeSalvage nodes;
  private BPlusTree tree;
  private BPlusBatch batch;
  private int batched;
  private long duplicates;

  /** Prepares the salvage of one key tree. */
  KeySalvage(SalvagedStore files, int number, long tag, SalvageLosses uncertainties) {
    nodes = new NodeSalvage(files, BPlusTree.LAYOUT, number, tag, uncertainties);
  }

  @Override
  public void look() {
    nodes.look();
  }

  @Override
  public Rescue rescue(Structure into) {
    tree = Internals.tree((KeyStructure) into);
    long certain = add(true);
    long uncertain = certain == nodes.figures().entriesExpected() ? 0 : add(false);
    SalvageStats figures = nodes.figures();
    return new Rescue(uncertain, duplicates, 0, figures.entriesExpected(), figures);
  }

  /**
   * Adds to the new tree all pairs that are certain, or all pairs that are uncertain because they
   * may be outdated or deleted. Returns the number of added pairs that the tree did not yet
   * contain.
   */
  private long add(boolean certain) {
    long before = tree.size();
    try {
      nodes.entries(
          certain, (leaf, words) -> add(words[BPlusTree.KEY_WORD], words[BPlusTree.VALUE_WORD]));
      finishBatch();
    } finally {
      if (batch != null) {
        batch.close();
      }
    }
    return tree.size() - before;
  }

  private void add(long key, long value) {
    if (batch == null) {
      batch = tree.begin();
    }
    duplicates += batch.insert(key, value) ? 0 : 1;
    if (++batched % BATCH_PAIRS == 0) {
      finishBatch();
    }
  }

  private void finishBatch() {
    if (batch != null) {
      batch.commit();
      batch.close();
      batch = null;
    }
  }
}
