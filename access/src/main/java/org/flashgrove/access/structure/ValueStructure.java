package org.flashgrove.access.structure;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.bytekey.ByteKeyTree;
import org.flashgrove.indexes.bytekey.KeyBatch;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyLoader;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.flashgrove.indexes.tree.LockedTree;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A B+-tree of a store with pairs of an attribute value and a RID. Its keys are the complete
 * values, encoded as byte strings that sort like the values.
 */
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
  LockedTree lockedTree() {
    return tree;
  }

  @Override
  public @Nullable String attribute() {
    return settings.attribute();
  }

  @Override
  public boolean isUnique() {
    return settings.isUnique();
  }

  /** Returns the maximum length of a key that is stored completely, in bytes. */
  public int mostKeyBytes() {
    return tree.mostKeyBytes();
  }

  /**
   * Begins changes that a batch of the store commits. Commit the batch before you close the
   * changes. Other changes of the tree wait until the batch is closed.
   */
  public KeyBatch begin(WriteBatch batch) {
    KeyBatch changes = tree.begin();
    join(batch, changes::close);
    if (isAdaptive()) {
      changes.postponeAdditions();
    }
    return changes;
  }

  /** Begins changes that are committed by themselves, outside of any batch. */
  public KeyBatch begin() {
    return tree.begin();
  }

  /**
   * Returns a cursor over the pairs of a key range at a snapshot. The cursor is positioned before
   * the first leaf.
   *
   * @param snapshot a snapshot that includes this structure; it must stay open while the cursor is
   *     used
   * @param pages counter of pages that the cursor reads; {@code pages.accept(n)} reports n more
   */
  public KeyCursor cursor(
      StoreSnapshot snapshot, KeyRange range, boolean ascending, LongConsumer pages) {
    return tree.cursor(new CountedNodes(snapshot, snapshot.of(stored()), pages), range, ascending);
  }

  /** Returns a reader of the nodes at the newest commit. The caller closes the reader. */
  public NodeReader newest() {
    return tree.snapshot();
  }

  /**
   * Returns a cursor over all pairs of value and RID.
   *
   * @param newest reader that {@link #newest} returned
   */
  public KeyCursor cursor(NodeReader newest) {
    return tree.cursor(newest, KeyRange.ALL, true);
  }

  /**
   * Returns an estimate of the number of pairs in a key range at a snapshot.
   *
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  public long estimate(StoreSnapshot snapshot, KeyRange range, LongConsumer pages) {
    return tree.estimate(new CountedNodes(snapshot, snapshot.of(stored()), pages), range);
  }

  /**
   * Returns whether all keys at a snapshot are stored completely, so that the order of the keys is
   * exactly the order of the values.
   */
  public boolean isExact(StoreSnapshot snapshot) {
    return ByteKeyTree.isExact(snapshot.of(stored()));
  }

  /** Returns the number of pairs at a snapshot. */
  public long size(StoreSnapshot snapshot) {
    return snapshot.of(stored()).entries();
  }

  /** Starts a bulk load. */
  public KeyLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return tree.loader(sortMemoryBytes, spillDirectory);
  }

  /** Fills the tree, which must be empty, within a batch. */
  public void load(KeyLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(stored()));
  }
}
