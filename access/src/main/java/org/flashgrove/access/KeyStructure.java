package org.flashgrove.access;

import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.WriteBatch;

/** A B+-tree of a store: pairs of a key and a value. */
public final class KeyStructure extends IndexStructure {
  /** Name of the specs of key trees. */
  public static final String KIND = "bplus";

  private final BPlusConfig config;
  private BPlusTree tree;

  KeyStructure(String name, StructureConfig settings, StructureSite site) {
    super(name, settings, BPlusTree.LAYOUT, site);
    config = settings.as(BPlusConfig.class);
  }

  @Override
  void open() {
    tree = BPlusTree.open(nodes(), config);
  }

  /** Returns the tree. Its own changes are a commit each; closing it closes the store's log. */
  public BPlusTree tree() {
    return tree;
  }

  /**
   * Begins changes that a batch of the store commits together with others. Close them before the
   * batch; other changes of the tree wait until then.
   */
  public BPlusBatch begin(WriteBatch batch) {
    BPlusBatch changes = tree.begin();
    join(batch, changes::close);
    return changes;
  }

  /**
   * Fills the tree, which is empty, in a batch of the store.
   *
   * @param loader a loader of the tree, with all pairs added
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(PairLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(nodes()));
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  public CheckReport check() {
    return tree.check(true);
  }

  @Override
  TreeFigures treeFigures() {
    return null; // a B+-tree counts nothing
  }

  @Override
  void close() {
    tree.close();
  }
}
