package org.flashgrove.access;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.node.EntryList;
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
  private long impossible;
  private long duplicates;
  private long uncertain;

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
      long certain = load(store, nodes, entries);
      if (certain != nodes.figures().entriesExpected()) {
        nodes.entries(false, words -> addUncertain(store, entries, words));
      } // else all is there: what is uncertain is out of date
      store.flush();
      return new SalvageReport(
          options,
          store.size(),
          uncertain,
          duplicates,
          impossible,
          nodes.figures(),
          losses.count(),
          losses.list(),
          uncertainties.list());
    }
  }

  /** Takes over what is certain, by bulk loading where the index can; returns how much it is. */
  private long load(SpatialStore store, NodeSalvage nodes, LeafEntries entries) {
    MetEntries met = new MetEntries(mostEntries);
    EntryList again = new EntryList(entries.words(), 16);
    long[][] current = new long[1][];
    try (BulkLoader loader = loader(store)) {
      Taker taker = loader == null ? store::insert : loader::add;
      Taker first =
          (id, minX, minY, maxX, maxY) -> {
            if (met.add(id, minX, minY, maxX, maxY)) {
              taker.take(id, minX, minY, maxX, maxY);
            } else {
              again.add(current[0], 0);
            }
          };
      long certain =
          nodes.entries(
              true,
              words -> {
                current[0] = words;
                add(first, entries, words);
              });
      if (loader != null && loader.size() > 0) {
        store.tree().load(loader);
      }
      return certain
          - addAgain(store, entries, again, certain == nodes.figures().entriesExpected());
    }
  }

  /**
   * Takes over entries that seem to have been met before. An index is a bag: if there are as many
   * as there should be, equal ones were inserted so. Else two damaged leaves may hold an entry, as
   * before and after it moved, and it is taken once.
   *
   * @return how many were left out
   */
  private long addAgain(
      SpatialStore store, LeafEntries entries, EntryList again, boolean isAllThere) {
    long left = 0;
    long[] words = new long[entries.words()];
    for (int i = 0; i < again.count(); i++) {
      System.arraycopy(again.words(), i * words.length, words, 0, words.length);
      boolean isAdded =
          isAllThere ? add(store::insert, entries, words) : addOnce(store, entries, words);
      left += isAdded ? 0 : 1;
    }
    return left;
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

  private static boolean isThere(
      SpatialStore store, long id, double minX, double minY, double maxX, double maxY) {
    boolean[] found = {false};
    store.search(
        minX,
        minY,
        maxX,
        maxY,
        (foundId, x1, y1, x2, y2) -> {
          found[0] = foundId == id && x1 == minX && y1 == minY && x2 == maxX && y2 == maxY;
          return !found[0];
        });
    return found[0];
  }

  /** Takes an entry. */
  @FunctionalInterface
  private interface Taker {
    void take(long id, double minX, double minY, double maxX, double maxY);
  }

  private boolean add(Taker taker, LeafEntries entries, long[] words) {
    try {
      taker.take(
          entries.id(words),
          entries.minX(words),
          entries.minY(words),
          entries.maxX(words),
          entries.maxY(words));
      return true;
    } catch (IllegalArgumentException e) {
      if (impossible++ == 0) {
        losses.add("an entry that cannot be: " + e.getMessage());
      }
      return false;
    }
  }

  private void addUncertain(SpatialStore store, LeafEntries entries, long[] words) {
    if (addOnce(store, entries, words)) {
      uncertain++;
    }
  }

  /** Inserts an entry unless it is there; whether it was not and could be. */
  private boolean addOnce(SpatialStore store, LeafEntries entries, long[] words) {
    boolean[] isThere = {false};
    Taker search =
        (id, minX, minY, maxX, maxY) -> isThere[0] = isThere(store, id, minX, minY, maxX, maxY);
    if (!add(search, entries, words)) {
      return false;
    }
    if (isThere[0]) {
      duplicates++;
      return false;
    }
    return add(store::insert, entries, words);
  }
}
