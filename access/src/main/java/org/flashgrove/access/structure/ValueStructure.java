package org.flashgrove.access.structure;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.bytekey.ByteKeyTree;
import org.flashgrove.indexes.bytekey.KeyBatch;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyLoader;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A B+-tree of byte strings of a store: pairs of the whole value of an attribute and a RID. */
public final class ValueStructure extends IndexStructure implements AttributeKeys {
  private final KeyStructure.Settings settings;

  @SuppressWarnings("NullAway.Init") // open() sets it
  private ByteKeyTree tree;

  ValueStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, ByteKeyTree.LAYOUT, site);
    settings = config.of(KeyStructure.Settings.class);
  }

  @Override
  protected void open() {
    tree = ByteKeyTree.open(stored());
  }

  @Override
  public @Nullable String attribute() {
    return settings.attribute();
  }

  @Override
  public boolean isUnique() {
    return settings.isUnique();
  }

  /** Returns the length of the longest key that is kept whole. */
  public int mostKeyBytes() {
    return tree.mostKeyBytes();
  }

  /**
   * Begins changes that a batch of the store commits together with others. Close them before the
   * batch; other changes of the tree wait until then.
   */
  public KeyBatch begin(WriteBatch batch) {
    KeyBatch changes = tree.begin();
    join(batch, changes::close);
    return changes;
  }

  /** Begins changes that are a commit of their own. */
  public KeyBatch begin() {
    return tree.begin();
  }

  /**
   * Returns a cursor over the pairs of a range of keys that a snapshot has, before the first leaf.
   *
   * @param snapshot one of the store that has this structure among its structures; it stays open as
   *     long as the cursor is used
   * @param pages receives the number of pages that the cursor looks at, some at a time
   */
  public KeyCursor cursor(
      StoreSnapshot snapshot, KeyRange range, boolean ascending, LongConsumer pages) {
    return tree.cursor(new CountedNodes(snapshot, snapshot.of(stored()), pages), range, ascending);
  }

  /** Returns a view of the newest commit, which the caller closes. */
  public NodeReader newest() {
    return tree.snapshot();
  }

  /** Returns a cursor over all pairs that a view of {@link #newest} has. */
  public KeyCursor cursor(NodeReader newest) {
    return tree.cursor(newest, KeyRange.ALL, true);
  }

  /**
   * Returns about how many pairs of a range a snapshot has.
   *
   * @param pages receives the number of pages read, some at a time
   */
  public long estimate(StoreSnapshot snapshot, KeyRange range, LongConsumer pages) {
    return tree.estimate(new CountedNodes(snapshot, snapshot.of(stored()), pages), range);
  }

  /** Returns whether a snapshot has whole keys alone, whose order is that of the values. */
  public boolean isExact(StoreSnapshot snapshot) {
    return ByteKeyTree.isExact(snapshot.of(stored()));
  }

  /** Returns the number of pairs that a snapshot has. */
  public long size(StoreSnapshot snapshot) {
    return snapshot.of(stored()).entries();
  }

  /** Begins a bulk load. */
  public KeyLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return tree.loader(sortMemoryBytes, spillDirectory);
  }

  /** Fills the tree, which is empty, in a batch of the store. */
  public void load(KeyLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(stored()));
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
  @Nullable TreeStats treeFigures() {
    return null; // a B+-tree counts nothing
  }

  @Override
  protected void close() {
    tree.close();
  }
}
