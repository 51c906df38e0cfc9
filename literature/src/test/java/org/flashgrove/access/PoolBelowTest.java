package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.page.PoolStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores with a generic pool below their buffer. */
class PoolBelowTest {
  private static final int PAGE = 512;
  private static final String EFIND = "efind:buffer=16K,unit=3,log=64K+pool:";

  @TempDir Path path;

  private static void refused(String flash, String device, String message) {
    assertThatThrownBy(
            () ->
                StoreOptions.defaults()
                    .withIndex("rstar")
                    .withDevice(device)
                    .withFlash(flash)
                    .design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPoolBelowIsPartOfTheSpec() {
    BufferConfig spec = FlashKinds.parse("EFIND:buffer=64K + Pool:buffer=1M,policy=ARC");
    assertThat(spec.toString()).isEqualTo("efind:buffer=64K+pool:buffer=1M,policy=ARC");
    assertThat(spec.policy()).isEqualTo("arc");
    assertThat(FlashKinds.parse("efind+pool").policy()).isEqualTo("lru");
    assertThat(FlashKinds.parse("efind").policy()).isNull();
    assertThat(FlashKinds.parse("none:policy=2q").policy()).isEqualTo("2q");
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    refused("efind+pool:size=1M", "memory", "pool: unknown key 'size' (allowed: buffer, policy)");
    refused("efind+pool:buffer=1K", "memory", "pool: buffer=1K");
    refused("efind+pool:policy=clock", "memory", "pool: policy=clock");
    refused("efind+pool", "memory:placement=home", "; use placement=free, or no pool below");
  }

  @Test
  void itsMemoryStaysWhereTheStoreHasAnother() {
    StoreOptions tree = StoreOptions.defaults().withIndex("rstar");
    assertThat(tree.withFlash("efind+pool:buffer=64K").withMemory(1 << 20).flash())
        .isEqualTo("efind:buffer=" + (1 << 20) + "+pool:buffer=64K");
  }

  @Test
  void aPoolBelowSavesReadsAndChangesNoAnswer() {
    Random random = Seeds.random();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withDevice("buffered")
            .withPageSize(512)
            .withFlash("efind:buffer=16K,read=0%,readpolicy=none+pool:buffer=64K,policy=2q");
    try (SpatialStore store = SpatialStore.create(path, options)) {
      for (int id = 0; id < 3000; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(3000);
      PoolStats pool = store.stats().pool();
      assertThat(store.stats().poolPolicy()).isEqualTo("2q");
      assertThat(pool.budgetBytes()).isEqualTo(64 << 10);
      assertThat(pool.hits()).isPositive();
      assertThat(pool.pages()).isLessThanOrEqualTo((int) pool.frames());
      assertThat(store.stats().io().pageReads())
          .isLessThan(store.stats().first().buffer().misses());
    }
    try (SpatialStore store = SpatialStore.open(path)) {
      assertThat(store.options().flash()).isEqualTo(options.flash());
      assertThat(store.size()).isEqualTo(3000);
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    }
  }

  private static StoreScenario scenario(CrashWorkload workload, String pool, String sync) {
    return new StoreScenario(
        workload,
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash(EFIND + pool)
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.parse(sync)));
  }

  /** The pool meets faults of its own when it writes back. */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void faultsNeverCorruptAnswers(FaultKind kind) {
    StoreScenario scenario = scenario(FaultTest.workload(40), "buffer=4K", "op");
    FaultTest.require(FaultExplorer.explore(scenario, kind, false, 2));
    FaultTest.require(FaultExplorer.explore(scenario, kind, true, 2));
  }

  /** A power cut loses what the pool holds back, like an unsynced write. */
  @Test
  void survivesPowerCuts() {
    Random random = Seeds.random();
    CrashTest.survivesPowerCuts(
        random, 4_000, 2_000, round -> ofRound(random.nextInt(), 200, round));
    for (int round = 0; round < 2; round++) {
      StoreScenario scenario = ofRound(random.nextInt(), 100, round);
      CrashPlan plan = CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(1_500);
      CrashTest.explore(scenario, plan, new StateSet());
    }
  }

  private static StoreScenario ofRound(int seed, int steps, int round) {
    String[] pools = {"buffer=4K", "buffer=16K,policy=arc", "buffer=8K,policy=cflru"};
    String sync = round % 2 == 0 ? "op" : "close";
    return scenario(new CrashWorkload(seed, steps, 40), pools[round % pools.length], sync);
  }
}
