package org.flashgrove.access;

import java.util.List;
import org.flashgrove.access.metrics.StructureMetrics;
import org.flashgrove.access.mutree.LoggedMuTree;
import org.flashgrove.access.mutree.MuTreeOperation;
import org.flashgrove.access.mutree.MuTreeSnapshot;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.mutree.MuTreeFigures;
import org.flashgrove.indexes.mutree.MuTreeOptions;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;

/**
 * A μ-tree of a store: unique keys with a value each, on the raw flash that the device has beside
 * files. The store's flash-aware buffer and the pool below it have no part in it.
 */
public final class MuTreeStructure extends Structure implements PairStructure {
  /** Name of the specs of μ-trees. */
  public static final String KIND = "mutree";

  private final LoggedMuTree tree;

  MuTreeStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    tree =
        new LoggedMuTree(site.log(), site.number(), site.flash(), config.as(MuTreeOptions.class));
  }

  /**
   * Refuses a store that a μ-tree cannot be in.
   *
   * @throws SpecException naming what is allowed
   */
  static void requireFits(StructureConfig config, StoreForm form, FlashSpec flash) {
    requireRawFlash(config, form, flash);
    config.as(MuTreeOptions.class).requireFits(form.device().rawFlash());
  }

  /**
   * Refuses a store without raw flash, or without a log, for a structure that needs both.
   *
   * @throws SpecException naming what is allowed
   */
  static void requireRawFlash(StructureConfig config, StoreForm form, FlashSpec flash) {
    if (form.device().rawFlash() == null) {
      throw new SpecException(
          "structure '"
              + config
              + "' on device '"
              + form.device()
              + "', which has no raw flash (allowed: rawnand)");
    }
    if (!flash.buffer().logsCommits()) {
      throw new SpecException(
          "structure '"
              + config
              + "' with flash spec '"
              + flash
              + "', which has no log (allowed: none, or a buffer with a log, such as efind)");
    }
  }

  /**
   * Returns the value of a key at the newest commit.
   *
   * @param absent what to return if there is no such key
   */
  public long find(long key, long absent) {
    try (MuTreeSnapshot now = tree.snapshot()) {
      return now.find(key, absent);
    }
  }

  @Override
  public long visit(long fromKey, long toKey, PairVisitor visitor) {
    try (MuTreeSnapshot now = tree.snapshot()) {
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

  /** Returns the entries as a snapshot of the store has them; it is closed with that. */
  public MuTreeSnapshot at(StoreSnapshot snapshot) {
    return snapshot.of(tree);
  }

  /** Begins changes that are a commit of their own. Close them. */
  public MuTreeOperation begin() {
    return tree.begin();
  }

  /** Begins changes that a batch of the store commits together with others, and closes. */
  public MuTreeOperation begin(WriteBatch batch) {
    return batch.begin(tree);
  }

  /** Returns what the tree is and has done since the store was opened. */
  public MuTreeFigures figures() {
    return tree.figures();
  }

  @Override
  LoggedMuTree stored() {
    return tree;
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  public CheckReport check() {
    long pages = tree.figures().livePages();
    List<String> problems = tree.check();
    return new CheckReport(
        problems.isEmpty(), pages, 0, pages, tree.size(), problems.size(), problems);
  }

  @Override
  public StructureMetrics metrics() {
    return new StructureMetrics(name(), size(), io(), 0, null, null, null, null, null);
  }

  @Override
  void open() {
    // the replay of the log has opened the tree
  }

  @Override
  void close() {
    tree.awaitChanges();
  }
}
