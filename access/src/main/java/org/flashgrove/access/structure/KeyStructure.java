package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.KeyKind;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.bytekey.ByteKeyTree;
import org.flashgrove.indexes.statistics.KeyHistogram;
import org.flashgrove.indexes.tree.LevelVisitor;
import org.flashgrove.indexes.tree.LockedTree;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A key tree of a store: a B+-tree with pairs of a key and a value. */
public final class KeyStructure extends IndexStructure implements PairStructure, AttributeKeys {
  /** Name of this kind of structure in specs. */
  public static final String KIND = "bplus";

  private static final String WORDS = "words";
  private static final String WHOLE = "full";

  private final Settings settings;

  @SuppressWarnings("NullAway.Init") // open() sets it
  private BPlusTree tree;

  /** Settings of a key tree. */
  public static final class Settings extends StructureConfig {
    private final BPlusConfig tree;
    private final @Nullable String attribute;
    private final boolean isUnique;
    private final boolean isWhole;

    private Settings(
        Spec spec,
        BPlusConfig tree,
        @Nullable String attribute,
        boolean isUnique,
        boolean isWhole) {
      super(spec, StructureRole.PAIRS);
      this.tree = tree;
      this.attribute = attribute;
      this.isUnique = isUnique;
      this.isWhole = isWhole;
    }

    /**
     * Returns the attribute whose values are the keys. Returns null if the keys are the keys of a
     * table's records, or if the tree belongs to no table.
     */
    public @Nullable String attribute() {
      return attribute;
    }

    /** Returns the type of the keys. */
    public KeyKind key() {
      return tree.key();
    }

    /** Returns whether no two records of a table may have the same key. */
    public boolean isUnique() {
      return isUnique;
    }

    /**
     * Returns whether the keys are complete attribute values. Otherwise they are eight-byte words,
     * which sort like the values.
     */
    public boolean isWhole() {
      return isWhole;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return isWhole ? new ValueStructure(name, this, site) : new KeyStructure(name, this, site);
    }

    @Override
    public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
      return memoryOfTree(pageSize, buffer);
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      buffer.requireFits(device, toString(), isWhole ? ByteKeyTree.LAYOUT : BPlusTree.LAYOUT);
    }

    @Override
    public StructureSalvage salvage(SalvageContext site) {
      return site.pairs();
    }

    static Settings of(Spec spec, int pageSize) {
      String name = spec.value("attribute", "", "the name of an attribute", text -> text);
      String attribute = spec.has("attribute") ? Attribute.decodedName(name) : null;
      boolean isUnique = spec.flag("unique", false);
      boolean isWhole = spec.choice("keys", WORDS, WORDS, WHOLE).equals(WHOLE);
      if (isWhole && attribute == null) {
        throw new SpecException("bplus: keys=full needs an attribute; add attribute=NAME");
      }
      if (isWhole) {
        spec.requireAllUsed();
      }
      BPlusConfig tree = BPlusConfig.of(isWhole ? Spec.parse(KIND) : spec, pageSize);
      if (attribute != null && tree.key() != KeyKind.LONG) {
        throw new SpecException(
            "bplus: key=" + tree.key() + " does not go with attribute; leave out key");
      }
      return new Settings(spec, tree, attribute, isUnique, isWhole);
    }
  }

  KeyStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, BPlusTree.LAYOUT, site);
    settings = config.of(Settings.class);
  }

  @Override
  protected void open() {
    tree = BPlusTree.open(stored(), settings.tree);
  }

  @Override
  public @Nullable String attribute() {
    return settings.attribute();
  }

  @Override
  public boolean isUnique() {
    return settings.isUnique();
  }

  /**
   * Returns the tree. Each change that is made directly on the tree has its own commit. Closing the
   * tree closes the store's log.
   */
  public BPlusTree tree() {
    return tree;
  }

  @Override
  LockedTree lockedTree() {
    return tree;
  }

  /**
   * Begins changes that a batch of the store commits. Commit the batch before you close the
   * changes. Other changes of the tree wait until the batch is closed.
   */
  public BPlusBatch begin(WriteBatch batch) {
    BPlusBatch changes = tree.begin();
    join(batch, changes::close);
    if (isAdaptive()) {
      changes.postponeAdditions();
    }
    return changes;
  }

  @Override
  public boolean insert(long key, long value) {
    return tree.insert(key, value);
  }

  @Override
  public boolean delete(long key, long value) {
    return tree.delete(key, value);
  }

  @Override
  public long visit(long fromKey, long toKey, PairVisitor visitor) {
    return tree.visit(fromKey, toKey, true, visitor);
  }

  /** Returns whether the tree contains a pair. */
  public boolean contains(long key, long value) {
    return tree.contains(key, value);
  }

  /**
   * Visits the pairs whose keys are in {@code [fromKey, toKey]}, in ascending or descending order,
   * until the visitor stops.
   *
   * @param ascending true to begin with the smallest pair, false to begin with the greatest
   * @return number of pairs visited
   */
  public long visit(long fromKey, long toKey, boolean ascending, PairVisitor visitor) {
    return tree.visit(fromKey, toKey, ascending, visitor);
  }

  /**
   * Returns a cursor over the pairs of a key range at a snapshot, in ascending order. The cursor is
   * positioned before the first leaf.
   *
   * @param snapshot a snapshot that includes this structure; it must stay open while the cursor is
   *     used
   * @param pages counter of pages that the cursor reads; {@code pages.accept(n)} reports n more
   */
  public LeafCursor cursor(StoreSnapshot snapshot, long fromKey, long toKey, LongConsumer pages) {
    return cursor(snapshot, fromKey, toKey, true, pages);
  }

  /**
   * Returns a cursor over the pairs of a key range at a snapshot, in ascending or descending order.
   */
  public LeafCursor cursor(
      StoreSnapshot snapshot, long fromKey, long toKey, boolean ascending, LongConsumer pages) {
    return tree.cursor(
        new CountedNodes(snapshot, snapshot.of(stored()), pages), fromKey, toKey, ascending);
  }

  /**
   * Returns the number of leaves that may have pairs of a key range, at a snapshot.
   *
   * @param most number of leaves at which counting stops
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  public long leaves(
      StoreSnapshot snapshot, long fromKey, long toKey, long most, LongConsumer pages) {
    return tree.leaves(
        new CountedNodes(snapshot, snapshot.of(stored()), pages), fromKey, toKey, most);
  }

  /**
   * Returns the approximate distribution of the keys at a snapshot, or null if the tree is a single
   * leaf.
   *
   * @param mostPages maximum number of pages to read
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  public @Nullable KeyHistogram histogram(
      StoreSnapshot snapshot, int mostPages, LongConsumer pages) {
    CountedNodes nodes = new CountedNodes(snapshot, snapshot.of(stored()), pages);
    LeastKeys keys = new LeastKeys();
    LevelVisitor.visit(nodes, mostPages, keys);
    return keys.histogram(nodes.entries(), nodes.height());
  }

  /** Returns the number of pairs at a snapshot. */
  public long size(StoreSnapshot snapshot) {
    return snapshot.of(stored()).entries();
  }

  /**
   * Fills the tree, which must be empty, within a batch.
   *
   * @param loader a loader of this tree, with all pairs added
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(PairLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(stored()));
  }
}
