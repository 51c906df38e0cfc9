package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.flashgrove.access.Store;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.salvage.RescuedStructure;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A store of two spatial trees, a key tree and a table is rescued as one store. */
class StructuresSalvageTest {
  private static final int PAGE = 512;
  private static final int TAG = 32;
  private static final String POOL = "none:frames=16,log=64K";
  private static final String EFIND = "efind:buffer=32K,unit=3,log=128K";
  private static final String PAGES = "nodes.pages";
  private static final String LOG = "store.log";
  private static final String META = "store.meta";

  private Random random = Seeds.random();
  private StructuresModel model;
  private final List<Set<Long>> everGiven = new ArrayList<>();

  /** What was rescued: the numbers of each structure. */
  private record Rescued(SalvageReport report, List<List<Long>> numbers) {}

  /** How a store was left. */
  enum How {
    FLUSHED,
    CLOSED,
    KILLED
  }

  private DiskState fill(String flash, How how, int batches) {
    model = new StructuresModel();
    everGiven.clear();
    for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
      everGiven.add(new HashSet<>());
    }
    CrashDisk disk = new CrashDisk();
    Store store =
        Store.create(
            disk,
            StructuresModel.design(
                flash, "buffered", PAGE, flash.contains("log=0") ? "close" : "op"));
    for (int i = 0; i < batches; i++) {
      StructuresModel.Change change = model.draw(random, 8);
      StructuresModel.run(store, change, true);
      model.apply(change);
      for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
        everGiven.get(kind).addAll(change.comes().get(kind));
      }
      if (i == batches / 2) {
        store.flush();
      }
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
    CrashDisk from = new CrashDisk(state);
    SalvageReport report = Salvage.run(from, to, hints);
    assertThat(from.calls()).as("writes to the damaged store").isZero();
    try (Store store = Store.open(to, false, UnaryOperator.identity())) {
      assertThat(TableCheck.of(store).problems()).isEmpty();
      List<List<Long>> numbers = StructuresModel.numbers(store);
      assertThat(report.structures())
          .extracting(RescuedStructure::name)
          .containsExactly("index", "parks", "names", "sites");
      for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
        assertThat(report.structures().get(kind).entries()).isEqualTo(numbers.get(kind).size());
      }
      return new Rescued(report, numbers);
    }
  }

  private void requireAll(Rescued rescued) {
    for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
      assertThat(rescued.numbers.get(kind))
          .as("structure %s", kind)
          .containsExactlyInAnyOrderElementsOf(model.held().get(kind));
    }
  }

  /** Whatever was damaged: nothing is made up, and what is out of date is called uncertain. */
  private void requirePlausible(Rescued rescued) {
    for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
      List<Long> found = rescued.numbers.get(kind);
      assertThat(found).doesNotHaveDuplicates();
      assertThat(everGiven.get(kind)).as("structure %s", kind).containsAll(found);
    }
  }

  static List<Arguments> undamagedStores() {
    return KindsUnderTest.of(
        List.of(
            Arguments.of("none:frames=16,log=64K", How.FLUSHED),
            Arguments.of("none:frames=16,log=64K", How.CLOSED),
            Arguments.of("none:frames=16,log=64K", How.KILLED),
            Arguments.of("efind:buffer=32K,unit=3,log=128K", How.FLUSHED),
            Arguments.of("efind:buffer=32K,unit=3,log=128K", How.CLOSED),
            Arguments.of("efind:buffer=32K,unit=3,log=128K", How.KILLED),
            Arguments.of("fast:buffer=16K,unit=3,log=64K", How.KILLED),
            Arguments.of("for:buffer=16K,log=64K", How.CLOSED),
            Arguments.of("efind:buffer=32K,unit=3,log=0", How.CLOSED)),
        each -> each.get()[0]);
  }

  @ParameterizedTest
  @MethodSource("undamagedStores")
  @Tag("kinds")
  @Tag("trees")
  void anUndamagedStoreIsRescuedWhole(String flash, How how) {
    requireWhole(flash, how);
  }

  static List<Arguments> storesThatGaveUpPages() {
    return KindsUnderTest.of(
        List.of(
            Arguments.of("efind:buffer=32K,unit=3,log=128K", How.KILLED, 73064303),
            Arguments.of("for:buffer=16K,log=64K", How.CLOSED, 673489873)),
        each -> each.get()[0]);
  }

  @ParameterizedTest
  @MethodSource("storesThatGaveUpPages")
  @Tag("kinds")
  @Tag("trees")
  void heapPagesThatWereGivenUpAreNotChangedAgain(String flash, How how, long seed) {
    random = new Random(seed);
    requireWhole(flash, how);
  }

  private void requireWhole(String flash, How how) {
    Rescued rescued = salvage(fill(flash, how, 60), SalvageHints.NONE);
    requireAll(rescued);
    assertThat(rescued.report.losses()).isEmpty();
    assertThat(rescued.report.isComplete()).as("%s", rescued.report).isTrue();
  }

  /** A page of one structure costs the others nothing. */
  @ParameterizedTest
  @CsvSource({
    "'none:frames=16,log=64K', CLOSED",
    "'efind:buffer=32K,unit=3,log=128K', FLUSHED",
  })
  void eachPageDamagedInTurn(String flash, How how) {
    damageEachPage(flash, how);
  }

  /** A statistic, so always the same draw: the log and other pages may have all that is lost. */
  @ParameterizedTest
  @CsvSource({
    "'none:frames=16,log=64K', CLOSED",
    "'efind:buffer=32K,unit=3,log=128K', FLUSHED",
  })
  void somePagesCostEntries(String flash, How how) {
    random = new Random(42);
    assertThat(damageEachPage(flash, how)).isPositive();
  }

  /** Damages one page after the other; returns how many cost entries of their structure. */
  private int damageEachPage(String flash, How how) {
    DiskState state = fill(flash, how, 25);
    byte[] bytes = state.bytes(PAGES);
    ByteBuffer pages = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int lost = 0;
    List<Long> tags = tags(state);
    for (int at = 0; at < bytes.length; at += PAGE) {
      int structure = pages.getInt(at) == 0 ? -1 : tags.indexOf(pages.getLong(at + TAG));
      byte[] broken = bytes.clone();
      broken[at + random.nextInt(PAGE)] ^= (byte) (1 << random.nextInt(8));
      Rescued rescued = salvage(state.with(PAGES, broken), SalvageHints.NONE);
      requirePlausible(rescued);
      for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
        if (kind != structure) {
          assertThat(rescued.numbers.get(kind))
              .as("structure %s, page %s of %s: %s", kind, at / PAGE, structure, rescued.report)
              .containsAll(model.held().get(kind));
        } else if (!rescued.numbers.get(kind).containsAll(model.held().get(kind))) {
          lost++;
          assertThat(rescued.report.lossCount()).isPositive();
        }
      }
    }
    return lost;
  }

  /** The tags of pages by structure. */
  private static List<Long> tags(DiskState state) {
    String text = new String(state.bytes(META), StandardCharsets.UTF_8);
    String tag = text.lines().filter(line -> line.startsWith("tag=")).findFirst().orElseThrow();
    List<Long> tags = new ArrayList<>();
    for (int number = 0; number < StructuresModel.KINDS; number++) {
      long store = Long.parseUnsignedLong(tag.substring(4), 16);
      tags.add(store + (number + 1) * 0x9E37_79B9_7F4A_7C15L);
    }
    return tags;
  }

  @ParameterizedTest
  @CsvSource({"FLUSHED", "CLOSED", "KILLED"})
  void withoutALogThePagesAreRescued(How how) {
    DiskState state = fill(EFIND, how, 60);
    Rescued rescued = salvage(state.with(LOG, new byte[0]), SalvageHints.NONE);
    requirePlausible(rescued);
    assertThat(rescued.report.uncertainEntries()).isEqualTo(rescued.report.entries());
    if (how == How.FLUSHED) {
      for (int kind = 0; kind < StructuresModel.KINDS; kind++) {
        assertThat(rescued.numbers.get(kind)).containsAll(model.held().get(kind));
      }
    }
  }

  @Test
  void aDamagedDescriptionIsMadeUpFor() {
    DiskState state = fill(EFIND, How.CLOSED, 40);
    String text = new String(state.bytes(META), StandardCharsets.UTF_8);
    for (String damaged :
        List.of(
            text.replace("crc32c=", "crc32c=1"),
            text.replace("tag=", "tug="),
            text.replace("pageSize=512", "pageSize=#"))) {
      DiskState spoilt = state.with(META, damaged.getBytes(StandardCharsets.UTF_8));
      requireAll(salvage(spoilt, SalvageHints.NONE));
    }
    Map<String, String> structures = StructuresModel.design(EFIND, "buffered", PAGE, "op").specs();
    SalvageHints named = new SalvageHints(null, null, 0, structures);
    requireAll(salvage(state.with(META, new byte[0]), named));
    requireAll(salvage(state.with(META, new byte[300]), named));
  }

  /** A line that is lost would make another structure of each that follows. */
  @ParameterizedTest
  @CsvSource({
    "'structure.parks=', 'strukture.parks='",
    "'structure.names=bplus', 'structure.names=bqlus'",
    "'structure.sites=', 'ztructure.sites='",
    "'structure.sites.key=bplus', 'structure/sites.key'",
    "'structure.', 'lost.'"
  })
  void aLineOfTheDescriptionThatIsLostIsNotGuessed(String line, String instead) {
    DiskState state = fill(POOL, How.CLOSED, 40);
    String text = new String(state.bytes(META), StandardCharsets.UTF_8).replace(line, instead);
    DiskState spoilt = state.with(META, text.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> salvage(spoilt, SalvageHints.NONE))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("name all structures of the store");
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
      if (i % 6 == 0) {
        state = fill(i / 6 % 2 == 0 ? POOL : EFIND, How.values()[i / 6 % 3], 40);
      }
      try {
        requirePlausible(salvage(state.spoilt(random, PAGES, LOG), SalvageHints.NONE));
      } catch (DamagedStoreException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining(":");
      }
    }
  }
}
