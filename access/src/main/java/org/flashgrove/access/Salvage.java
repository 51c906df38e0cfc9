package org.flashgrove.access;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.node.NodeSalvage;
import org.flashgrove.storage.node.SalvageLosses;

/**
 * Rescues every readable entry of a damaged store into a new one, and says what is lost. The
 * damaged store is never written to.
 *
 * <p>Entries that the newest commit certainly holds go first. Of the others each goes, unless it is
 * there already.
 */
public final class Salvage {
  private final SalvageHints hints;
  private final SalvageLosses losses = new SalvageLosses();
  private final SalvageLosses uncertainties = new SalvageLosses();
  private int sortMemory;
  private long mostEntries;

  /** A store that is not there yet. */
  @FunctionalInterface
  private interface Target {
    SpatialStore create(StoreOptions options);
  }

  private Salvage(SalvageHints hints) {
    this.hints = hints;
  }

  /**
   * Rescues a store.
   *
   * @param from its directory
   * @param to a directory that is empty or not there
   * @param hints what the caller knows of the damaged store
   * @throws DamagedStoreException if nothing of a store can be read
   * @throws StoreIoException if the target is not empty, or cannot be written
   */
  public static SalvageReport run(Path from, Path to, SalvageHints hints) {
    if (!Files.isDirectory(from)) {
      throw new StoreIoException(from + ": no such directory");
    }
    StoreDirectory beside = new DiskDirectory(from);
    String device =
        hints.device() != null
            ? hints.device()
            : DescriptionRemains.lines(beside).getOrDefault("device", "buffered");
    StoreOptions[] wanted = new StoreOptions[1];
    SalvageReport report;
    try (StoreRemains remains = StoreRemains.lock(from, device)) {
      report =
          new Salvage(hints)
              .rescue(
                  remains,
                  options -> {
                    wanted[0] = options;
                    return SpatialStore.create(to, options.withSync("close"));
                  });
    }
    // Entry by entry, syncs would take most of the time; from now on they are those asked for.
    Store.describe(to, wanted[0].design());
    return report;
  }

  /** Rescues what is in a directory that the caller keeps, into another. */
  static SalvageReport run(StoreDirectory from, StoreDirectory to, SalvageHints hints) {
    try (StoreRemains remains = StoreRemains.of(from)) {
      return new Salvage(hints)
          .rescue(remains, options -> SpatialStore.create(to, options.withSync("close")));
    }
  }

  private static StoreOptions options(StoreDescription description) {
    if (!description.design().isOneIndex()) {
      throw new SpecException(
          "salvage of a store of the structures "
              + String.join(", ", description.design().structures().keySet())
              + " (allowed: of one index; of a table, its records)");
    }
    StoreOptions options = StoreOptions.of(description.design());
    if (!options.isTree()) {
      throw new SpecException(
          "salvage of a store of index '"
              + options.index()
              + "' is not supported yet (allowed: of trees; of a table, its records)");
    }
    if (FlashKinds.hasOwnPages(description.design().flash().buffer())) {
      throw new SpecException(
          "salvage of a store of flash '"
              + options.flash()
              + "', whose nodes are not on pages of their own (allowed: opening it; backups)");
    }
    return options;
  }

  private SalvageReport rescue(StoreRemains remains, Target to) {
    DescriptionRemains found =
        new DescriptionRemains(remains.descriptions(), remains.files(), hints, losses);
    StoreDescription description = found.find();
    StoreOptions options = options(description);
    remains.open(description);
    var layout = IndexKinds.algorithm(Spec.parse(options.index()), options.pageSize()).layout();
    NodeSalvage nodes =
        new NodeSalvage(
            remains.pages(),
            remains.log(),
            layout,
            0,
            description.storeTag(),
            options.design().form().device().placement(),
            losses,
            uncertainties);
    nodes.look();
    long pages = remains.pages().count();
    sortMemory =
        (int)
            Math.min(
                BulkConfig.usualSortMemory(),
                Math.max(BulkConfig.LEAST_SORT_MEMORY, 4 * pages * options.pageSize()));
    int most = NodePage.capacity(options.pageSize(), layout.leaf());
    long logBytes = remains.log() == null ? 0 : remains.log().sizeBytes();
    mostEntries = pages * most + logBytes / (Long.BYTES * layout.leaf().words());
    if (!nodes.foundAnything()) {
      throw new DamagedStoreException(
          remains.descriptions().name(),
          "all files",
          "no page and no frame of a store can be read");
    }
    StoreOptions target = found.isIndexGuessed() ? options.withIndex("rstar") : options;
    return fill(nodes, new LeafEntries(layout.leaf()), options, target, to);
  }

  private SalvageReport fill(
      NodeSalvage nodes,
      LeafEntries entries,
      StoreOptions options,
      StoreOptions target,
      Target to) {
    try (SpatialStore store = to.create(StoreOptions.of(target.design().ofBackup()))) {
      RescuedEntries rescued = new RescuedEntries(store, entries, mostEntries, losses);
      long certain = load(store, nodes, rescued);
      if (certain != nodes.figures().entriesExpected()) {
        nodes.entries(false, rescued::uncertain);
      } // else all is there: what is uncertain is out of date
      store.flush();
      return new SalvageReport(
          options,
          store.size(),
          rescued.uncertainCount(),
          rescued.duplicates(),
          rescued.impossible(),
          nodes.figures(),
          losses.count(),
          losses.list(),
          uncertainties.list());
    }
  }

  /** Takes over what is certain, by bulk loading where the index can; returns how much it is. */
  private long load(SpatialStore store, NodeSalvage nodes, RescuedEntries rescued) {
    long met;
    try (BulkLoader loader = loader(store)) {
      RescuedEntries.Taker taker = loader == null ? store::insert : loader::add;
      met = nodes.entries(true, (leaf, words) -> rescued.certain(leaf, words, taker));
      if (loader != null && loader.size() > 0) {
        store.tree().load(loader);
      }
    }
    return met - rescued.finish(met == nodes.figures().entriesExpected());
  }

  /** A bulk loader in the usual order of the index; null if the index has none. */
  private BulkLoader loader(SpatialStore store) {
    try {
      BulkOrder order = store.tree().bulkOrders().get(0); // the usual one of its kind
      Path spill = Path.of(System.getProperty("java.io.tmpdir"));
      return store.tree().bulkLoader(new BulkConfig(order, spill).withSortMemory(sortMemory));
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }
}
