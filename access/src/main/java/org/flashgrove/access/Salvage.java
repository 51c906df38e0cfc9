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
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.LogSalvage;
import org.flashgrove.storage.file.RawPages;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreLock;
import org.flashgrove.storage.node.NodeSalvage;
import org.flashgrove.storage.node.SalvageLosses;

/**
 * Rescues every readable entry of a damaged store into a new one, and says what is lost. The
 * damaged store is never written to.
 *
 * <p>Entries of which it is certain that the newest commit holds them go first. Of the others each
 * goes, unless it is there already.
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
    SalvageReport[] report = new SalvageReport[1];
    StoreOptions[] wanted = new StoreOptions[1];
    report[0] =
        new Salvage(hints)
            .run(
                from,
                options -> {
                  wanted[0] = options;
                  return SpatialStore.create(to, options.withSync("close"));
                });
    // Entry by entry, syncs would take most of the time; from now on they are those asked for.
    StoreDirectory directory = new DiskDirectory(to);
    new StoreDescription(StoreDescription.read(to).storeTag(), wanted[0]).write(directory);
    directory.sync();
    return report[0];
  }

  /** Rescues what is in a directory that somebody else keeps, into another. */
  static SalvageReport run(StoreDirectory from, StoreDirectory to, SalvageHints hints) {
    return new Salvage(hints)
        .rescue(from, from, options -> SpatialStore.create(to, options.withSync("close")));
  }

  private SalvageReport run(Path from, Target to) {
    StoreDirectory beside = new DiskDirectory(from);
    String device =
        hints.device() != null
            ? hints.device()
            : DescriptionRemains.lines(beside).getOrDefault("device", "buffered");
    if (isSimulated(device)) {
      StoreOptions any = StoreOptions.defaults().withDevice(device);
      try (StoreDevice simulated = StoreDevice.openReadOnly(any.form(), from)) {
        return rescue(beside, simulated.files().directory(), to);
      }
    }
    StoreLock lock = Files.exists(from.resolve(StoreLock.FILE)) ? StoreLock.takeShared(from) : null;
    try {
      return rescue(beside, beside, to);
    } finally {
      if (lock != null) {
        lock.close();
      }
    }
  }

  private static boolean isSimulated(String device) {
    try {
      return StoreDevice.isSimulated(Spec.parse(device));
    } catch (SpecException e) {
      return false;
    }
  }

  private SalvageReport rescue(StoreDirectory beside, StoreDirectory files, Target to) {
    DescriptionRemains remains = new DescriptionRemains(beside, files, hints, losses);
    StoreDescription description = remains.find();
    StoreOptions options = description.options();
    if (FlashKinds.hasOwnPages(FlashSpec.parse(options.flash()).buffer())) {
      throw new SpecException(
          "salvage of a store of flash '"
              + options.flash()
              + "', whose nodes are not on pages of their own (allowed: opening it; backups)");
    }
    LogSalvage log = null;
    if (!files.exists(SpatialStore.PAGES)) {
      throw new DamagedStoreException(
          beside.name(), SpatialStore.PAGES, "there is no file of pages");
    }
    try (RawPages pages = RawPages.open(files, SpatialStore.PAGES, options.pageSize())) {
      if (files.exists(SpatialStore.LOG)) {
        log = LogSalvage.open(files, SpatialStore.LOG, description.storeTag());
      }
      var layout = IndexKinds.algorithm(Spec.parse(options.index()), options.pageSize()).layout();
      NodeSalvage nodes =
          new NodeSalvage(
              pages,
              log,
              layout,
              0,
              description.storeTag(),
              FileDevice.placement(Spec.parse(options.device())),
              losses,
              uncertainties);
      nodes.look();
      sortMemory =
          (int)
              Math.min(
                  BulkConfig.usualSortMemory(),
                  Math.max(BulkConfig.LEAST_SORT_MEMORY, 4 * pages.count() * pages.pageSize()));
      int most = NodePage.capacity(options.pageSize(), layout.leaf());
      long logged = log == null ? 0 : log.sizeBytes() / (Long.BYTES * layout.leaf().words());
      mostEntries = pages.count() * most + logged;
      if (!nodes.foundAnything()) {
        throw new DamagedStoreException(
            beside.name(), "all files", "no page and no frame of a store can be read");
      }
      StoreOptions target = remains.isIndexGuessed() ? options.withIndex("rstar") : options;
      return fill(nodes, new LeafEntries(layout.leaf()), options, target, to);
    } finally {
      if (log != null) {
        log.close();
      }
    }
  }

  private SalvageReport fill(
      NodeSalvage nodes,
      LeafEntries entries,
      StoreOptions options,
      StoreOptions target,
      Target to) {
    try (SpatialStore store = to.create(StoreBackup.options(target))) {
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
