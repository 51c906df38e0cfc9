package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.salvage.entry.LeafEntries;
import org.flashgrove.salvage.node.NodeSalvage;
import org.flashgrove.salvage.page.LogSalvage;
import org.flashgrove.salvage.page.RawPages;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each part of a store damaged, and what is rescued of its entries. */
class SalvageTest {
  private static final int PAGE = 512;
  private static final String PAGES = StoreDesign.PAGES;
  private static final String LOG = StoreDesign.LOG;
  private static final String META = StoreDescription.FILE;

  @TempDir private Path directory;
  private final Random random = Seeds.random();
  private final Model model = new Model(random);

  private final List<Change> changes = new ArrayList<>();

  /** What a commit did to an entry. */
  private record Change(long commit, Model.Entry entry, boolean inserted) {}

  /** What was rescued. */
  private record Rescued(SalvageReport report, Set<Model.Entry> entries) {}

  private static List<Arguments> stores() {
    List<Arguments> stores = new ArrayList<>();
    for (String flash :
        List.of("none:frames=16,log=64K,logform=packed", "efind:buffer=32K,log=128K")) {
      for (String device : List.of("buffered", "buffered:placement=home")) {
        for (How how : How.values()) {
          stores.add(Arguments.of(flash, device, how));
        }
      }
    }
    return stores;
  }

  /** How a store was left. */
  enum How {
    /** All changes are in pages. */
    FLUSHED,
    /** Closed; the log holds changes. */
    CLOSED,
    /** The process was killed. */
    KILLED
  }

  private DiskState store(String flash, String device, How how) {
    CrashDisk disk = new CrashDisk();
    SpatialStore store =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex("rtree")
                .withFlash(flash)
                .withDevice(device)
                .withPageSize(PAGE)
                .withSync(SyncMode.OP));
    fill(store);
    if (how == How.FLUSHED) {
      store.flush();
    }
    if (how == How.KILLED) {
      return disk.killed().everything();
    }
    store.close();
    return disk.everything();
  }

  private void fill(SpatialStore store) {
    SpatialIndex recorded = recording(store);
    model.insert(recorded, 900);
    model.delete(recorded, 500);
    model.insert(recorded, 300);
    model.delete(recorded, 100);
  }

  /** A store of whose commits is noted what they do. */
  private SpatialIndex recording(SpatialStore store) {
    return (SpatialIndex)
        Proxy.newProxyInstance(
            SpatialIndex.class.getClassLoader(),
            new Class<?>[] {SpatialIndex.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(store, arguments);
              Model.Entry entry =
                  new Model.Entry(
                      (long) arguments[0],
                      (double) arguments[1],
                      (double) arguments[2],
                      (double) arguments[3],
                      (double) arguments[4]);
              boolean inserted = method.getName().equals("insert");
              changes.add(new Change(store.commitNumber(), entry, inserted));
              return result;
            });
  }

  /** The entries as a commit left them, or the last one before a frame of that number. */
  private Set<Model.Entry> asOf(long commit) {
    Set<Model.Entry> entries = new HashSet<>();
    for (Change change : changes) {
      if (change.commit <= commit && change.inserted) {
        entries.add(change.entry);
      } else if (change.commit <= commit) {
        entries.remove(change.entry);
      }
    }
    return entries;
  }

  private long newestCommit() {
    return changes.get(changes.size() - 1).commit;
  }

  private Rescued salvage(DiskState state) {
    return salvage(state, SalvageHints.NONE);
  }

  private Rescued salvage(DiskState state, SalvageHints hints) {
    MemoryDirectory to = new MemoryDirectory();
    CrashDisk disk = new CrashDisk(state);
    SalvageReport report = Salvage.run(disk, to, hints);
    assertThat(disk.calls()).as("writes to the damaged store").isZero();
    try (SpatialStore store = SpatialStore.open(to)) {
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
      Set<Model.Entry> entries = Model.read(store);
      assertThat(report.entries()).isEqualTo(entries.size());
      Set<Model.Entry> invented = new HashSet<>(entries);
      long commit = report.figures().newestCommit();
      invented.removeAll(asOf(commit));
      assertThat(invented.size())
          .as("entries that are not of commit %s are among the uncertain ones: %s", commit, report)
          .isLessThanOrEqualTo((int) report.uncertainEntries());
      return new Rescued(report, entries);
    }
  }

  private void requireAll(Rescued rescued) {
    assertThat(rescued.entries).isEqualTo(model.entries());
  }

  @ParameterizedTest
  @MethodSource("stores")
  void anUndamagedStoreIsRescuedWhole(String flash, String device, How how) {
    Rescued rescued = salvage(store(flash, device, how));
    requireAll(rescued);
    assertThat(rescued.report.losses()).isEmpty();
    assertThat(rescued.report.isComplete()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void withoutInternalNodesAllIsThere(String flash, String device, How how) {
    DiskState state = breakPages(store(flash, device, how), level -> level >= 1);
    Rescued rescued = salvage(state);
    requireAll(rescued);
    assertThat(rescued.report.uncertainEntries()).isZero();
    assertThat(rescued.report.lossCount()).isPositive();
  }

  /**
   * The log of a compaction states an entry that came to a full node before those that went from
   * it.
   */
  @ParameterizedTest
  @MethodSource("stores")
  void anEntryThatFindsNoRoomYetIsCertainAllTheSame(String flash, String device, How how) {
    random.setSeed(36);
    withoutInternalNodesAllIsThere(flash, device, how);
  }

  /** Spoils a bit of all pages of some levels; {@link NodePage#NO_NODE} is that of the others. */
  private DiskState breakPages(DiskState state, IntPredicate levels) {
    byte[] bytes = state.bytes(PAGES);
    for (int at = 0; at < bytes.length; at += PAGE) {
      if (levels.test(level(bytes, at))) {
        bytes[at + 40 + random.nextInt(PAGE - 40)] ^= 1 << random.nextInt(8);
      }
    }
    return state.with(PAGES, bytes);
  }

  private static int level(byte[] bytes, int at) {
    return NodePage.levelAt(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), at);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void withoutSuperblocksAllIsThere(String flash, String device, How how) {
    DiskState state = store(flash, device, how);
    if (device.contains("home")) {
      return; // has none
    }
    byte[] bytes = state.bytes(PAGES);
    for (int i = 0; i < 2 * PAGE; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    Rescued rescued = salvage(state.with(PAGES, bytes));
    requireAll(rescued);
    assertThat(rescued.report.losses()).anyMatch(loss -> loss.startsWith("page 0"));
    assertThat(rescued.report.uncertainEntries()).isZero();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void withoutThePageMapAllIsThere(String flash, String device, How how) {
    DiskState state = store(flash, device, how);
    if (device.contains("home")) {
      return; // has none
    }
    Rescued rescued = salvage(breakPages(state, level -> level == NodePage.NO_NODE));
    assertThat(rescued.entries).containsAll(model.entries());
  }

  /** What a lost chunk of the page map knew the log has, too, if it is old enough. */
  @ParameterizedTest
  @EnumSource(How.class)
  void withoutChunksOfThePageMapMovesSuffice(How how) {
    DiskState state = store("none:frames=16,log=4M", "buffered", how);
    byte[] bytes = state.bytes(PAGES);
    int chunks = 0;
    for (int at = 2 * PAGE; at < bytes.length; at += PAGE) {
      boolean isChunk = bytes[at] == 'F' && bytes[at + 2] == 'M' && bytes[at + 6] == 1;
      bytes[at + 100] ^= (byte) (isChunk ? 1 : 0);
      chunks += isChunk ? 1 : 0;
    }
    assertThat(chunks).isPositive();
    Rescued rescued = salvage(state.with(PAGES, bytes));
    assertThat(rescued.entries).containsAll(model.entries());
    if (how == How.KILLED) { // flushing and closing rewrite the log
      requireAll(rescued);
      assertThat(rescued.report.uncertainEntries()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void aBrokenLeafLosesItsOwnEntriesAtMost(String flash, String device, How how) {
    DiskState state = store(flash, device, how);
    byte[] bytes = state.bytes(PAGES);
    List<Integer> leaves = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += PAGE) {
      if (level(bytes, at) == 0) {
        leaves.add(at);
      }
    }
    for (int i = 0; i < 3; i++) {
      int at = leaves.get(random.nextInt(leaves.size()));
      byte[] broken = bytes.clone();
      broken[at + 64 + random.nextInt(PAGE - 64)] ^= 1;
      Set<Model.Entry> others = model.entries();
      others.removeAll(entries(bytes, at));
      Rescued rescued = salvage(state.with(PAGES, broken));
      assertThat(rescued.entries).containsAll(others);
      assertThat(rescued.report.losses())
          .anyMatch(loss -> loss.startsWith("page ") && loss.contains("checksum"));
    }
  }

  private static Set<Model.Entry> entries(byte[] bytes, int at) {
    ByteBuffer copy = AlignedBuffers.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
    copy.put(0, bytes, at, PAGE);
    NodePage page = new NodePage(copy);
    page.adopt(RTree.LAYOUT);
    Set<Model.Entry> entries = new HashSet<>();
    for (int slot = 0; slot < page.count(); slot++) {
      entries.add(
          new Model.Entry(
              page.word(0, slot),
              page.real(1, slot),
              page.real(2, slot),
              page.real(3, slot),
              page.real(4, slot)));
    }
    return entries;
  }

  @ParameterizedTest
  @MethodSource("stores")
  void brokenFramesInTheMiddleOfTheLog(String flash, String device, How how) {
    DiskState state = store(flash, device, how);
    byte[] bytes = state.bytes(LOG);
    for (int i = 0; i < 3; i++) {
      byte[] broken = bytes.clone();
      int at = 64 + random.nextInt(bytes.length * 3 / 4);
      broken[Math.min(at, bytes.length - 1)] ^= 4;
      Rescued rescued = salvage(state.with(LOG, broken));
      assertThat(rescued.report.losses()).anyMatch(loss -> loss.startsWith("log"));
      Set<Model.Entry> found = model.entries();
      found.retainAll(rescued.entries);
      // Compaction leaves one frame of all that is buffered: with it much may go.
      assertThat(found.size()).isGreaterThan(model.size() / 3);
      if (how == How.FLUSHED) {
        assertThat(rescued.entries).containsAll(model.entries());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void withoutALogThePagesAreRescued(String flash, String device, How how) {
    DiskState state = store(flash, device, how);
    Rescued rescued = salvage(state.with(LOG, new byte[0]));
    assertThat(rescued.report.uncertainEntries()).isEqualTo(rescued.report.entries());
    if (how == How.FLUSHED) {
      assertThat(rescued.entries).containsAll(model.entries());
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void aBrokenDescriptionIsMadeUpFor(String flash, String device, How how) {
    DiskState state = store(flash, device, how);
    String text = new String(state.bytes(META), StandardCharsets.UTF_8);
    requireAll(salvage(state.with(META, text.replace("crc32c=", "crc32c=1").getBytes())));
    requireAll(salvage(state.with(META, text.replace("pageSize=512", "pageSize=#").getBytes())));
    requireAll(salvage(state.with(META, text.replace("index=rtree", "index=r?").getBytes())));
    requireAll(salvage(state.with(META, new byte[300])));
    requireAll(salvage(state.with(META, new byte[0]), new SalvageHints("rtree", null, PAGE)));
  }

  @Test
  void otherIndicesAreIdentifiedByTheirLeaves() {
    for (String index :
        List.of("xbr:domain=0/0/2000/2000", "hilbert:domain=0/0/2000/2000", "rstar")) {
      CrashDisk disk = new CrashDisk();
      Set<Model.Entry> expected = new HashSet<>();
      try (SpatialStore store =
          SpatialStore.create(
              disk,
              StoreOptions.defaults()
                  .withIndex(index)
                  .withFlash("efind:buffer=32K")
                  .withDevice("buffered")
                  .withPageSize(1024)
                  .withSync(SyncMode.CLOSE))) {
        for (int i = 0; i < 700; i++) {
          double x = random.nextInt(2000);
          double y = random.nextInt(2000);
          store.insert(i, x, y, x, y);
          expected.add(new Model.Entry(i, x, y, x, y));
        }
        store.flush();
      }
      MemoryDirectory to = new MemoryDirectory();
      Salvage.run(new CrashDisk(disk.everything().with(META, new byte[0])), to, SalvageHints.NONE);
      try (SpatialStore store = SpatialStore.open(to)) {
        assertThat(Model.read(store)).as(index).isEqualTo(expected);
      }
    }
  }

  /** Bits anywhere, runs of zeros, files cut short: it ends, and nothing certain is wrong. */
  @ParameterizedTest
  @MethodSource("stores")
  void anyDamageAtAll(String flash, String device, How how) {
    damage(flash, device, how, 3);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("stores")
  void muchDamage(String flash, String device, How how) {
    damage(flash, device, how, 100);
  }

  /**
   * Frames at the end of the log that no other one knows to be durable are like a torn tail: they
   * are reported, and what is certain is so as of the commit before them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"buffered", "buffered:placement=home"})
  void commitsDamagedAtTheEndOfTheLogAreReported(String device) {
    CrashDisk disk = new CrashDisk().withoutRoom();
    String flash = "none:frames=2000,log=4M";
    SpatialStore store =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex("rtree")
                .withFlash(flash)
                .withDevice(device)
                .withPageSize(PAGE)
                .withSync(SyncMode.OP));
    fill(store);
    DiskState state = disk.killed().everything();
    byte[] bytes = state.bytes(LOG);
    for (int i = 0; i < 5; i++) {
      byte[] broken = bytes.clone();
      int from = bytes.length - 1 - random.nextInt(2_000);
      for (int at = from; at < bytes.length; at++) {
        broken[at] ^= 1 + random.nextInt(255);
      }
      Rescued rescued = salvage(state.with(LOG, broken));
      long commit = rescued.report.figures().newestCommit();
      assertThat(commit).isLessThan(newestCommit());
      assertThat(rescued.entries).isEqualTo(asOf(commit));
      assertThat(rescued.report.uncertainEntries()).isZero();
      assertThat(rescued.report.losses()).anyMatch(loss -> loss.matches("log: .* bytes .*"));
      assertThat(rescued.report.isComplete()).isFalse();
    }
  }

  /**
   * Without the header nothing says how many frames a compaction left: if one of them is lost, too,
   * what looks like a torn tail is none, and pages lack what stood there.
   */
  @ParameterizedTest
  @ValueSource(strings = {"buffered", "buffered:placement=home"})
  void framesOfACompactionLostWithTheHeaderMakeNothingCertain(String device) {
    CrashDisk disk = new CrashDisk();
    SpatialStore store =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex("rtree")
                .withFlash("none:frames=40,log=64K")
                .withDevice(device)
                .withPageSize(PAGE)
                .withSync(SyncMode.OP));
    SpatialIndex recorded = recording(store);
    model.insert(recorded, 400);
    long before;
    do { // ends behind a compaction
      before = disk.everything().bytes(LOG).length;
      model.insert(recorded, 1);
    } while (disk.everything().bytes(LOG).length >= before);
    DiskState state = disk.killed().everything();
    byte[] bytes = state.bytes(LOG);
    bytes[20] ^= 1;
    bytes[bytes.length - 100] ^= 1;
    Rescued rescued = salvage(state.with(LOG, bytes));
    assertThat(rescued.report.losses()).anyMatch(loss -> loss.contains("compaction"));
    requireCertain(state.with(LOG, bytes), StoreDescription.read(new CrashDisk(state)));
  }

  private void damage(String flash, String device, How how, int rounds) {
    DiskState state = store(flash, device, how);
    for (int i = 0; i < rounds; i++) {
      DiskState damaged = state;
      for (String file : List.of(PAGES, LOG, META)) {
        damaged = damaged.with(file, spoil(damaged.bytes(file), file.equals(META) ? 4 : 1));
      }
      try {
        SalvageReport report = salvage(damaged).report;
        requireCertain(damaged, StoreDescription.read(new CrashDisk(state)));
        boolean isReported = report.losses().stream().anyMatch(loss -> loss.startsWith("log"));
        boolean isCut = damaged.bytes(LOG).length < state.bytes(LOG).length;
        if (!isReported && !isCut) {
          assertThat(report.figures().newestCommit()).isGreaterThanOrEqualTo(newestCommit());
        }
      } catch (DamagedStoreException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining(":");
      }
    }
  }

  /** Each entry that is called certain is one of the commit that is named. */
  private void requireCertain(DiskState damaged, StoreDescription description) {
    CrashDisk disk = new CrashDisk(damaged);
    var placement = description.design().device().placement();
    long tag = description.storeTag();
    try (RawPages pages = RawPages.open(disk, PAGES, PAGE);
        LogSalvage log = LogSalvage.open(disk, LOG, tag)) {
      SalvageLosses losses = new SalvageLosses();
      SalvagedStore files = new SalvagedStore(pages, log, tag, placement, losses);
      NodeSalvage nodes = new NodeSalvage(files, RTree.LAYOUT, 0, tag, new SalvageLosses());
      files.look();
      nodes.look();
      LeafEntries of = new LeafEntries(RTree.LAYOUT.leaf());
      Set<Model.Entry> certain = new HashSet<>();
      nodes.entries(
          true,
          (nodeId, words) ->
              certain.add(
                  new Model.Entry(
                      of.id(words),
                      of.minX(words),
                      of.minY(words),
                      of.maxX(words),
                      of.maxY(words))));
      long commit = nodes.figures().newestCommit();
      assertThat(asOf(commit))
          .as("entries of commit %s, %s", commit, losses.list())
          .containsAll(certain);
    }
  }

  private byte[] spoil(byte[] bytes, int seldom) {
    if (random.nextInt(seldom) > 0) {
      return bytes;
    }
    byte[] spoilt =
        random.nextInt(8) == 0 ? java.util.Arrays.copyOf(bytes, bytes.length / 2) : bytes;
    for (int i = random.nextInt(6); i >= 0; i--) {
      int at = random.nextInt(spoilt.length);
      int length = random.nextInt(3) == 0 ? random.nextInt(2000) : 1;
      for (int j = at; j < Math.min(at + length, spoilt.length); j++) {
        spoilt[j] = random.nextBoolean() ? 0 : (byte) random.nextInt();
      }
    }
    return spoilt;
  }

  @Test
  void nothingReadableIsReported() {
    byte[] noise = new byte[20 * PAGE];
    random.nextBytes(noise);
    DiskState state = store("none", "buffered", How.CLOSED);
    DiskState nothing = state.with(PAGES, noise).with(LOG, noise);
    MemoryDirectory to = new MemoryDirectory();
    assertThatThrownBy(() -> Salvage.run(new CrashDisk(nothing), to, SalvageHints.NONE))
        .isInstanceOf(DamagedStoreException.class);
    assertThat(to.exists(META)).isFalse();
    Path target = directory.resolve("rescued");
    assertThatThrownBy(() -> Salvage.run(directory.resolve("none"), target, SalvageHints.NONE))
        .isInstanceOf(StoreException.class);
    assertThat(target).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rtree", "grove"})
  void anUnfinishedSalvageCannotBeOpened(String index) {
    CrashDisk disk = new CrashDisk();
    StoreOptions options =
        StoreOptions.defaults().withIndex(index).withDevice("buffered").withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(disk, options)) {
      model.insert(store, 1_000);
    }
    int failed = 0;
    for (int call = 0; call < 30; call++) {
      CrashDisk target = new CrashDisk();
      FaultyDisk to = new FaultyDisk(target);
      to.arm(FaultKind.WRITE_FULL, call, true);
      try {
        Salvage.run(disk, to, SalvageHints.NONE);
      } catch (StoreException e) {
        failed++;
        assertThat(target.exists(META)).as("write %d", call).isFalse();
        continue;
      }
      try (SpatialStore store = SpatialStore.open(target)) {
        model.requireSame(store);
      }
    }
    assertThat(failed).isPositive();
  }

  @Test
  void aSimulatedDeviceIsReadWithoutASave() throws Exception {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("efind:buffer=64K")
            .withDevice("nand:chip=thesis,size=16M")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("nand"), options)) {
      model.insert(store, 1_000);
    }
    SalvageReport report =
        Salvage.run(directory.resolve("nand"), directory.resolve("to"), SalvageHints.NONE);
    assertThat(report.isComplete()).isTrue();
    try (SpatialStore store = SpatialStore.open(directory.resolve("to"))) {
      model.requireSame(store);
    }
  }
}
