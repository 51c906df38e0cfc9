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
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.KeyKind;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.bytekey.ByteKeyTree;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A B+-tree of a store: pairs of a key and a value. */
public final class KeyStructure extends IndexStructure implements PairStructure, AttributeKeys {
  /** Name of the specs of key trees. */
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
     * Returns the attribute of a table's records whose values are the keys, or null: the keys of
     * records, or in a tree of its own any.
     */
    public @Nullable String attribute() {
      return attribute;
    }

    /** Returns the kind of keys. */
    public KeyKind key() {
      return tree.key();
    }

    /** Returns whether a table has at most one record of each key. */
    public boolean isUnique() {
      return isUnique;
    }

    /** Returns whether keys are whole values, byte strings, not words of eight bytes. */
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
        throw new SpecException("bplus with keys=full (allowed: of an attribute)");
      }
      if (isWhole) {
        spec.requireAllUsed();
      }
      BPlusConfig tree = BPlusConfig.of(isWhole ? Spec.parse(KIND) : spec, pageSize);
      if (attribute != null && tree.key() != KeyKind.LONG) {
        throw new SpecException(
            "bplus with attribute and key=" + tree.key() + " (allowed: without key)");
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

  /** Returns whether there is a pair. */
  public boolean contains(long key, long value) {
    return tree.contains(key, value);
  }

  /**
   * Visits the pairs whose keys are in {@code [fromKey, toKey]}, in order, until the visitor stops.
   *
   * @param ascending whether the least pair comes first, or the greatest
   * @return number of pairs visited
   */
  public long visit(long fromKey, long toKey, boolean ascending, PairVisitor visitor) {
    return tree.visit(fromKey, toKey, ascending, visitor);
  }

  /**
   * Returns a cursor over the pairs of a range of keys that a snapshot has, in the order of keys,
   * before the first leaf.
   *
   * @param snapshot one of the store that has this structure among its structures; it stays open as
   *     long as the cursor is used
   * @param pages receives the number of pages that the cursor looks at, some at a time
   */
  public LeafCursor cursor(StoreSnapshot snapshot, long fromKey, long toKey, LongConsumer pages) {
    return cursor(snapshot, fromKey, toKey, true, pages);
  }

  /** Returns a cursor as {@link #cursor(StoreSnapshot, long, long, LongConsumer)} does, or back. */
  public LeafCursor cursor(
      StoreSnapshot snapshot, long fromKey, long toKey, boolean ascending, LongConsumer pages) {
    return tree.cursor(
        new CountedNodes(snapshot, snapshot.of(stored()), pages), fromKey, toKey, ascending);
  }

  /**
   * Returns the number of leaves of a snapshot that may have pairs of a range of keys.
   *
   * @param most number of leaves at which counting stops
   * @param pages receives the number of pages read, some at a time
   */
  public long leaves(
      StoreSnapshot snapshot, long fromKey, long toKey, long most, LongConsumer pages) {
    return tree.leaves(
        new CountedNodes(snapshot, snapshot.of(stored()), pages), fromKey, toKey, most);
  }

  /** Returns the number of pairs that a snapshot has. */
  public long size(StoreSnapshot snapshot) {
    return snapshot.of(stored()).entries();
  }

  /**
   * Fills the tree, which is empty, in a batch of the store.
   *
   * @param loader a loader of the tree, with all pairs added
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(PairLoader loader, WriteBatch batch) {
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
