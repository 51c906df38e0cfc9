package org.flashgrove.access.structure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.ids.IdCheck;
import org.flashgrove.access.ids.IdWords;
import org.flashgrove.access.ids.IdentifiedBatch;
import org.flashgrove.access.ids.IdentifiedEntries;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.kind.EntryIds;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.LockedTree;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * The rectangles of a spatial index by id, in a B+-tree. With this structure each id has one
 * rectangle, and entries can be changed by their ids alone. Changes must go through the index,
 * which updates this structure in the same commit.
 */
public final class IdStructure extends IndexStructure implements EntryIds {
  /** Name of this kind in specs. The structure's name is the index's name, a dot and this name. */
  public static final String KIND = "ids";

  private final Settings settings;

  @SuppressWarnings("NullAway.Init") // open() sets it
  private BPlusTree tree;

  @SuppressWarnings("NullAway.Init") // identify() sets it
  private Structure index;

  /** Settings of a structure that stores rectangles by id. */
  public static final class Settings extends StructureConfig {
    private final BPlusConfig tree;
    private final Repeat repeat;

    private Settings(Spec spec, BPlusConfig tree, Repeat repeat) {
      super(spec, StructureRole.IDS);
      this.tree = tree;
      this.repeat = repeat;
    }

    /** Returns the effect of inserting an id with the rectangle that it already has. */
    public Repeat repeat() {
      return repeat;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new IdStructure(name, this, site);
    }

    @Override
    public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
      return memoryOfTree(pageSize, buffer);
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      buffer.requireFits(device, toString(), BPlusTree.layout(IdWords.FURTHER));
    }

    static Settings of(Spec spec, int pageSize) {
      String repeat = spec.choice("repeat", "once", "once", "refuse");
      return new Settings(
          spec,
          BPlusConfig.of(spec, pageSize, IdWords.FURTHER),
          repeat.equals("once") ? Repeat.ONCE : Repeat.REFUSE);
    }
  }

  IdStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, BPlusTree.layout(IdWords.FURTHER), site);
    settings = config.of(Settings.class);
  }

  /** Returns the name of the structure that stores the rectangles of an index by id. */
  public static String nameFor(String index) {
    return index + "." + KIND;
  }

  @Override
  protected void open() {
    tree = BPlusTree.open(stored(), settings.tree);
  }

  @Override
  LockedTree lockedTree() {
    return tree;
  }

  /** Connects this structure with the index whose rectangles it stores. */
  public void identify(Structure owner) {
    index = owner;
    Lifecycle.identifiedBy(owner, this);
  }

  /** Returns the effect of inserting an id with the rectangle that it already has. */
  public Repeat repeat() {
    return settings.repeat;
  }

  /** Returns the entry of an id at the newest commit, or null. */
  public @Nullable Entry entry(long id) {
    try (NodeReader newest = stored().snapshot()) {
      return IdWords.find(tree.cursor(newest, id, id, true));
    }
  }

  /** Returns the entry of an id at a snapshot that includes this structure, or null. */
  public @Nullable Entry entry(StoreSnapshot snapshot, long id) {
    return IdWords.find(tree.cursor(snapshot.of(stored()), id, id, true));
  }

  @Override
  public IdentifiedEntries over(SpatialIndex entries) {
    return new IdentifiedEntries(entries, timeout -> begin(entries, timeout), this::entry);
  }

  private IdentifiedBatch begin(SpatialIndex entries, Duration timeout) {
    WriteBatch batch = Lifecycle.beginBatch(this, timeout);
    boolean begun = false;
    try {
      IdentifiedBatch changes = over(Lifecycle.joined(index, entries, batch), batch, batch);
      begun = true;
      return changes;
    } finally {
      if (!begun) {
        batch.close();
      }
    }
  }

  @Override
  public IdentifiedBatch over(SpatialBatch entries, WriteBatch batch, @Nullable WriteBatch whole) {
    boolean begun = false;
    try {
      BPlusBatch pairs = tree.begin();
      join(batch, pairs::close);
      begun = true;
      return new IdentifiedBatch(entries, pairs, repeat(), whole);
    } finally {
      if (!begun) {
        entries.close();
      }
    }
  }

  /** Starts a bulk load, which rejects repeated ids. */
  PairLoader loader(LoadOptions options) {
    return tree.loader(1, options.sortMemoryBytes(), options.spillDirectory())
        .requireUnique("id", "occurs more than once; load each id once");
  }

  void load(PairLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(stored()));
  }

  /**
   * Fills this structure, which must be empty, from the entries of its index after a salvage. If an
   * id has several entries, the first one stays and the others are removed from the index.
   *
   * @param removed receives each removed entry
   * @return number of entries removed
   */
  public long rebuild(Consumer<Entry> removed) {
    return over(Lifecycle.plain(index)).adoptAll(removed);
  }

  @Override
  public CheckReport check() {
    CheckReport nodes = tree.check();
    if (!nodes.ok()) {
      return nodes;
    }
    IdCheck both = new IdCheck(tree, ((EntryStructure) index).entries());
    long found = both.run();
    List<String> problems = new ArrayList<>(both.problems());
    return new CheckReport(
        found == 0,
        nodes.nodes(),
        nodes.internalNodes(),
        nodes.leafNodes(),
        nodes.entries(),
        found,
        problems);
  }
}
