package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each part of a store of an index of blocks damaged, and what is rescued of its entries. */
abstract class BlockSalvageContract {
  static final int PAGE = 512;
  static final String BLOCKS = OwnFile.nameOfBlocks(0);
  static final String LOG = StoreDesign.LOG;
  private static final String META = StoreDescription.FILE;

  final Random random = Seeds.random();
  private final String index =
      spec() + ",block=4K" + (random.nextBoolean() ? ",domain=0/0/1000/1000" : "");
  private Model model = new Model(random);
  private final Set<Model.Entry> everGiven = new HashSet<>();

  /** The index without its domain and its blocks. */
  abstract String spec();

  /**
   * Whether it is known without the log which blocks count, and no deletion stands on a page by
   * itself: then nothing that is rescued was deleted before.
   */
  abstract boolean areBlocksEnough();

  /** What was rescued; none twice. */
  private record Rescued(SalvageReport report, Set<Model.Entry> entries) {}

  /** How a store was left. */
  enum How {
    /** All changes are in blocks. */
    FLUSHED,
    /** Closed; the log holds changes. */
    CLOSED,
    /** The process was killed. */
    KILLED
  }

  private DiskState fill(String device, How how) {
    model = new Model(random);
    everGiven.clear();
    CrashDisk disk = new CrashDisk();
    SpatialStore store =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash("none")
                .withDevice(device)
                .withPageSize(PAGE)
                .withSync(SyncMode.OP));
    for (int round = 0; round < 4; round++) {
      model.insert(store, 300);
      everGiven.addAll(model.entries());
      if (round % 2 == 1) {
        store.flush();
      }
      model.delete(store, 120);
    }
    if (how == How.FLUSHED) {
      store.flush();
    }
    DiskState killed = disk.killed().everything();
    store.close();
    return how == How.KILLED ? killed : disk.everything();
  }

  private static Rescued salvage(DiskState state, SalvageHints hints) {
    MemoryDirectory to = new MemoryDirectory();
    CrashDisk disk = new CrashDisk(state);
    SalvageReport report = Salvage.run(disk, to, hints);
    assertThat(disk.calls()).as("writes to the damaged store").isZero();
    try (SpatialStore store = SpatialStore.open(to)) {
      assertThat(store.store().check().problems()).isEmpty();
      Set<Model.Entry> entries = Model.read(store);
      assertThat(report.entries()).as("none twice").isEqualTo(entries.size());
      return new Rescued(report, entries);
    }
  }

  private static Rescued salvage(DiskState state) {
    return salvage(state, SalvageHints.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "buffered, FLUSHED",
    "buffered, CLOSED",
    "buffered, KILLED",
    "buffered:placement=home, FLUSHED",
    "buffered:placement=home, CLOSED",
    "buffered:placement=home, KILLED",
  })
  void anUndamagedStoreIsRescuedWhole(String device, How how) {
    Rescued rescued = salvage(fill(device, how));
    assertThat(rescued.entries).isEqualTo(model.entries());
    assertThat(rescued.report.losses()).isEmpty();
    assertThat(rescued.report.isComplete()).as("%s", rescued.report).isTrue();
  }

  /** A page that is damaged costs its own entries, and the others stay certain. */
  @ParameterizedTest
  @CsvSource({"FLUSHED", "KILLED"})
  void eachPageOfABlockDamagedInTurn(How how) {
    DiskState state = fill("buffered", how);
    byte[] bytes = state.bytes(BLOCKS);
    int costly = 0;
    for (int at = 0; at < bytes.length; at += PAGE) {
      byte[] broken = bytes.clone();
      broken[at + random.nextInt(PAGE)] ^= (byte) (1 << random.nextInt(8));
      Rescued rescued = salvage(state.with(BLOCKS, broken));
      if (rescued.report.uncertainEntries() == 0) {
        assertThat(model.entries()).containsAll(rescued.entries);
      } else {
        assertThat(areBlocksEnough()).isFalse();
        assertThat(everGiven).containsAll(rescued.entries);
        rescued.entries.retainAll(model.entries());
      }
      int lost = model.size() - rescued.entries.size();
      assertThat(lost).isLessThan(PAGE / 4);
      costly += lost > 0 ? 1 : 0;
      if (lost > 0) {
        assertThat(rescued.report.isComplete()).isFalse();
        assertThat(rescued.report.losses())
            .anyMatch(loss -> loss.matches("block .*: [0-9]+ of [0-9]+ entries"));
      }
    }
    assertThat(costly).isGreaterThan(10);
  }

  /** Without the log the newest blocks count. */
  @ParameterizedTest
  @CsvSource({"FLUSHED", "CLOSED", "KILLED"})
  void withoutALogTheNewestBlocksAreRescued(How how) {
    DiskState state = fill("buffered", how);
    Rescued rescued = salvage(state.with(LOG, new byte[0]));
    assertThat(everGiven).containsAll(rescued.entries);
    assertThat(rescued.report.uncertainEntries()).isEqualTo(rescued.report.entries());
    assertThat(rescued.report.isComplete()).isFalse();
    if (how == How.FLUSHED && areBlocksEnough()) {
      assertThat(rescued.entries).isEqualTo(model.entries());
    } else {
      Set<Model.Entry> found = new HashSet<>(rescued.entries);
      found.retainAll(model.entries());
      assertThat(found.size()).isGreaterThan(model.size() / 2);
    }
  }

  /** Frames that are lost make all uncertain, and nothing is made up. */
  @ParameterizedTest
  @CsvSource({"FLUSHED", "CLOSED", "KILLED"})
  void brokenFramesInTheLog(How how) {
    DiskState state = fill("buffered", how);
    byte[] bytes = state.bytes(LOG);
    for (int i = 0; i < 8; i++) {
      byte[] broken = bytes.clone();
      broken[64 + random.nextInt(bytes.length - 64)] ^= 4;
      Rescued rescued = salvage(state.with(LOG, broken));
      assertThat(rescued.report.losses()).anyMatch(loss -> loss.startsWith("log"));
      assertThat(everGiven).containsAll(rescued.entries);
      Set<Model.Entry> found = new HashSet<>(rescued.entries);
      found.retainAll(model.entries());
      assertThat(found.size()).isGreaterThan(model.size() / 2);
      if (how == How.FLUSHED && areBlocksEnough()) {
        assertThat(rescued.entries).isEqualTo(model.entries());
      }
    }
  }

  @Test
  void aDescriptionThatIsGoneIsMadeUpFor() {
    DiskState state = fill("buffered", How.CLOSED);
    String text = new String(state.bytes(META), StandardCharsets.UTF_8);
    List<Rescued> all = new ArrayList<>();
    all.add(salvage(state.with(META, text.replace("crc32c=", "crc32c=1").getBytes())));
    all.add(salvage(state.with(META, text.replace("flash=none", "flash=?").getBytes())));
    all.add(salvage(state.with(META, new byte[0]), new SalvageHints(index, null, PAGE)));
    for (Rescued rescued : all) {
      assertThat(rescued.entries).isEqualTo(model.entries());
      assertThat(rescued.report.uncertainEntries()).isZero();
    }
  }

  /**
   * An index of blocks beside a tree: each is rescued by itself, and what one lost costs the other
   * nothing.
   */
  @Test
  void anIndexAmongOtherStructures() {
    StoreDesign design =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("efind:buffer=32K,log=128K")
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE)
            .design()
            .with("parks", index);
    CrashDisk disk = new CrashDisk();
    Model roads = new Model(random);
    model = new Model(random);
    try (Store store = Store.create(disk, design)) {
      for (int round = 0; round < 3; round++) {
        roads.insert(store.entries("index").entries(), 300);
        model.insert(store.entries("parks").entries(), 300);
        roads.delete(store.entries("index").entries(), 100);
        model.delete(store.entries("parks").entries(), 100);
      }
      store.flush();
      model.insert(store.entries("parks").entries(), 50);
    }
    DiskState state = disk.everything();
    SalvageReport whole = requireRoads(state, SalvageHints.NONE, roads);
    assertThat(whole.isComplete()).as("%s", whole).isTrue();
    assertThat(whole.structure("parks").entries()).isEqualTo(model.size());

    byte[] blocks = state.bytes(OwnFile.nameOfBlocks(1));
    for (int at = 0; at < blocks.length; at += 2 * PAGE) {
      Arrays.fill(blocks, at, at + PAGE, (byte) 7);
    }
    SalvageReport half =
        requireRoads(state.with(OwnFile.nameOfBlocks(1), blocks), SalvageHints.NONE, roads);
    assertThat(half.structure("index").isComplete()).isTrue();
    assertThat(half.structure("parks").isComplete()).isFalse();
    assertThat(half.structure("parks").entries()).isBetween(50L, (long) model.size() - 1);

    SalvageHints named = new SalvageHints(null, null, 0, design.specs());
    SalvageReport again = requireRoads(state.with(META, new byte[0]), named, roads);
    assertThat(again.structure("parks").entries()).isEqualTo(model.size());
  }

  private static SalvageReport requireRoads(DiskState state, SalvageHints hints, Model roads) {
    MemoryDirectory to = new MemoryDirectory();
    SalvageReport report = Salvage.run(new CrashDisk(state), to, hints);
    try (Store store = Store.open(to, false, found -> found)) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(Model.read(store.entries("index").entries())).isEqualTo(roads.entries());
      assertThat(store.entries("parks").entries().size())
          .isEqualTo(report.structure("parks").entries());
    }
    return report;
  }

  @Test
  void anyDamageAtAll() {
    damage(12);
  }

  @Tag("long")
  @Test
  void muchDamage() {
    damage(3_000);
  }

  private void damage(int rounds) {
    DiskState state = null;
    for (int i = 0; i < rounds; i++) {
      state = i % 6 == 0 ? fill("buffered", How.values()[i / 6 % 3]) : state;
      DiskState damaged = state.spoilt(random, BLOCKS, LOG);
      try {
        Rescued rescued = salvage(damaged);
        assertThat(everGiven).containsAll(rescued.entries);
        if (rescued.report.isComplete()) {
          assertThat(rescued.entries).isEqualTo(model.entries());
        }
      } catch (DamagedStoreException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining(":");
      }
    }
  }
}
