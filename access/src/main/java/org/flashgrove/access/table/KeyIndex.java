package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.locationtech.jts.geom.Envelope;

/** A B+-tree of pairs (key, RID). */
public final class KeyIndex extends TableIndex {
  private final BPlusTree tree;

  KeyIndex(
      String name, String spec, LoggedNodeStore nodes, IoCounters counters, BPlusConfig config) {
    super(name, spec, nodes, counters);
    tree = BPlusTree.open(nodes, config);
  }

  /** The tree; changes go through the table. */
  public BPlusTree tree() {
    return tree;
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  TreeFigures treeFigures() {
    return null;
  }

  @Override
  public CheckReport check() {
    return tree.check(true);
  }

  @Override
  void requireHoldable(Envelope bounds) {
    // it holds keys, and any
  }

  @Override
  boolean isIndexed(Envelope bounds) {
    return true;
  }

  @Override
  void forEach(EntryCheck check) {
    tree.visit(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        true,
        (key, rid) -> {
          check.entry(rid, key, null);
          return true;
        });
  }

  @Override
  Changes begin(WriteBatch batch) {
    BPlusBatch pairs = tree.begin();
    boolean joined = false;
    try {
      batch.add(nodes());
      joined = true;
    } finally {
      if (!joined) {
        pairs.close();
      }
    }
    return new Changes() {
      @Override
      public void add(long rid, long key, Envelope bounds) {
        pairs.insert(key, rid);
      }

      @Override
      public boolean remove(long rid, long key, Envelope bounds) {
        return pairs.delete(key, rid);
      }

      @Override
      public void close() {
        pairs.close();
      }
    };
  }

  @Override
  Loading load(int sortMemoryBytes, Path spillDirectory) {
    PairLoader pairs = tree.loader(1, sortMemoryBytes, spillDirectory);
    return new Loading() {
      @Override
      public void add(long rid, long key, Envelope bounds) {
        pairs.add(key, rid);
      }

      @Override
      public void fill(NodeOperation operation) {
        tree.load(pairs, operation);
      }

      @Override
      public void close() {
        pairs.close();
      }
    };
  }

  @Override
  void close() {
    tree.close();
  }
}
