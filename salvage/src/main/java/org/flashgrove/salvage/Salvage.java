package org.flashgrove.salvage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Rescue;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.salvage.block.SalvagedBlocks;
import org.flashgrove.salvage.grove.SalvagedGrove;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.page.SlotReader;
import org.flashgrove.storage.salvage.SalvageLosses;

/**
 * Copies every readable entry and record of a damaged store into a new store, and reports the
 * losses. Indices of tables are rebuilt from the copied records. The damaged store is never written
 * to.
 */
public final class Salvage {
  /** Name of the description until the new store is complete. */
  private static final String UNFINISHED = StoreDescription.FILE + ".unfinished";

  private final StoreRecoveryScan remains;
  private final SalvageLosses losses = new SalvageLosses();
  private final SalvageLosses uncertainties = new SalvageLosses();
  private final List<String> names = new ArrayList<>();
  private final List<StructureSalvage> parts = new ArrayList<>();
  private final List<Path> scratch = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // rescue() sets it before a part is rescued
  private Store target;

  private Salvage(StoreRecoveryScan remains) {
    this.remains = remains;
  }

  /**
   * Salvages a store. If the salvage fails, it removes the new store. If it is interrupted, the new
   * store is incomplete and cannot be opened.
   *
   * @param from directory of the damaged store
   * @param to directory for the new store; empty or not existing yet
   * @param hints knowledge of the caller about the damaged store
   * @throws DamagedStoreException if nothing of the store can be read
   * @throws StoreIoException if there is no store in {@code from}, or {@code to} is not empty or
   *     cannot be written
   * @throws org.flashgrove.core.spec.SpecException if the store has trees that cannot be salvaged
   */
  public static SalvageReport run(Path from, Path to, SalvageHints hints) {
    boolean wasThere = Files.exists(to);
    boolean[] isOwn = {false}; // whether this salvage has created the store
    try (StoreRecoveryScan remains = StoreRecoveryScan.lock(from, hints)) {
      SalvageReport report;
      try {
        report =
            new Salvage(remains)
                .rescue(
                    hints,
                    () -> new DiskDirectory(to),
                    design -> {
                      Store created = Store.create(to, design);
                      isOwn[0] = true;
                      return created;
                    });
      } catch (RuntimeException e) {
        if (isOwn[0]) {
          remove(to, wasThere);
        }
        throw e;
      }
      // During the salvage the new store did not sync each commit, to be fast. Now it gets the sync
      // mode of the damaged store.
      ClosedStore.describe(to, remains.target());
      return report;
    }
  }

  /**
   * Salvages a store that is accessed through a directory object. If the salvage fails, the new
   * store is incomplete and cannot be opened.
   *
   * @param from directory of the damaged store
   * @param to an empty directory for the new store
   * @param hints knowledge of the caller about the damaged store
   */
  public static SalvageReport run(StoreDirectory from, StoreDirectory to, SalvageHints hints) {
    try (StoreRecoveryScan remains = StoreRecoveryScan.of(from)) {
      return new Salvage(remains).rescue(hints, () -> to, design -> Store.create(to, design));
    }
  }

  private static void remove(Path unfinished, boolean wasThere) {
    try (Stream<Path> files = Files.list(unfinished)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
      if (!wasThere) {
        Files.delete(unfinished);
      }
    } catch (IOException | UncheckedIOException e) {
      // The caller reports the original failure.
    }
  }

  private SalvageReport rescue(
      SalvageHints hints, Supplier<StoreDirectory> directory, Function<StoreDesign, Store> to) {
    remains.open(hints, losses);
    try {
      SalvagedStore files =
          new SalvagedStore(
              remains.pages(), remains.log(), remains.tag(), remains.placement(), losses);
      addParts(files);
      files.look();
      parts.forEach(StructureSalvage::look);
      if (!files.foundAnything() && parts.stream().noneMatch(StructureSalvage::foundAnything)) {
        throw new DamagedStoreException(
                "store", "all files", "no page and no log frame is readable; restore a backup")
            .in(remains.name());
      }
      List<RescuedStructure> rescued = new ArrayList<>();
      try (Store store = to.apply(remains.target().withSync(SyncMode.CLOSE))) {
        target = store;
        rename(directory.get(), StoreDescription.FILE, UNFINISHED);
        for (int part = 0; part < parts.size(); part++) {
          rescued.add(rescued(store, names.get(part), parts.get(part)));
        }
        store.flush();
      }
      rename(directory.get(), UNFINISHED, StoreDescription.FILE);
      return new SalvageReport(
          remains.design(),
          files.figures(),
          List.copyOf(rescued),
          losses.count(),
          losses.list(),
          uncertainties.count(),
          uncertainties.list());
    } finally {
      parts.forEach(StructureSalvage::close);
      scratch.forEach(path -> path.toFile().delete()); // the directories are empty again
    }
  }

  private static void rename(StoreDirectory directory, String from, String to) {
    directory.rename(from, to);
    directory.sync();
  }

  private RescuedStructure rescued(Store store, String name, StructureSalvage part) {
    Structure filled = store.structure(name);
    Rescue rescue = part.rescue(filled);
    RescuedStructure rescued =
        new RescuedStructure(
            name,
            filled.spec(),
            filled.size(),
            rescue.uncertain(),
            rescue.duplicates(),
            rescue.impossible(),
            rescue.expected(),
            rescue.figures());
    return rebuiltIds(store, rescued);
  }

  /**
   * Rebuilds an index's map from ids to rectangles, if the index has such a map. Returns the result
   * without the entries that the rebuild removed.
   */
  private RescuedStructure rebuiltIds(Store store, RescuedStructure rescued) {
    String name = rescued.name() + "." + IdStructure.KIND;
    if (!store.design().structures().containsKey(name)) {
      return rescued;
    }
    IdStructure ids = store.structure(name, IdStructure.class);
    return rescued.withRemoved(
        ids.rebuild(
            entry -> uncertainties.add(entry + " is left out: its id has another rectangle, too")));
  }

  private void addParts(SalvagedStore files) {
    Map<String, Integer> numbers = remains.design().numbers().of();
    remains
        .design()
        .structures()
        .forEach(
            (name, config) -> add(files, name, config, Objects.requireNonNull(numbers.get(name))));
  }

  private void add(SalvagedStore files, String name, StructureConfig config, int number) {
    if (StoreDesign.tableOf(name) != null) {
      files.leaveOut(remains.tag(number));
    } else {
      Site site = new Site(files, name, config.toString(), number);
      names.add(name);
      parts.add(config.salvage(site));
    }
  }

  /** Gives the salvage of one structure access to the files and to the list of losses. */
  private final class Site implements SalvageContext {
    private final SalvagedStore files;
    private final String name;
    private final String spec;
    private final int number;

    Site(SalvagedStore files, String name, String spec, int number) {
      this.files = files;
      this.name = name;
      this.spec = spec;
      this.number = number;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String spec() {
      return spec;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    public long tag() {
      return remains.tag(number);
    }

    @Override
    public <T> T files(Class<T> type) {
      return type.cast(files);
    }

    @Override
    public SalvageLosses losses() {
      return losses;
    }

    @Override
    public SalvageLosses uncertainties() {
      return uncertainties;
    }

    @Override
    public StructureSalvage tree(TreeLayout layout) {
      remains.requirePagesOfNodes();
      return new TreeSalvage(files, logBytes(), layout, number, tag(), uncertainties);
    }

    @Override
    public StructureSalvage pairs() {
      remains.requirePagesOfNodes();
      return new KeySalvage(files, number, tag(), uncertainties);
    }

    @Override
    public StructureSalvage records() {
      return new RecordSalvage(files, () -> target, number, tag(), new DiskDirectory(scratch()));
    }

    @Override
    public SalvagedIndex grove() {
      return new SalvagedGrove(GroveConfig.of(Spec.parse(spec)), losses::add);
    }

    @Override
    public StructureSalvage blocks(SalvagedIndex index, int blockPages) {
      SlotReader file = remains.blocks(number);
      SalvagedBlocks blocks = new SalvagedBlocks(file, blockPages, tag(), number);
      long bytes = file.count() * file.pageSize() + logBytes();
      return new BlockSalvage(blocks, files.add(number, tag()), index, files.losses(), bytes);
    }
  }

  private long logBytes() {
    return remains.log() == null ? 0 : remains.log().sizeBytes();
  }

  /**
   * Returns a temporary directory for copies of pages to which the changes in the log are applied.
   */
  private Path scratch() {
    try {
      Path directory = Files.createTempDirectory("flashgrove-salvage");
      scratch.add(directory);
      return directory;
    } catch (IOException e) {
      throw new StoreIoException(
          "salvage: cannot create a temporary directory; check java.io.tmpdir: " + e.getMessage(),
          e);
    }
  }
}
