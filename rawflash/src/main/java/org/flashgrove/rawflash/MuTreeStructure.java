package org.flashgrove.rawflash;

import java.util.List;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.structure.PairStructure;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.rawflash.logged.LoggedMuTree;
import org.flashgrove.rawflash.logged.MuTreeOperation;
import org.flashgrove.rawflash.logged.MuTreeSnapshot;
import org.flashgrove.rawflash.mutree.MuTreeOptions;
import org.flashgrove.rawflash.mutree.MuTreeStats;
import org.flashgrove.storage.device.DeviceConfig;

/** A μ-tree in a store: unique keys with one value each, on the device's raw flash. */
public final class MuTreeStructure extends RawFlashStructure<MuTreeOperation, MuTreeSnapshot>
    implements PairStructure {
  /** Name of μ-trees in specs. */
  public static final String KIND = "mutree";

  private final LoggedMuTree tree;

  /** Settings of a μ-tree in a store. */
  static final class Settings extends StructureConfig {
    private final MuTreeOptions tree;

    Settings(Spec spec, MuTreeOptions tree) {
      super(spec, StructureRole.PAIRS);
      this.tree = tree;
    }

    @Override
    public boolean isOnRawFlash() {
      return true;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new MuTreeStructure(name, this, site);
    }

    @Override
    public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
      FlashGeometry flash = device.rawFlash();
      return flash == null
          ? MemoryRequest.NONE
          : MemoryRequest.ofPool(tree.readBytes(flash.pageBytes()));
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      requireRawFlash(this, device, buffer);
      tree.requireFits(device.rawFlash());
    }
  }

  private MuTreeStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    MuTreeOptions options = config.of(Settings.class).tree;
    RawFlash flash = site.flash();
    long share = site.poolBytes(options.readBytes(flash.geometry().pageBytes()));
    tree =
        new LoggedMuTree(
            site.log(),
            site.number(),
            flash,
            options.withReadBytes(share, flash.geometry().pageBytes()));
  }

  /**
   * Returns the value of a key as of the newest commit.
   *
   * @param absent result if the key does not exist
   */
  public long find(long key, long absent) {
    try (MuTreeSnapshot now = snapshot()) {
      return now.find(key, absent);
    }
  }

  @Override
  public long visit(long fromKey, long toKey, PairVisitor visitor) {
    try (MuTreeSnapshot now = snapshot()) {
      return now.visit(fromKey, toKey, visitor);
    }
  }

  @Override
  public boolean insert(long key, long value) {
    try (MuTreeOperation operation = begin()) {
      boolean added = operation.insert(key, value);
      operation.commit();
      return added;
    }
  }

  @Override
  public boolean delete(long key, long value) {
    try (MuTreeOperation operation = begin()) {
      boolean removed = operation.holds(key, value) && operation.delete(key);
      operation.commit();
      return removed;
    }
  }

  /** Returns the state of the tree and statistics since the store was opened. */
  @Override
  public MuTreeStats figures() {
    return tree.figures();
  }

  @Override
  protected LoggedMuTree stored() {
    return tree;
  }

  @Override
  public CheckReport check() {
    long pages = tree.figures().livePages();
    List<String> problems = tree.check();
    return new CheckReport(
        problems.isEmpty(), pages, 0, pages, tree.size(), problems.size(), problems);
  }
}
